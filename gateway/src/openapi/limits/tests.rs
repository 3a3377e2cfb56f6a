use serde_json::Value;

use super::*;

/// An entry for something that does not exist, or has another type, would have no effect.
#[test]
fn every_limit_is_declared_in_the_document() {
    let document = serde_json::to_value(crate::openapi::document()).unwrap();
    for (schema, member, limit) in MEMBERS {
        let declared = &document["components"]["schemas"][schema]["properties"][member];
        assert!(limit.is_in(declared), "{schema}.{member}: {declared}");
    }
    let items = document["paths"].as_object().unwrap().values();
    let operations: Vec<&Value> = items.flat_map(|item| item.as_object().unwrap().values()).collect();
    for (id, name, limit) in PATH_PARAMETERS {
        let is_meant = |parameter: &Value| parameter["name"] == *name && parameter["in"] == "path";
        assert_is_declared(limit, &parameters(&operations, id, is_meant), name);
    }
    for (id, name, limit) in PARAMETERS {
        let is_meant = |parameter: &Value| parameter["name"] == *name && parameter["in"] != "path";
        assert_is_declared(limit, &parameters(&operations, id, is_meant), name);
    }
}

fn parameters<'a>(operations: &[&'a Value], id: &str, is_meant: impl Fn(&Value) -> bool) -> Vec<&'a Value> {
    let matching = operations.iter().filter(|operation| id.is_empty() || operation["operationId"] == *id);
    let parameters = matching.flat_map(|operation| operation["parameters"].as_array().into_iter().flatten());
    parameters.filter(|parameter| is_meant(parameter)).collect()
}

#[track_caller]
fn assert_is_declared(limit: &Limit, parameters: &[&Value], name: &str) {
    assert!(!parameters.is_empty(), "no operation has the parameter {name}");
    for parameter in parameters {
        assert!(limit.is_in(&parameter["schema"]), "{parameter}");
    }
}

impl Limit {
    fn is_in(&self, schema: &Value) -> bool {
        match self {
            Text(min, max) => schema["minLength"] == *min && schema["maxLength"] == *max,
            MaxText(max) => schema["maxLength"] == *max,
            Range(min, _) => schema["minimum"].as_f64() == Some(*min as f64),
            Items(_, max) => schema["maxItems"] == *max,
            Pattern(pattern) => schema["pattern"] == *pattern,
            Choice(values) => schema["enum"] == serde_json::json!(values),
        }
    }
}

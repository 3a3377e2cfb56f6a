use super::*;

/// An entry for something that does not exist, or has another type, would have no effect.
#[test]
fn every_limit_is_declared_in_the_document() {
    let document = serde_json::to_value(crate::openapi::document()).unwrap();
    for (schema, member, limit) in MEMBERS {
        let declared = &document["components"]["schemas"][schema]["properties"][member];
        assert!(limit.is_in(declared), "{schema}.{member}: {declared}");
    }
    let paths: Vec<_> = document["paths"].as_object().unwrap().values().collect();
    let operations: Vec<_> = paths.iter().flat_map(|item| item.as_object().unwrap().values()).collect();
    let path_limits = PATH_PARAMETERS.iter().map(|limit| (true, limit));
    let other_limits = PARAMETERS.iter().map(|limit| (false, limit));
    for (is_path, (id, name, limit)) in path_limits.chain(other_limits) {
        let matching = operations.iter().filter(|operation| id.is_empty() || operation["operationId"] == *id);
        let parameters = matching.flat_map(|operation| operation["parameters"].as_array().into_iter().flatten());
        let applies =
            |parameter: &&serde_json::Value| parameter["name"] == *name && (parameter["in"] == "path") == is_path;
        let mut found = parameters.filter(applies).peekable();
        assert!(found.peek().is_some(), "{id} {name}");
        for parameter in found {
            assert!(limit.is_in(&parameter["schema"]), "{id} {name}: {parameter}");
        }
    }
}

impl Limit {
    /// Whether the document declares this limit for a schema.
    fn is_in(&self, schema: &serde_json::Value) -> bool {
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

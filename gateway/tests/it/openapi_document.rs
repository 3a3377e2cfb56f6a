//! The OpenAPI document for tests: operations, sample bodies, and declared statuses.

use std::{collections::BTreeSet, sync::LazyLock};

use reqwest::Method;
use serde_json::{Map, Value, json};

/// Allowed for any operation; the document declares them as `default`.
const COMMON_STATUSES: [u16; 7] = [304, 400, 405, 413, 415, 431, 503];

struct DeclaredOperation {
    method: Method,
    /// `{…}` stands for any text.
    template: Vec<String>,
    statuses: BTreeSet<u16>,
}

static DECLARED_OPERATIONS: LazyLock<Vec<DeclaredOperation>> = LazyLock::new(|| {
    let contract = Contract::read();
    let declared = contract.operations().map(|operation| {
        let responses = operation.document["responses"].as_object().expect("responses");
        let statuses = responses.keys().filter_map(|status| status.parse().ok()).collect();
        let template = operation.template.split('/').map(str::to_owned).collect();
        DeclaredOperation { method: operation.method, template, statuses }
    });
    declared.collect()
});

#[track_caller]
pub fn expect_declared(method: &Method, path: &str, status: u16) {
    let Some(path) = path.strip_prefix("/api/v1") else { return };
    let parts: Vec<&str> = path.split('/').collect();
    let matches = |declared: &&DeclaredOperation| {
        let mut pairs = declared.template.iter().zip(&parts);
        declared.method == *method
            && declared.template.len() == parts.len()
            && pairs.all(|(expected, part)| expected.starts_with('{') || expected == part)
    };
    let parameter_count =
        |declared: &&DeclaredOperation| declared.template.iter().filter(|part| part.starts_with('{')).count();
    // The path `/list/all` also matches `/list/{slug}`. The template with fewer parameters applies.
    let Some(operation) = DECLARED_OPERATIONS.iter().filter(matches).min_by_key(parameter_count) else { return };
    assert!(
        COMMON_STATUSES.contains(&status) || operation.statuses.contains(&status),
        "openapi.json does not declare status {status} for {method} {path}"
    );
}

pub struct Contract(Value);

pub struct Operation<'contract> {
    pub method: Method,
    pub template: &'contract str,
    /// The path with 1 for each parameter.
    pub path: String,
    pub document: &'contract Value,
}

impl Contract {
    pub fn read() -> Self {
        Self(serde_json::from_str(include_str!("../../openapi.json")).expect("a document"))
    }

    pub fn operations(&self) -> impl Iterator<Item = Operation<'_>> {
        let paths = self.0["paths"].as_object().expect("paths");
        paths.iter().flat_map(|(path, item)| {
            item.as_object().expect("operations").iter().map(move |(method, document)| {
                let method = method.to_uppercase().parse().expect("a method");
                Operation { method, template: path, path: with_ids(path), document }
            })
        })
    }

    /// Follows a reference, or skips the null of a nullable schema.
    pub fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        let schema = schema["oneOf"].as_array().map_or(schema, |choices| &choices[choices.len() - 1]);
        match schema["$ref"].as_str() {
            Some(reference) => self.0.pointer(reference.trim_start_matches('#')).expect("a schema of the document"),
            None => schema,
        }
    }

    /// Returns a valid value with all members.
    pub fn sample(&self, schema: &Value) -> Value {
        let schema = self.resolved(schema);
        if let Some(choices) = schema["enum"].as_array() {
            return choices[0].clone();
        }
        let kind = schema["type"].as_array().map_or(&schema["type"], |kinds| &kinds[0]);
        match (kind.as_str().unwrap_or_default(), schema["format"].as_str().unwrap_or_default()) {
            ("object", _) => Self::members(schema).map(|(name, member)| (name.clone(), self.sample(member))).collect(),
            ("array", _) => json!([self.sample(&schema["items"])]),
            ("integer", _) => json!(1),
            ("number", _) => json!(1.5),
            ("boolean", _) => json!(false),
            (_, "date-time") => json!("2026-12-01T10:00:00Z"),
            (_, "date") => json!("2026-12-01"),
            _ => json!(
                "w".repeat(schema["minLength"].as_u64().map_or(4, |min| min.max(4)).try_into().expect("a length"))
            ),
        }
    }

    pub fn members(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
        schema["properties"].as_object().into_iter().flatten()
    }

    /// Returns the path of each required member, with a body without it.
    pub fn bodies_missing_a_member(&self, schema: &Value, body: &Value) -> Vec<(String, Value)> {
        self.bodies_with_one_change(schema, body, &|_, is_required| if is_required { vec![None] } else { Vec::new() })
    }

    /// Returns the path of the member with the limit, and the body.
    pub fn bodies_exceeding_a_limit(&self, schema: &Value, body: &Value) -> Vec<(String, Value)> {
        self.bodies_with_one_change(schema, body, &|member, _| self.violations(member).into_iter().map(Some).collect())
    }

    /// Returns values that each violate one limit of the schema.
    fn violations(&self, schema: &Value) -> Vec<Value> {
        let limit = |name: &str| schema[name].as_i64();
        let text = |length: i64| json!("w".repeat(usize::try_from(length).expect("a length")));
        // Distinct ids, because duplicates are counted once.
        let item = |number: i64| {
            if schema["items"]["type"] == "integer" { json!(number) } else { self.sample(&schema["items"]) }
        };
        let list = |length: i64| (1..=length).map(item).collect();
        let too_little = limit("minLength").map(|min| text(min - 1));
        let too_little = too_little.or(limit("minItems").map(|min| list(min - 1)));
        let too_little = too_little.or(limit("minimum").map(|min| json!(min - 1)));
        let too_much = limit("maxLength").map(|max| text(max + 1));
        let too_much = too_much.or(limit("maxItems").map(|max| list(max + 1)));
        let too_much = too_much.or(limit("maximum").map(|max| json!(max + 1)));
        let other_value = ["pattern", "enum"].iter().any(|name| !schema[*name].is_null()).then(|| json!("?"));
        [too_little, too_much, other_value].into_iter().flatten().collect()
    }

    /// Returns bodies with one changed member, and its path. `change` gets the member's schema and whether it is
    /// required, and returns other values, of which `None` removes the member.
    fn bodies_with_one_change(
        &self,
        schema: &Value,
        body: &Value,
        change: &impl Fn(&Value, bool) -> Vec<Option<Value>>,
    ) -> Vec<(String, Value)> {
        let schema = self.resolved(schema);
        if let Some(items) = body.as_array() {
            let inner = self.bodies_with_one_change(&schema["items"], &items[0], change).into_iter();
            return inner.map(|(path, item)| (format!("[0]{}{path}", separator(&path)), json!([item]))).collect();
        }
        let Some(members) = body.as_object() else { return Vec::new() };
        let mut bodies = Vec::new();
        for (name, member) in Self::members(schema) {
            let with = |value: Option<Value>| {
                let mut other: Map<String, Value> = members.clone();
                other.remove(name);
                other.extend(value.map(|value| (name.clone(), value)));
                Value::from(other)
            };
            let is_required =
                schema["required"].as_array().is_some_and(|required| required.iter().any(|member| member == name));
            bodies.extend(change(member, is_required).into_iter().map(|value| (name.clone(), with(value))));
            for (path, inner) in self.bodies_with_one_change(member, &members[name], change) {
                bodies.push((format!("{name}{}{path}", separator(&path)), with(Some(inner))));
            }
        }
        bodies
    }
}

fn separator(path: &str) -> &'static str {
    if path.starts_with('[') { "" } else { "." }
}

fn with_ids(path: &str) -> String {
    let parts = path.split('/').map(|part| if part.starts_with('{') { "1" } else { part });
    format!("/api/v1{}", parts.collect::<Vec<_>>().join("/"))
}

//! The OpenAPI document (`openapi.json`) for tests: its operations, sample bodies for them, and the statuses that it
//! declares.

use std::{collections::BTreeSet, sync::LazyLock};

use reqwest::Method;
use serde_json::{Map, Value, json};

/// Statuses that any operation may return; the document declares them as `default`.
const COMMON_STATUSES: [u16; 7] = [304, 400, 405, 413, 415, 431, 503];

/// A method of a path, with the statuses that its responses may have.
struct DeclaredOperation {
    method: Method,
    /// The parts of the path, in which `{…}` stands for any text.
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

/// Panics if the document does not declare `status` for this operation.
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
    // Of `/list/all` and `/list/{slug}`, the one with fewer parameters applies.
    let Some(operation) = DECLARED_OPERATIONS.iter().filter(matches).min_by_key(parameter_count) else { return };
    assert!(
        COMMON_STATUSES.contains(&status) || operation.statuses.contains(&status),
        "openapi.json does not declare status {status} for {method} {path}"
    );
}

/// The parsed document.
pub struct Contract(Value);

/// A method of a path.
pub struct Operation<'contract> {
    pub method: Method,
    /// The path as in the document.
    pub template: &'contract str,
    /// The path with 1 for each parameter.
    pub path: String,
    /// The part of the document that describes the operation.
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

    /// Returns the schema itself if `schema` refers to another one or allows null.
    pub fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        // The other choice is null.
        let schema = schema["oneOf"].as_array().map_or(schema, |choices| &choices[choices.len() - 1]);
        match schema["$ref"].as_str() {
            Some(reference) => self.0.pointer(reference.trim_start_matches('#')).expect("a schema of the document"),
            None => schema,
        }
    }

    /// Returns a value of this schema with all its members.
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

    /// Returns names and schemas of an object's members.
    pub fn members(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
        schema["properties"].as_object().into_iter().flatten()
    }

    /// Returns, for each required member of `body`, its path and a body without it.
    pub fn incomplete(&self, schema: &Value, body: &Value) -> Vec<(String, Value)> {
        self.variants(schema, body, &|_, is_required| if is_required { vec![None] } else { Vec::new() })
    }

    /// Returns, for each limit of each member of `body`, the member's path and a body that exceeds the limit.
    pub fn exceeding(&self, schema: &Value, body: &Value) -> Vec<(String, Value)> {
        self.variants(schema, body, &|member, _| self.violations(member).into_iter().map(Some).collect())
    }

    /// Returns values that each break one limit of this schema.
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

    /// Returns bodies that differ from `body` in one member, with the member's path. `change` gets the member's schema
    /// and whether the member is required. It returns the member's other values, of which `None` removes the member.
    fn variants(
        &self,
        schema: &Value,
        body: &Value,
        change: &impl Fn(&Value, bool) -> Vec<Option<Value>>,
    ) -> Vec<(String, Value)> {
        let schema = self.resolved(schema);
        if let Some(items) = body.as_array() {
            let inner = self.variants(&schema["items"], &items[0], change).into_iter();
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
            for (path, inner) in self.variants(member, &members[name], change) {
                bodies.push((format!("{name}{}{path}", separator(&path)), with(Some(inner))));
            }
        }
        bodies
    }
}

/// Returns what joins the path of a member to the path before it, as in `lines[0].count`.
fn separator(path: &str) -> &'static str {
    if path.starts_with('[') { "" } else { "." }
}

/// Returns the path of a request, in which each parameter is 1.
fn with_ids(path: &str) -> String {
    let parts = path.split('/').map(|part| if part.starts_with('{') { "1" } else { part });
    format!("/api/v1{}", parts.collect::<Vec<_>>().join("/"))
}

//! What a request must have. The table is the published contract itself: each body is made of its schema, and sent without one
//! required member at a time.

use reqwest::{Method, header};
use serde_json::{Map, Value, json};
use sqlx::PgPool;

use crate::house::{BLOGGER, House, OPERATOR, send};

/// What the bodies of this test would change, were they taken.
const KEPT: [&str; 13] = [
    "/settings",
    "/admin/office",
    "/admin/seo/robots",
    "/admin/seo/texts",
    "/admin/seo/tags",
    "/admin/seo/redirects",
    "/admin/promises",
    "/admin/promos",
    "/admin/campaigns",
    "/notification/preferences",
    "/user/me",
    "/user/addresses",
    "/user/families",
];

struct Contract(Value);

struct Operation<'contract> {
    method: Method,
    path: String,
    document: &'contract Value,
}

impl Contract {
    fn read() -> Self {
        Self(serde_json::from_str(include_str!("../../openapi.json")).expect("a document"))
    }

    fn operations(&self) -> impl Iterator<Item = Operation<'_>> {
        let paths = self.0["paths"].as_object().expect("paths");
        paths.iter().flat_map(|(path, item)| {
            item.as_object().expect("operations").iter().map(move |(method, document)| {
                let method = method.to_uppercase().parse().expect("a method");
                Operation { method, path: with_ids(path), document }
            })
        })
    }

    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        let schema = schema["oneOf"].as_array().map_or(schema, |choices| &choices[choices.len() - 1]);
        match schema["$ref"].as_str() {
            Some(reference) => self.0.pointer(reference.trim_start_matches('#')).expect("a schema of the document"),
            None => schema,
        }
    }

    /// A value of this schema, with every member that it may have.
    fn sample(&self, schema: &Value) -> Value {
        let schema = self.resolved(schema);
        if let Some(choices) = schema["enum"].as_array() {
            return choices[0].clone();
        }
        let kind = schema["type"].as_array().map_or(&schema["type"], |kinds| &kinds[0]);
        match (kind.as_str().unwrap_or_default(), schema["format"].as_str().unwrap_or_default()) {
            ("object", _) => self.members(schema).map(|(name, member)| (name.clone(), self.sample(member))).collect(),
            ("array", _) => json!([self.sample(&schema["items"])]),
            ("integer", _) => json!(1),
            ("number", _) => json!(1.5),
            ("boolean", _) => json!(false),
            (_, "date-time") => json!("2026-12-01T10:00:00Z"),
            (_, "date") => json!("2026-12-01"),
            _ => json!("word"),
        }
    }

    fn members<'a>(&self, schema: &'a Value) -> impl Iterator<Item = (&'a String, &'a Value)> {
        schema["properties"].as_object().into_iter().flatten()
    }

    /// Every body that lacks one required member of `body`, with the path of that member.
    fn incomplete(&self, schema: &Value, body: &Value) -> Vec<(String, Value)> {
        let schema = self.resolved(schema);
        if let Some(items) = body.as_array() {
            let inner = self.incomplete(&schema["items"], &items[0]).into_iter();
            return inner.map(|(path, item)| (format!("[0]{}{path}", dot(&path)), json!([item]))).collect();
        }
        let Some(members) = body.as_object() else { return Vec::new() };
        let mut bodies = Vec::new();
        for (name, member) in self.members(schema) {
            let with = |value: Option<Value>| {
                let mut other: Map<String, Value> = members.clone();
                other.remove(name);
                other.extend(value.map(|value| (name.clone(), value)));
                Value::from(other)
            };
            if schema["required"].as_array().is_some_and(|required| required.iter().any(|one| one == name)) {
                bodies.push((name.clone(), with(None)));
            }
            for (path, inner) in self.incomplete(member, &members[name]) {
                bodies.push((format!("{name}{}{path}", dot(&path)), with(Some(inner))));
            }
        }
        bodies
    }
}

fn dot(path: &str) -> &'static str {
    if path.starts_with('[') { "" } else { "." }
}

/// The path with 1 for each parameter.
fn with_ids(path: &str) -> String {
    let parts = path.split('/').map(|part| if part.starts_with('{') { "1" } else { part });
    format!("/api/v1{}", parts.collect::<Vec<_>>().join("/"))
}

async fn kept(house: &House, operator: &str) -> Vec<Value> {
    let mut answers = Vec::new();
    for path in KEPT {
        answers.push(house.get_as(operator, &format!("/api/v1{path}")).await.data());
    }
    answers
}

#[sqlx::test(migrations = false)]
async fn a_body_without_a_required_member_is_refused_and_changes_nothing(pool: PgPool) {
    let house = House::start(pool).await;
    let (operator, blogger) = (house.token_of(OPERATOR).await, house.token_of(BLOGGER).await);
    let before = kept(&house, &operator).await;
    let contract = Contract::read();
    let (mut operations, mut members) = (0, 0);
    for Operation { method, path, document } in contract.operations() {
        let schema = &document["requestBody"]["content"]["application/json"]["schema"];
        let body = contract.sample(schema);
        let token = if path.contains("/influencer") || path.contains("/list") { &blogger } else { &operator };
        let incomplete = contract.incomplete(schema, &body);
        operations += usize::from(!incomplete.is_empty());
        for (missing, body) in incomplete {
            let request = house.request(method.clone(), &path).bearer_auth(token);
            let request = request.header("idempotency-key", "one-for-every-body").header(header::ACCEPT_LANGUAGE, "en");
            let told = send(request.json(&body)).await.problem();
            assert_eq!(told, format!("422 validation_failed {missing}=required"), "{method} {path} {body}");
            members += 1;
        }
    }
    assert!(operations >= 60 && members >= 220, "{operations} operations, {members} members");
    assert_eq!(kept(&house, &operator).await, before);
}

#[sqlx::test(migrations = false)]
async fn a_query_without_a_required_parameter_is_refused(pool: PgPool) {
    let house = House::start(pool).await;
    let operator = house.token_of(OPERATOR).await;
    let mut count = 0;
    for Operation { method, path, document } in Contract::read().operations() {
        let parameters = document["parameters"].as_array().into_iter().flatten();
        for parameter in parameters.filter(|one| one["in"] == "query" && one["required"] == true) {
            let told = send(house.request(method.clone(), &path).bearer_auth(&operator)).await.problem();
            let name = parameter["name"].as_str().expect("a name");
            assert!(told.starts_with("422 ") && told.contains(&format!("{name}=required")), "{method} {path}: {told}");
            count += 1;
        }
    }
    assert!(count >= 6, "{count}");
}

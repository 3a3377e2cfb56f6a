//! Finds missing required fields of a JSON body by its OpenAPI schema. serde reports only the first one.

use std::{
    any::TypeId,
    collections::HashMap,
    fmt,
    sync::{LazyLock, PoisonError, RwLock},
};

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use utoipa::{
    ToSchema,
    openapi::{
        RefOr, Schema,
        schema::{ArrayItems, SchemaType, Type},
    },
};

/// Values that are computed once per type.
pub(super) type PerType<V> = LazyLock<RwLock<HashMap<TypeId, &'static V>>>;

pub(super) fn computed_once<T: 'static, V: 'static>(values: &PerType<V>, compute: impl FnOnce() -> V) -> &'static V {
    let type_id = TypeId::of::<T>();
    let found = values.read().unwrap_or_else(PoisonError::into_inner).get(&type_id).copied();
    found.unwrap_or_else(|| {
        let mut values = values.write().unwrap_or_else(PoisonError::into_inner);
        *values.entry(type_id).or_insert_with(|| Box::leak(Box::new(compute())))
    })
}

/// Returns the paths of required fields that are missing, or null where the contract allows no null.
pub(super) fn missing<T: ToSchema + 'static>(body: &[u8]) -> Vec<String> {
    static SHAPES: PerType<Shape> = LazyLock::new(RwLock::default);
    let shape = computed_once::<T, _>(&SHAPES, Shape::of::<T>);
    let mut search = Search { shape, path: String::new(), missing: Vec::new() };
    let value = Value { kind: shape.root, search: &mut search };
    match value.deserialize(&mut serde_json::Deserializer::from_slice(body)) {
        Ok(_) => search.missing,
        // The parser reports malformed JSON.
        Err(_) => Vec::new(),
    }
}

/// The needed part of a schema. [`Kind`] refers to objects by their index.
struct Shape {
    objects: Vec<Vec<Member>>,
    root: Kind,
}

struct Member {
    name: String,
    is_required: bool,
    may_be_null: bool,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    /// A value without required fields, such as a text.
    Other,
    Object(usize),
    ListOf(usize),
}

impl Shape {
    fn of<T: ToSchema>() -> Self {
        let mut schemas = Vec::new();
        T::schemas(&mut schemas);
        let schemas = schemas.into_iter().collect();
        let mut reader = Reader { schemas, indices: HashMap::new(), objects: Vec::new() };
        let root = reader.kind(&T::schema());
        Self { objects: reader.objects, root }
    }
}

/// Reads a schema into a [`Shape`].
struct Reader {
    /// All named schemas.
    schemas: HashMap<String, RefOr<Schema>>,
    /// The indices of named objects that were read.
    indices: HashMap<String, usize>,
    objects: Vec<Vec<Member>>,
}

impl Reader {
    /// Adds the objects in the schema, and returns what the schema is.
    fn kind(&mut self, schema: &RefOr<Schema>) -> Kind {
        match schema {
            RefOr::Ref(reference) => self.named(reference.ref_location.rsplit('/').next().unwrap_or_default()),
            RefOr::T(Schema::Object(object)) => self.object(object, None),
            RefOr::T(Schema::Array(list)) => self.list(&list.items),
            RefOr::T(Schema::OneOf(choices)) => self.first_object(&choices.items),
            RefOr::T(Schema::AllOf(parts)) => self.first_object(&parts.items),
            RefOr::T(_) => Kind::Other,
        }
    }

    fn named(&mut self, name: &str) -> Kind {
        if let Some(index) = self.indices.get(name) {
            return Kind::Object(*index);
        }
        let Some(RefOr::T(Schema::Object(object))) = self.schemas.get(name).cloned() else { return Kind::Other };
        self.object(&object, Some(name))
    }

    fn list(&mut self, items: &ArrayItems) -> Kind {
        let ArrayItems::RefOrSchema(item) = items else { return Kind::Other };
        match self.kind(item) {
            Kind::Object(index) => Kind::ListOf(index),
            Kind::Other | Kind::ListOf(_) => Kind::Other,
        }
    }

    fn first_object(&mut self, choices: &[RefOr<Schema>]) -> Kind {
        let mut kinds = choices.iter().map(|choice| self.kind(choice));
        kinds.find(|kind| !matches!(kind, Kind::Other)).unwrap_or(Kind::Other)
    }

    fn object(&mut self, object: &utoipa::openapi::schema::Object, name: Option<&str>) -> Kind {
        if object.properties.is_empty() {
            return Kind::Other;
        }
        let index = self.objects.len();
        // Added first, because members may contain the same object.
        self.objects.push(Vec::new());
        self.indices.extend(name.map(|name| (name.to_owned(), index)));
        let optional = object.properties.keys().filter(|name| !object.required.contains(name));
        let names: Vec<&String> = object.required.iter().chain(optional).collect();
        let mut members = Vec::new();
        for name in names {
            let Some(schema) = object.properties.get(name) else { continue };
            members.push(Member {
                name: name.clone(),
                is_required: object.required.contains(name),
                may_be_null: may_be_null(schema),
                kind: self.kind(schema),
            });
        }
        self.objects[index] = members;
        Kind::Object(index)
    }
}

fn may_be_null(schema: &RefOr<Schema>) -> bool {
    let is_null = |kind: &SchemaType| match kind {
        SchemaType::Type(kind) => *kind == Type::Null,
        SchemaType::Array(kinds) => kinds.contains(&Type::Null),
        SchemaType::AnyValue => true,
    };
    match schema {
        RefOr::T(Schema::Object(object)) => is_null(&object.schema_type),
        RefOr::T(Schema::Array(list)) => is_null(&list.schema_type),
        RefOr::T(Schema::OneOf(choices)) => choices.items.iter().any(may_be_null),
        RefOr::T(_) | RefOr::Ref(_) => false,
    }
}

struct Search<'shape> {
    shape: &'shape Shape,
    /// For example `parts[0].size`.
    path: String,
    missing: Vec<String>,
}

impl Search<'_> {
    fn enter(&mut self, name: &str) {
        if !self.path.is_empty() {
            self.path.push('.');
        }
        self.path.push_str(name);
    }
}

/// Reads a value and reports its missing members. Deserializes to false if the value is null.
struct Value<'search, 'shape> {
    kind: Kind,
    search: &'search mut Search<'shape>,
}

impl<'de> DeserializeSeed<'de> for Value<'_, '_> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<bool, D::Error> {
        from.deserialize_any(self)
    }
}

macro_rules! not_null {
    ($($method:ident: $kind:ty),*) => {
        $(fn $method<E: Error>(self, _: $kind) -> Result<bool, E> {
            Ok(true)
        })*
    };
}

impl<'de> Visitor<'de> for Value<'_, '_> {
    type Value = bool;

    not_null!(visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64, visit_str: &str);

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("any JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<bool, A::Error> {
        let shape = self.search.shape;
        let members = match self.kind {
            Kind::Object(index) => shape.objects[index].as_slice(),
            Kind::Other | Kind::ListOf(_) => &[],
        };
        let mut sent = vec![false; members.len()];
        let path_length = self.search.path.len();
        while let Some(index) = map.next_key_seed(Name(members))? {
            let Some(index) = index else {
                map.next_value::<IgnoredAny>()?;
                continue;
            };
            let member = &members[index];
            self.search.enter(&member.name);
            let is_not_null = map.next_value_seed(Value { kind: member.kind, search: &mut *self.search })?;
            self.search.path.truncate(path_length);
            sent[index] = is_not_null || member.may_be_null;
        }
        for (member, is_sent) in members.iter().zip(sent) {
            if member.is_required && !is_sent {
                self.search.enter(&member.name);
                self.search.missing.push(self.search.path.clone());
                self.search.path.truncate(path_length);
            }
        }
        Ok(true)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<bool, A::Error> {
        let kind = match self.kind {
            Kind::ListOf(index) => Kind::Object(index),
            Kind::Other | Kind::Object(_) => Kind::Other,
        };
        let path_length = self.search.path.len();
        for index in 0_usize.. {
            self.search.path.extend(["[", &index.to_string(), "]"]);
            let item = list.next_element_seed(Value { kind, search: &mut *self.search })?;
            self.search.path.truncate(path_length);
            if item.is_none() {
                break;
            }
        }
        Ok(true)
    }
}

/// Deserializes to the index in the known members, without copying the name.
struct Name<'shape>(&'shape [Member]);

impl<'de> DeserializeSeed<'de> for Name<'_> {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Option<usize>, D::Error> {
        from.deserialize_str(self)
    }
}

impl Visitor<'_> for Name<'_> {
    type Value = Option<usize>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a name")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Option<usize>, E> {
        Ok(self.0.iter().position(|member| member.name == name))
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    #[expect(dead_code, reason = "only the schema is used")]
    struct Form {
        first_name: String,
        #[schema(required = true)]
        fee: Option<i64>,
        note: Option<String>,
        #[schema(value_type = Part, required = true)]
        main: Option<Part>,
        #[schema(required = true)]
        parts: Vec<Part>,
        #[schema(value_type = Part, required = false)]
        spare: Option<Part>,
    }

    #[derive(Deserialize, ToSchema)]
    #[expect(dead_code, reason = "only the schema is used")]
    struct Part {
        size: i64,
    }

    #[test]
    fn missing_members_are_reported_with_their_paths() {
        let missing = |body: &str| missing::<Form>(body.as_bytes()).join(" ");
        let complete = r#"{"firstName": "A", "fee": null, "main": {"size": 1}, "parts": [], "more": {"a": [1, {}]}}"#;
        assert_eq!(missing(complete), "");
        assert_eq!(missing("{}"), "firstName fee main parts");
        assert_eq!(
            missing(r#"{"fee": 1, "firstName": null, "main": null, "parts": [{}, {"size": 2}, {"size": null}]}"#),
            "parts[0].size parts[2].size firstName main"
        );
        assert_eq!(missing(&complete.replace("\"more\"", "\"spare\"")), "spare.size");
        assert_eq!(
            missing(r#"{"firstName": [{}], "fee": {}, "main": 7, "parts": "x"}"#),
            "",
            "wrong types are reported by the parser"
        );
        assert_eq!(missing("{"), "");
    }
}

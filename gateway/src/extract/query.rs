//! Query strings, such as `page=2&inStock=true&fields[colour]=red,white`.

use std::{
    collections::BTreeMap,
    sync::{LazyLock, RwLock},
};

use axum::{extract::FromRequestParts, http::request::Parts};
use percent_encoding::percent_decode;
use serde::{
    Deserializer,
    de::{
        DeserializeOwned, IntoDeserializer, Visitor,
        value::{Error, MapDeserializer},
    },
    forward_to_deserialize_any,
};
use utoipa::{IntoParams, openapi::Required};

use super::required::{PerType, computed_once};
use crate::problem::Problem;

const MAX_PARAMETERS: usize = 64;

pub struct Query<T>(pub T);

impl<S: Sync, T: DeserializeOwned + IntoParams + 'static> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let values = read(parts.uri.query().unwrap_or_default())?;
        let missing: Vec<String> = required::<T>().iter().filter(|name| !values.contains_key(*name)).cloned().collect();
        if missing.is_empty() { parse(values).map(Self) } else { Err(Problem::required(missing)) }
    }
}

fn required<T: IntoParams + 'static>() -> &'static [String] {
    static REQUIRED: PerType<Vec<String>> = LazyLock::new(RwLock::default);
    computed_once::<T, Vec<String>>(&REQUIRED, || {
        let parameters = T::into_params(|| None).into_iter();
        parameters.filter(|parameter| parameter.required == Required::True).map(|parameter| parameter.name).collect()
    })
}

fn parse<T: DeserializeOwned>(values: BTreeMap<String, Value>) -> Result<T, Problem> {
    let pairs = MapDeserializer::<_, Error>::new(values.into_iter());
    serde_path_to_error::deserialize(pairs).map_err(|error| {
        // A value of the right type can only fail in `proto::json::enumeration`.
        let is_unknown = error.inner().to_string().ends_with("is none of the values");
        Problem::invalid(error.path().to_string(), if is_unknown { "unknown_value" } else { "wrong_type" })
    })
}

/// `name=text`, or all of its `name[key]=text`.
#[derive(Debug)]
enum Value {
    Text(String),
    Map(BTreeMap<String, String>),
}

/// Skips empty values, which forms send for empty fields.
fn read(query: &str) -> Result<BTreeMap<String, Value>, Problem> {
    let mut values = BTreeMap::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()).take(MAX_PARAMETERS) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let name = decode(name).ok_or_else(|| Problem::invalid("", "invalid_characters"))?;
        let Some(value) = decode(value) else { return Err(Problem::invalid(name, "invalid_characters")) };
        if value.is_empty() {
            continue;
        }
        match name.strip_suffix(']').and_then(|name| name.split_once('[')) {
            Some((map, key)) => add_to_map(&mut values, map, key, &value)?,
            None => {
                values.insert(name, Value::Text(value));
            }
        }
    }
    Ok(values)
}

/// Joins the values of a repeated key with commas.
fn add_to_map(values: &mut BTreeMap<String, Value>, name: &str, key: &str, value: &str) -> Result<(), Problem> {
    let Value::Map(map) = values.entry(name.to_owned()).or_insert_with(|| Value::Map(BTreeMap::new())) else {
        return Err(Problem::invalid(name, "wrong_type"));
    };
    let text = map.entry(key.to_owned()).or_default();
    if !text.is_empty() {
        text.push(',');
    }
    text.push_str(value);
    Ok(())
}

/// `None` if the text is not UTF-8 or contains a NUL, which PostgreSQL cannot store.
fn decode(raw: &str) -> Option<String> {
    let spaced = raw.replace('+', " ");
    let text = percent_decode(spaced.as_bytes()).decode_utf8().ok()?;
    (!text.contains('\0')).then(|| text.into_owned())
}

impl IntoDeserializer<'_, Error> for Value {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

macro_rules! parse_text {
    ($($method:ident => $visit:ident),*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            visitor.$visit(self.text()?.trim().parse().map_err(|_| wrong_type())?)
        })*
    };
}

impl Value {
    fn text(self) -> Result<String, Error> {
        match self {
            Self::Text(text) => Ok(text),
            Self::Map(_) => Err(wrong_type()),
        }
    }
}

fn wrong_type() -> Error {
    serde::de::Error::custom("the value has the wrong type")
}

impl<'de> Deserializer<'de> for Value {
    type Error = Error;

    parse_text! {
        deserialize_bool => visit_bool,
        deserialize_i32 => visit_i32,
        deserialize_i64 => visit_i64,
        deserialize_f64 => visit_f64
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Text(text) => visitor.visit_string(text),
            Self::Map(map) => visitor.visit_map(MapDeserializer::new(map.into_iter())),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    forward_to_deserialize_any! {
        i8 i16 i128 u8 u16 u32 u64 u128 f32 char str string bytes byte_buf unit unit_struct newtype_struct seq tuple
        tuple_struct map struct enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(rename_all = "camelCase")]
    #[expect(dead_code, reason = "only printed in snapshots")]
    struct TestQuery {
        search: Option<String>,
        in_stock: Option<bool>,
        #[serde(default)]
        page: i64,
        #[serde(default)]
        fields: BTreeMap<String, String>,
    }

    fn parsed_text(query: &str) -> String {
        match read(query).and_then(parse::<TestQuery>) {
            Ok(query) => format!("{query:?}"),
            Err(problem) => format!("{} {:?}", problem.code, problem.errors),
        }
    }

    #[test]
    fn values_are_parsed_to_the_types_of_the_route() {
        insta::assert_snapshot!(
            parsed_text("search=g%C3%BCl+buketi&inStock=true&page=2&utm=x&fields[reng]=red&fields%5Breng%5D=white"),
            @r#"TestQuery { search: Some("gül buketi"), in_stock: Some(true), page: 2, fields: {"reng": "red,white"} }"#
        );
        insta::assert_snapshot!(parsed_text("search=&page=&&="), @"TestQuery { search: None, in_stock: None, page: 0, fields: {} }");
    }

    #[test]
    fn the_first_invalid_parameter_is_named() {
        insta::assert_snapshot!(parsed_text("page=two"), @r#"validation_failed [("page", "wrong_type")]"#);
        insta::assert_snapshot!(parsed_text("page=99999999999999999999"), @r#"validation_failed [("page", "wrong_type")]"#);
        insta::assert_snapshot!(parsed_text("inStock=perhaps"), @r#"validation_failed [("inStock", "wrong_type")]"#);
        insta::assert_snapshot!(parsed_text("search=%ff"), @r#"validation_failed [("search", "invalid_characters")]"#);
        insta::assert_snapshot!(parsed_text("search=a%00b"), @r#"validation_failed [("search", "invalid_characters")]"#);
        insta::assert_snapshot!(parsed_text("search[a]=b"), @r#"validation_failed [("search", "wrong_type")]"#);
        insta::assert_snapshot!(parsed_text("fields=b"), @r#"validation_failed [("fields", "wrong_type")]"#);
        insta::assert_snapshot!(parsed_text("fields=b&fields[a]=b"), @r#"validation_failed [("fields", "wrong_type")]"#);
    }
}

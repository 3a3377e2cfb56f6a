//! JSON bodies. An error names the first field of a wrong type, or all missing fields.

use axum::{
    body::Bytes,
    extract::{FromRequest, Request},
    http::{HeaderMap, StatusCode, header},
};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::error::Category;
use utoipa::ToSchema;

use super::{
    body::{read_all, unreadable},
    required,
};
use crate::problem::Problem;

/// The longest text is a content page of 100,000 characters.
const MAX_BYTES: usize = 1024 * 1024;

pub struct Json<T>(pub T);

impl<S: Sync, T: DeserializeOwned + ToSchema + 'static> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        parse(&bytes(request).await?).map(Self)
    }
}

pub(super) async fn bytes(request: Request) -> Result<Bytes, Problem> {
    if !is_json(request.headers()) {
        return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type"));
    }
    read_all(request, MAX_BYTES).await
}

pub(super) fn parse<T: DeserializeOwned + ToSchema + 'static>(bytes: &[u8]) -> Result<T, Problem> {
    // serde would accept an array as the fields in their order.
    if !bytes.trim_ascii_start().starts_with(b"{") {
        let is_json = serde_json::from_slice::<IgnoredAny>(bytes).is_ok();
        return Err(if is_json { Problem::invalid("", "wrong_type") } else { unreadable() });
    }
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        match error.inner().classify() {
            Category::Data if is_missing_field(error.inner()) => Problem::required(required::missing::<T>(bytes)),
            Category::Data if is_unknown_value(error.inner()) => Problem::invalid(path, "unknown_value"),
            Category::Data => Problem::invalid(path, "wrong_type"),
            _ => unreadable(),
        }
    })?;
    json.end().map_err(|_| unreadable())?;
    // Protobuf messages read a missing field as empty, which would erase the stored value.
    let missing = required::missing::<T>(bytes);
    if missing.is_empty() { Ok(value) } else { Err(Problem::required(missing)) }
}

fn is_missing_field(error: &serde_json::Error) -> bool {
    error.to_string().starts_with("missing field `")
}

/// Recognises the error of `proto::json::enumeration` for an unknown name.
fn is_unknown_value(error: &serde_json::Error) -> bool {
    let error_text = error.to_string();
    error_text.starts_with('`') && error_text.contains("` is none of the values")
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    essence == "application/json" || (essence.starts_with("application/") && essence.ends_with("+json"))
}

#[cfg(test)]
mod tests {
    use proto::{auth::AddFamilyRequest, order::AddRequest};

    use super::*;

    fn error_text(body: &[u8]) -> String {
        match parse::<AddRequest>(body) {
            Ok(request) => format!("{} × {:?}", request.product_id, request.count),
            Err(problem) => format!("{} {} {:?}", problem.status.as_u16(), problem.code, problem.errors),
        }
    }

    #[test]
    fn wrong_types_name_their_field_and_malformed_json_is_a_bad_request() {
        insta::assert_snapshot!(error_text(br#"{"productId": 7, "count": 2, "colour": "unknown fields are ignored"}"#), @"7 × Some(2)");
        insta::assert_snapshot!(error_text(br#"{"productId": "seven"}"#), @r#"422 validation_failed [("productId", "wrong_type")]"#);
        insta::assert_snapshot!(error_text(br#"{"productId": 99999999999999999999}"#), @r#"422 validation_failed [("productId", "wrong_type")]"#);
        insta::assert_snapshot!(error_text(br#"{"productId": 7, "count": 1.5}"#), @r#"422 validation_failed [("count", "wrong_type")]"#);
        insta::assert_snapshot!(error_text(br#"{"count": 2}"#), @r#"422 validation_failed [("productId", "required")]"#);
        insta::assert_snapshot!(error_text(b"[]"), @r#"422 validation_failed [("", "wrong_type")]"#);
        insta::assert_snapshot!(error_text(b"null"), @r#"422 validation_failed [("", "wrong_type")]"#);
        insta::assert_snapshot!(error_text(b""), @"400 bad_request []");
        insta::assert_snapshot!(error_text(br#"{"productId": 7"#), @"400 bad_request []");
        insta::assert_snapshot!(error_text(br#"{"productId": 7} {}"#), @"400 bad_request []");
        insta::assert_snapshot!(error_text(b"{\"productId\": \"\xff\"}"), @"400 bad_request []");
    }

    #[test]
    fn an_unknown_enum_value_is_not_reported_as_a_wrong_type() {
        let error_text = |body: &[u8]| {
            parse::<AddFamilyRequest>(body).map(|request| request.relation).map_err(|problem| problem.errors)
        };
        let mother = br#"{"name": "Solmaz", "relation": "mother", "birthDate": "1960-03-08"}"#;
        assert_eq!(error_text(mother), Ok(1));
        assert_eq!(error_text(br#"{"relation": "queen"}"#), Err(vec![("relation".into(), "unknown_value".into())]));
        assert_eq!(error_text(br#"{"relation": 7}"#), Err(vec![("relation".into(), "wrong_type".into())]));
    }
}

//! The initial state of a page: responses of the API with the keys of the app's query cache.

use std::{collections::BTreeMap, fmt::Write as _, sync::Arc};

use kit::Language;
use serde_json::json;

use crate::{buffered_response::BufferedResponse, escape::Script, shell::tags::Tags};

/// A GET request of the API.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiQuery {
    /// The path below `/api/v1`.
    pub path: String,
    pub query: BTreeMap<String, String>,
}

impl ApiQuery {
    fn key(&self, language: Language) -> String {
        let query = if self.query.is_empty() { json!(null) } else { json!(self.query) };
        json!(["GET", self.path, query, language.code()]).to_string()
    }

    pub fn target(&self) -> String {
        let mut target = format!("{}{}", crate::api::BASE, self.path);
        for (index, (name, value)) in self.query.iter().enumerate() {
            let separator = if index == 0 { '?' } else { '&' };
            let (name, value) = (super::address::encode_query(name), super::address::encode_query(value));
            let _ = write!(target, "{separator}{name}={value}");
        }
        target
    }
}

/// Returns the state as JSON, escaped for a `<script>`.
pub fn write(language: Language, tags: &Tags, responses: &[(ApiQuery, Arc<BufferedResponse>)]) -> String {
    // Estimates of the needed capacity.
    const KEY_BYTES: usize = 128;
    const FRAME_BYTES: usize = 64;
    let length: usize = responses.iter().map(|(_, response)| response.body.len() + KEY_BYTES).sum();
    let mut state = String::with_capacity(length + FRAME_BYTES);
    let _ = write!(state, "{{\"locale\":\"{}\",", language.code());
    if let Some(ids_for_app) = tags.ids_for_app() {
        let _ = write!(state, "\"tags\":{},", Script(&ids_for_app.to_string()));
    }
    state.push_str("\"queries\":[");
    for (index, (api_query, response)) in responses.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        let data = std::str::from_utf8(&response.body).unwrap_or("null");
        let _ = write!(state, "{comma}{{\"queryKey\":{},\"data\":{}}}", Script(&api_query.key(language)), Script(data));
    }
    state.push_str("]}");
    state
}

#[cfg(test)]
mod tests {
    use axum::{
        body::Bytes,
        http::{HeaderValue, StatusCode},
    };

    use super::*;

    #[test]
    fn query_keys_match_those_of_the_web_app() {
        let query =
            [("sort", "popular"), ("category", "gül & çay")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        let api_query = ApiQuery { path: "/product/all".into(), query: query.into() };
        assert_eq!(
            api_query.key(Language::Ru),
            r#"["GET","/product/all",{"category":"gül & çay","sort":"popular"},"ru"]"#
        );
        assert_eq!(api_query.target(), "/api/v1/product/all?category=g%C3%BCl+%26+%C3%A7ay&sort=popular");
        let plain = ApiQuery { path: "/settings".into(), query: BTreeMap::new() };
        assert_eq!(plain.key(Language::Az), r#"["GET","/settings",null,"az"]"#);
    }

    #[test]
    fn text_cannot_break_out_of_the_script_element() {
        let body = Bytes::from(r#"{"data":{"name":"</script><script>alert(1)</script>"}}"#);
        let response = BufferedResponse::new(StatusCode::OK, HeaderValue::from_static("application/json"), body, None);
        let api_query = ApiQuery { path: "/product/</script>".into(), query: BTreeMap::new() };
        let state = write(Language::Az, &Tags::default(), &[(api_query, Arc::new(response))]);
        assert!(!state.contains('<'), "{state}");
        let read: serde_json::Value = serde_json::from_str(&state).unwrap();
        assert_eq!(read["queries"][0]["data"]["data"]["name"], "</script><script>alert(1)</script>");
    }
}

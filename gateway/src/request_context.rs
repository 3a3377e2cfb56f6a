//! Language, client address, request id and trace of a request.

use std::{
    net::IpAddr,
    sync::{Arc, OnceLock},
};

use axum::http::{HeaderMap, HeaderValue, header};
use kit::{Language, accepted_language};
use uuid::Uuid;

pub const REQUEST_ID: &str = "x-request-id";
/// A shorter request id is not likely to be unique.
const MIN_ID_LENGTH: usize = 8;
const MAX_ID_LENGTH: usize = 64;

#[derive(Debug, Clone)]
pub struct RequestContext {
    pub language: Language,
    pub client: IpAddr,
    /// The `X-Request-Id` of the client if it is safe to log, or else a new one.
    pub id: HeaderValue,
    pub is_id_given: bool,
    /// Clones of the context share this cell.
    pub trace: Arc<OnceLock<HeaderValue>>,
    /// The caller's trace, which is not trusted.
    pub traceparent: Option<HeaderValue>,
}

impl RequestContext {
    pub fn new(headers: &HeaderMap, peer: IpAddr, trusted_proxies: usize) -> Self {
        let given = given_id(headers);
        Self {
            language: language(headers),
            client: client(headers, peer, trusted_proxies),
            is_id_given: given.is_some(),
            trace: Arc::default(),
            id: given.unwrap_or_else(new_id),
            traceparent: headers.get("traceparent").cloned(),
        }
    }

    pub fn id(&self) -> &str {
        self.id.to_str().unwrap_or_default()
    }

    /// Returns the `X-Request-Id` of the response: the client's own id, or else that of the trace.
    pub fn response_id(self) -> HeaderValue {
        let trace = self.trace.get().filter(|_| !self.is_id_given).cloned();
        trace.unwrap_or(self.id)
    }
}

fn language(headers: &HeaderMap) -> Language {
    let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    wanted.map_or_else(Language::default, accepted_language::negotiate)
}

fn given_id(headers: &HeaderMap) -> Option<HeaderValue> {
    let is_safe = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let given = headers.get(REQUEST_ID)?;
    let is_accepted = (MIN_ID_LENGTH..=MAX_ID_LENGTH).contains(&given.len()) && given.as_bytes().iter().all(is_safe);
    is_accepted.then(|| given.clone())
}

fn new_id() -> HeaderValue {
    let mut buffer = Uuid::encode_buffer();
    let id = Uuid::now_v7().simple().encode_lower(&mut buffer);
    HeaderValue::from_str(id).unwrap_or_else(|_| HeaderValue::from_static("unnamed"))
}

/// Returns the client's address. Clients can forge `X-Forwarded-For`; our own proxies append to it.
fn client(headers: &HeaderMap, peer: IpAddr, trusted_proxies: usize) -> IpAddr {
    if trusted_proxies == 0 {
        return peer;
    }
    let lists = headers.get_all("x-forwarded-for").into_iter().filter_map(|list| list.to_str().ok());
    let addresses: Vec<&str> = lists.flat_map(|list| list.split(',')).map(str::trim).collect();
    let position = addresses.len().checked_sub(trusted_proxies);
    let client = position.and_then(|position| addresses[position].parse().ok());
    client.unwrap_or(peer)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn context(name: &'static str, value: &'static str, trusted_proxies: usize) -> RequestContext {
        let headers = HeaderMap::from_iter([(header::HeaderName::from_static(name), HeaderValue::from_static(value))]);
        RequestContext::new(&headers, IpAddr::from([10, 0, 0, 1]), trusted_proxies)
    }

    #[test]
    fn the_client_address_is_trusted_only_from_our_own_proxies() {
        for (list, proxies, expected) in [
            ("1.2.3.4", 0, "10.0.0.1"),
            ("1.2.3.4", 1, "1.2.3.4"),
            ("9.9.9.9, 1.2.3.4", 1, "1.2.3.4"),
            ("1.2.3.4, 5.6.7.8", 2, "1.2.3.4"),
            ("1.2.3.4", 2, "10.0.0.1"),
            ("nonsense", 1, "10.0.0.1"),
        ] {
            assert_eq!(
                context("x-forwarded-for", list, proxies).client.to_string(),
                expected,
                "{list} behind {proxies}"
            );
        }
    }

    #[test]
    fn a_request_id_that_is_unsafe_to_log_is_replaced() {
        assert_eq!(context(REQUEST_ID, "abc-DEF_123", 0).id(), "abc-DEF_123");
        for id in ["short", "with space in it", "a\tb-c-d-e-f"] {
            assert_eq!(context(REQUEST_ID, id, 0).id().len(), 32, "{id}");
        }
    }
}

//! The IndexNow key file `/{key}.txt`, which proves to search engines that change messages come from this shop.

use axum::{
    body::Bytes,
    http::{HeaderValue, StatusCode, header},
};
use kit::client::{CallContext, retry};
use proto::seo::ProofRequest;

use crate::{buffered_response::BufferedResponse, observe::Route, services::Services};

const LENGTH: std::ops::RangeInclusive<usize> = 8..=128;

/// Returns the name of a file that may be a key.
pub fn name(path: &str) -> Option<&str> {
    let name = path.strip_prefix('/')?.strip_suffix(".txt")?;
    let is_name = LENGTH.contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    is_name.then_some(name)
}

/// The seo service confirms a key but does not reveal it.
pub async fn response(services: &Services, name: &str) -> Option<BufferedResponse> {
    let request = || CallContext::default().sign(ProofRequest { name: name.to_owned() });
    let text = retry(async || services.seo().proof(request()).await).await.ok()?.into_inner().text;
    if text.is_empty() {
        return None;
    }
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    let response = BufferedResponse::new(StatusCode::OK, kind, Bytes::from(text), Some(Route("/{proof}.txt".into())));
    Some(response.with_header(header::CACHE_CONTROL, super::ONE_HOUR))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_possible_key_files_are_looked_up() {
        assert_eq!(name("/0123abcd.txt"), Some("0123abcd"));
        for path in [
            "/",
            "/robots.txt",
            "/0123abcd",
            "/0123abcd.html",
            "/a/0123abcd.txt",
            "/ru/0123abcd.txt",
            "/0123%20abcd.txt",
        ] {
            assert_eq!(name(path), None, "{path}");
        }
        assert_eq!(name(&format!("/{}.txt", "f".repeat(129))), None);
    }
}

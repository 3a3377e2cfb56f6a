use super::*;

fn response(text: &str) -> BufferedResponse {
    let kind = HeaderValue::from_static("application/json");
    BufferedResponse::new(StatusCode::OK, kind, Bytes::from(text.to_owned()), None)
}

fn headers(name: header::HeaderName, value: &str) -> HeaderMap {
    HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())])
}

#[test]
fn to_response_returns_304_when_if_none_match_has_the_etag() {
    let response = response("{}");
    let etag = response.etag.to_str().unwrap().to_owned();
    let in_a_list = format!("\"other\", {etag}");
    let without_weak_mark = etag.trim_start_matches("W/").to_owned();
    for if_none_match in [etag, in_a_list, without_weak_mark, "*".to_owned()] {
        let sent = response.to_response(&Method::GET, &headers(header::IF_NONE_MATCH, &if_none_match));
        assert_eq!(sent.status(), StatusCode::NOT_MODIFIED, "{if_none_match}");
    }
    assert_eq!(
        response.to_response(&Method::GET, &headers(header::IF_NONE_MATCH, "\"other\"")).status(),
        StatusCode::OK
    );
}

#[test]
fn only_long_bodies_are_compressed_and_the_etag_is_the_same_for_all_encodings() {
    let accepted = headers(header::ACCEPT_ENCODING, "br");
    assert!(!response("short").to_response(&Method::GET, &accepted).headers().contains_key(header::CONTENT_ENCODING));
    let long = response(&"long".repeat(1000));
    let (compressed, plain) =
        (long.to_response(&Method::GET, &accepted), long.to_response(&Method::GET, &HeaderMap::new()));
    assert_eq!(compressed.headers()[header::CONTENT_ENCODING], "br");
    assert_eq!(compressed.headers()[header::ETAG], plain.headers()[header::ETAG]);
}

#[tokio::test]
async fn head_returns_the_length_without_a_body() {
    let sent = response("{\"data\":1}").to_response(&Method::HEAD, &HeaderMap::new());
    assert_eq!(sent.headers()[header::CONTENT_LENGTH], "10");
    assert!(to_bytes(sent.into_body(), 100).await.unwrap().is_empty());
}

//! HTTP Message Signatures (RFC 9421) of the mobile app, as in `docs/APP-SIGNATURES.md`. The auth service verifies the
//! signature.

use std::collections::BTreeMap;

use axum::http::{HeaderMap, Method};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use proto::auth::SignedMessage;
use sha2::{Digest as _, Sha256};

/// The name of the app's signature in both headers.
const LABEL: &str = "app=";
const COVERED_COMPONENTS: &str = r#"("@method" "@path" "content-digest")"#;
const ALGORITHM: &str = "ecdsa-p256-sha256";
/// The parameters that are texts. The only other one is `created`.
const TEXT_PARAMETERS: [&str; 4] = ["nonce", "keyid", "alg", "tag"];
/// Distinguishes signatures with the same key.
const TAG: &str = "sovqat-app";
/// The longest accepted header. Headers of the app are shorter.
const MAX_HEADER_BYTES: usize = 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    Malformed,
    /// The digest does not match the body.
    Digest,
}

impl Fault {
    pub fn code(self) -> &'static str {
        match self {
            Self::Malformed => "signature_invalid",
            Self::Digest => "digest_mismatch",
        }
    }
}

/// Returns the signed message, or `None` if the request is not signed.
pub fn read(method: &Method, path: &str, headers: &HeaderMap, body: &[u8]) -> Result<Option<SignedMessage>, Fault> {
    if !headers.contains_key("signature") && !headers.contains_key("signature-input") {
        return Ok(None);
    }
    let input = single_header(headers, "signature-input")?.strip_prefix(LABEL).ok_or(Fault::Malformed)?;
    let signature =
        single_header(headers, "signature")?.strip_prefix(LABEL).and_then(decode_bytes).ok_or(Fault::Malformed)?;
    let digest = single_header(headers, "content-digest")?;
    let parameters = input.strip_prefix(COVERED_COMPONENTS).and_then(Parameters::parse).ok_or(Fault::Malformed)?;
    let expected = digest.strip_prefix("sha-256=").and_then(decode_bytes).ok_or(Fault::Malformed)?;
    if expected != <[u8; 32]>::from(Sha256::digest(body)) {
        return Err(Fault::Digest);
    }
    let base = format!(
        "\"@method\": {method}\n\"@path\": {path}\n\"content-digest\": {digest}\n\"@signature-params\": {input}"
    );
    Ok(Some(SignedMessage {
        key_id: parameters.key_id.to_owned(),
        base: base.into_bytes(),
        signature,
        created: parameters.created,
        nonce: parameters.nonce.to_owned(),
    }))
}

fn single_header<'a>(headers: &'a HeaderMap, name: &str) -> Result<&'a str, Fault> {
    let mut values = headers.get_all(name).iter();
    let value = values.next().and_then(|value| value.to_str().ok()).filter(|text| text.len() <= MAX_HEADER_BYTES);
    if values.next().is_some() { Err(Fault::Malformed) } else { value.ok_or(Fault::Malformed) }
}

/// Decodes base64 between colons (RFC 8941).
fn decode_bytes(text: &str) -> Option<Vec<u8>> {
    STANDARD.decode(text.strip_prefix(':')?.strip_suffix(':')?).ok()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Parameters<'a> {
    /// In Unix seconds.
    created: i64,
    nonce: &'a str,
    key_id: &'a str,
}

impl<'a> Parameters<'a> {
    /// Parses `;name=value` in any order, each name once.
    fn parse(text: &'a str) -> Option<Self> {
        let mut created = None;
        let mut texts = BTreeMap::new();
        let mut remaining = text;
        while !remaining.is_empty() {
            let (name, after_name) = remaining.strip_prefix(';')?.split_once('=')?;
            let (value, rest) = split_value(after_name)?;
            remaining = rest;
            let is_repeated = match value {
                Value::Integer(seconds) if name == "created" => created.replace(seconds).is_some(),
                Value::Text(text) if TEXT_PARAMETERS.contains(&name) => texts.insert(name, text).is_some(),
                Value::Integer(_) | Value::Text(_) => return None,
            };
            if is_repeated {
                return None;
            }
        }
        let is_ours = texts.get("alg") == Some(&ALGORITHM) && texts.get("tag") == Some(&TAG);
        let (nonce, key_id) = (texts.get("nonce").copied()?, texts.get("keyid").copied()?);
        is_ours.then_some(Self { created: created?, nonce, key_id })
    }
}

#[derive(Debug, Clone, Copy)]
enum Value<'a> {
    Integer(i64),
    Text(&'a str),
}

/// Splits the text after its first value.
fn split_value(text: &str) -> Option<(Value<'_>, &str)> {
    if let Some(quoted) = text.strip_prefix('"') {
        let (value, rest) = quoted.split_once('"')?;
        let is_plain = value.bytes().all(|byte| byte != b'\\' && (b' '..=b'~').contains(&byte));
        return is_plain.then_some((Value::Text(value), rest));
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    // RFC 8941 limits integers to 15 digits.
    if digits > 15 || (digits > 1 && number.starts_with('0')) {
        return None;
    }
    Some((Value::Integer(number.parse().ok()?), rest))
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    const BODY: &[u8] = br#"{"bonusAmount":500}"#;
    const GOOD: &str = r#"app=("@method" "@path" "content-digest");created=1790000000;nonce="bm9uY2Utb2YtMTYtYnl0ZXM";keyid="a-key";alg="ecdsa-p256-sha256";tag="sovqat-app""#;

    fn digest(body: &[u8]) -> String {
        format!("sha-256=:{}:", STANDARD.encode(Sha256::digest(body)))
    }

    fn request(input: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        let mut put =
            |name, value: &str| headers.insert(HeaderName::from_static(name), HeaderValue::from_str(value).unwrap());
        put("signature-input", input);
        put("signature", "app=:AQID:");
        put("content-digest", &digest(BODY));
        headers
    }

    fn read_signature(headers: &HeaderMap) -> Result<Option<SignedMessage>, Fault> {
        read(&Method::POST, "/api/v1/order", headers, BODY)
    }

    #[test]
    fn the_signature_base_follows_rfc_9421() {
        let message = read_signature(&request(GOOD)).unwrap().expect("the request is signed");
        let expected = format!(
            "\"@method\": POST\n\"@path\": /api/v1/order\n\"content-digest\": {}\n\"@signature-params\": {}",
            digest(BODY),
            &GOOD[LABEL.len()..]
        );
        assert_eq!(String::from_utf8(message.base).unwrap(), expected);
        assert_eq!((message.key_id.as_str(), message.created), ("a-key", 1_790_000_000));
        assert_eq!((message.nonce.as_str(), message.signature), ("bm9uY2Utb2YtMTYtYnl0ZXM", vec![1, 2, 3]));
    }

    #[test]
    fn an_unsigned_request_differs_from_a_malformed_signature() {
        let mut headers = HeaderMap::new();
        assert_eq!(read_signature(&headers), Ok(None));
        // A digest alone does not make a request signed.
        headers.insert("content-digest", HeaderValue::from_static("sha-256=:AAAA:"));
        assert_eq!(read_signature(&headers), Ok(None));
        for missing in ["signature", "signature-input", "content-digest"] {
            let mut headers = request(GOOD);
            headers.remove(missing);
            assert_eq!(read_signature(&headers), Err(Fault::Malformed), "{missing}");
        }
        let mut twice = request(GOOD);
        twice.append("signature-input", HeaderValue::from_static(GOOD));
        assert_eq!(read_signature(&twice), Err(Fault::Malformed));
    }

    #[test]
    fn a_body_that_does_not_match_the_digest_is_refused() {
        let mut headers = request(GOOD);
        headers.insert("content-digest", HeaderValue::from_str(&digest(b"{}")).unwrap());
        assert_eq!(read_signature(&headers), Err(Fault::Digest));
        headers.insert("content-digest", HeaderValue::from_static("md5=:AAAA:"));
        assert_eq!(read_signature(&headers), Err(Fault::Malformed));
    }

    #[test]
    fn signatures_of_other_profiles_are_refused() {
        for (from, to) in [
            ("app=", "sig1="),
            (r#""@path" "#, ""),
            (r#""content-digest")"#, r#""content-digest" "date")"#),
            ("created=1790000000", "created=-1"),
            ("created=1790000000", "created=0179"),
            ("created=1790000000", "created=99999999999999999999"),
            ("created=1790000000", "created=\"1790000000\""),
            ("created=1790000000", "created=1790000000;created=1790000001"),
            (";created=1790000000", ""),
            ("nonce=\"bm9uY2Utb2YtMTYtYnl0ZXM\"", "nonce=7"),
            ("nonce=", "nonse="),
            ("a-key", "a\\\"key"),
            (";keyid=\"a-key\"", ""),
            ("ecdsa-p256-sha256", "hmac-sha256"),
            ("sovqat-app", "another-app"),
            (";alg=", "; alg="),
        ] {
            let input = GOOD.replace(from, to);
            assert_ne!(input, GOOD);
            assert_eq!(read_signature(&request(&input)), Err(Fault::Malformed), "{input}");
        }
    }

    #[test]
    fn parameters_may_come_in_any_order() {
        let input = r#"app=("@method" "@path" "content-digest");tag="sovqat-app";alg="ecdsa-p256-sha256";keyid="k";nonce="n";created=7"#;
        let message = read_signature(&request(input)).unwrap().expect("the request is signed");
        assert_eq!((message.key_id.as_str(), message.nonce.as_str(), message.created), ("k", "n", 7));
    }
}

//! Compression of dynamic responses, with fast settings. The web app's build compresses static files.

use std::io::Write as _;

use axum::{
    body::Bytes,
    http::{HeaderMap, HeaderValue, header},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Brotli,
    Gzip,
}

impl Encoding {
    pub fn name(self) -> HeaderValue {
        match self {
            Self::Brotli => HeaderValue::from_static("br"),
            Self::Gzip => HeaderValue::from_static("gzip"),
        }
    }
}

pub fn negotiate(request: &HeaderMap) -> Option<Encoding> {
    let mut best = None;
    for name in accepted(request) {
        match name {
            "br" => return Some(Encoding::Brotli),
            "gzip" => best = Some(Encoding::Gzip),
            _ => {}
        }
    }
    best
}

pub fn accepts_gzip(request: &HeaderMap) -> bool {
    accepted(request).any(|name| name == "gzip")
}

/// Returns the names of the encodings that the client accepts.
fn accepted(request: &HeaderMap) -> impl Iterator<Item = &str> {
    let lists = request.get_all(header::ACCEPT_ENCODING).into_iter().filter_map(|list| list.to_str().ok());
    lists.flat_map(|list| list.split(',')).filter_map(|range| {
        let (name, weight) = range.split_once(';').unwrap_or((range, ""));
        let is_refused = weight.trim().strip_prefix("q=").is_some_and(|q| q.parse() == Ok(0.0));
        (!is_refused).then(|| name.trim())
    })
}

/// Compresses with a window of 2^20 bytes (`lgwin`).
pub fn brotli(body: &[u8]) -> Bytes {
    let parameters =
        brotli::enc::BrotliEncoderParams { quality: 4, lgwin: 20, size_hint: body.len(), ..Default::default() };
    let mut compressed = Vec::with_capacity(body.len() / 4);
    // Writing to a buffer cannot fail.
    let _ = brotli::BrotliCompress(&mut &body[..], &mut compressed, &parameters);
    compressed.into()
}

pub fn gzip(body: &[u8]) -> Bytes {
    let mut encoder = flate2::write::GzEncoder::new(Vec::with_capacity(body.len() / 4), flate2::Compression::fast());
    let _ = encoder.write_all(body);
    encoder.finish().unwrap_or_default().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negotiate_returns_the_best_accepted_encoding() {
        for (accepted, expected) in [
            ("gzip, deflate, br, zstd", Some(Encoding::Brotli)),
            ("gzip;q=1.0, br;q=0", Some(Encoding::Gzip)),
            ("gzip;q=0", None),
            ("identity", None),
            ("", None),
        ] {
            let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(accepted))]);
            assert_eq!(negotiate(&headers), expected, "{accepted}");
        }
    }

    #[test]
    fn compressed_bodies_decompress_to_the_original() {
        let body = "Bakıdan qonaqlıq. ".repeat(500);
        let mut plain = Vec::new();
        brotli::BrotliDecompress(&mut &brotli(body.as_bytes())[..], &mut plain).unwrap();
        assert_eq!(plain, body.as_bytes());
        let mut plain = String::new();
        std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&gzip(body.as_bytes())[..]), &mut plain)
            .unwrap();
        assert_eq!(plain, body);
    }
}

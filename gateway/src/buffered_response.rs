//! A complete response in memory, with compressed forms that are made on first use.

pub mod encoding;

use std::{sync::OnceLock, time::Duration};

use axum::{
    body::{Body, Bytes, to_bytes},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    response::Response,
};
use sha2::{Digest as _, Sha256};

use crate::{buffered_response::encoding::Encoding, observe::Route};

/// An estimate of the size of a response's headers.
const HEADER_BYTES: usize = 512;
/// Smaller bodies fit into one packet without compression.
const MIN_COMPRESSED_BYTES: usize = 1024;
/// The number of a response's headers, with those that the site adds.
const EXPECTED_HEADERS: usize = 24;
const VARY: HeaderValue = HeaderValue::from_static("Accept-Language, Accept-Encoding, Authorization");

pub struct BufferedResponse {
    pub status: StatusCode,
    pub body: Bytes,
    pub route: Option<Route>,
    /// Zero if the response is not cached.
    pub lifetime: Duration,
    content_type: HeaderValue,
    /// All headers but `Content-Type` and `ETag`.
    headers: Vec<(HeaderName, HeaderValue)>,
    etag: HeaderValue,
    brotli: OnceLock<Bytes>,
    gzip: OnceLock<Bytes>,
}

impl BufferedResponse {
    pub fn new(status: StatusCode, content_type: HeaderValue, body: Bytes, route: Option<Route>) -> Self {
        let etag = etag(&body);
        let (brotli, gzip) = (OnceLock::new(), OnceLock::new());
        Self { status, body, route, lifetime: Duration::ZERO, content_type, headers: Vec::new(), etag, brotli, gzip }
    }

    #[must_use]
    pub fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.retain(|(earlier, _)| *earlier != name);
        self.headers.push((name, value));
        self
    }

    #[must_use]
    pub fn with_lifetime(self, lifetime: Duration) -> Self {
        Self { lifetime, ..self }
    }

    pub async fn read(response: Response) -> Result<Self, axum::Error> {
        let (mut parts, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX).await?;
        let content_type =
            parts.headers.remove(header::CONTENT_TYPE).unwrap_or(HeaderValue::from_static("application/octet-stream"));
        let mut response = Self::new(parts.status, content_type, body, parts.extensions.remove());
        response = response.with_header(header::VARY, VARY);
        for name in [header::CACHE_CONTROL, header::CONTENT_DISPOSITION] {
            if let Some(value) = parts.headers.remove(&name) {
                response = response.with_header(name, value);
            }
        }
        Ok(response)
    }

    pub fn weight(&self) -> u32 {
        let bodies = [Some(&self.body), self.brotli.get(), self.gzip.get()];
        let body_bytes = bodies.into_iter().flatten().map(Bytes::len).sum::<usize>();
        u32::try_from(body_bytes + HEADER_BYTES).unwrap_or(u32::MAX)
    }

    pub fn to_response(&self, method: &Method, request: &HeaderMap) -> Response {
        let mut response = Response::new(Body::empty());
        let headers = response.headers_mut();
        headers.reserve(EXPECTED_HEADERS);
        for (name, value) in &self.headers {
            headers.insert(name.clone(), value.clone());
        }
        if self.status == StatusCode::OK {
            headers.insert(header::ETAG, self.etag.clone());
            if self.matches_etag(request) {
                *response.status_mut() = StatusCode::NOT_MODIFIED;
                self.add_route(&mut response);
                return response;
            }
        }
        headers.insert(header::CONTENT_TYPE, self.content_type.clone());
        let (body, encoding) = self.encoded(request);
        if let Some(encoding) = encoding {
            headers.insert(header::CONTENT_ENCODING, encoding.name());
        }
        if method == Method::HEAD {
            headers.insert(header::CONTENT_LENGTH, HeaderValue::from(body.len()));
        } else {
            *response.body_mut() = Body::from(body);
        }
        *response.status_mut() = self.status;
        self.add_route(&mut response);
        response
    }

    fn add_route(&self, response: &mut Response) {
        if let Some(route) = &self.route {
            response.extensions_mut().insert(route.clone());
        }
    }

    fn encoded(&self, request: &HeaderMap) -> (Bytes, Option<Encoding>) {
        if self.body.len() < MIN_COMPRESSED_BYTES {
            return (self.body.clone(), None);
        }
        let encoding = encoding::negotiate(request);
        let body = match encoding {
            Some(Encoding::Brotli) => self.brotli.get_or_init(|| encoding::brotli(&self.body)),
            Some(Encoding::Gzip) => self.gzip.get_or_init(|| encoding::gzip(&self.body)),
            None => &self.body,
        };
        (body.clone(), encoding)
    }

    fn matches_etag(&self, request: &HeaderMap) -> bool {
        let lists = request.get_all(header::IF_NONE_MATCH).into_iter().filter_map(|list| list.to_str().ok());
        let etag = self.etag.to_str().unwrap_or_default().trim_start_matches("W/");
        lists
            .flat_map(|list| list.split(','))
            .map(str::trim)
            .any(|tag| tag == "*" || tag.trim_start_matches("W/") == etag)
    }
}

/// Returns 16 hexadecimal digits, for ETags and file names.
pub fn fingerprint(body: &[u8]) -> String {
    let digest = Sha256::digest(body);
    format!("{:016x}", u64::from_be_bytes(digest[..8].try_into().unwrap_or_default()))
}

/// The ETag is weak, because the same body is sent in several encodings.
fn etag(body: &[u8]) -> HeaderValue {
    HeaderValue::from_str(&format!("W/\"{}\"", fingerprint(body)))
        .unwrap_or_else(|_| HeaderValue::from_static("W/\"\""))
}

#[cfg(test)]
mod tests;

//! Uploaded pictures, streamed from the object store, so that the bucket can stay private.

use std::time::Duration;

use axum::{
    body::Body,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use object_store::ObjectStoreExt as _;
use objects::Objects;

/// How long a request to a failing store is repeated.
const RETRY_FOR: Duration = Duration::from_secs(2);
/// The error of a bucket that does not exist. It is a mistake in the settings, and no missing picture.
const NO_BUCKET: &str = "NoSuchBucket";

#[derive(Clone)]
pub struct Uploads {
    objects: Objects,
}

impl Uploads {
    pub fn open(url: &str) -> anyhow::Result<Self> {
        Ok(Self { objects: Objects::open(url, RETRY_FOR)? })
    }

    pub async fn serve(&self, path: &str) -> Response {
        let Some((hash, file)) = parse_path(path) else { return StatusCode::NOT_FOUND.into_response() };
        match self.objects.store.get(&self.objects.root.clone().join(hash).join(file)).await {
            Ok(found) => {
                let length = HeaderValue::from(found.meta.size);
                let mut response = Body::from_stream(found.into_stream()).into_response();
                response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("image/webp"));
                response.headers_mut().insert(header::CONTENT_LENGTH, length);
                response
            }
            Err(object_store::Error::NotFound { source, .. }) if !source.to_string().contains(NO_BUCKET) => {
                StatusCode::NOT_FOUND.into_response()
            }
            Err(error) => {
                tracing::warn!(%error, "Reading from the media store failed");
                StatusCode::SERVICE_UNAVAILABLE.into_response()
            }
        }
    }
}

/// Returns hash and file name of a picture. Other files of the store are not accessible.
fn parse_path(path: &str) -> Option<(&str, &str)> {
    let (hash, file) = path.strip_prefix("/media/")?.split_once('/')?;
    let is_hash = !hash.is_empty() && hash.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (is_hash && ["320.webp", "640.webp", "1280.webp"].contains(&file)).then_some((hash, file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_of_pictures_are_accepted() {
        assert_eq!(parse_path("/media/4f2a/640.webp"), Some(("4f2a", "640.webp")));
        for path in [
            "/media/640.webp",
            "/media//640.webp",
            "/media/../640.webp",
            "/media/a/b/640.webp",
            "/media/a/641.webp",
            "/media/a%2f/640.webp",
        ] {
            assert_eq!(parse_path(path), None, "{path}");
        }
    }
}

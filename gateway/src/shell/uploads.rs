//! Uploaded pictures, streamed from the catalogue's store. The bucket can stay private, and the Content-Security-Policy
//! needs no other origin. The responses are immutable, so a CDN in front fetches each picture once.

use std::sync::Arc;

use anyhow::Context as _;
use axum::{
    body::Body,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use object_store::{ObjectStore, ObjectStoreExt as _, path::Path};
use url::Url;

#[derive(Clone)]
pub struct Uploads {
    store: Arc<dyn ObjectStore>,
    root: Path,
}

impl Uploads {
    /// Opens `file:///folder` or `s3://bucket/prefix`. Keys, region and endpoint of a bucket come from the usual
    /// `AWS_…` variables.
    pub fn open(url: &str) -> anyhow::Result<Self> {
        let url = Url::parse(url).context("the media store must be a URL, for example file:///var/lib/media")?;
        // Fails harmlessly if it is already installed.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let variables = std::env::vars().filter(|(name, _)| name.starts_with("AWS_"));
        let (store, root) = object_store::parse_url_opts(&url, variables).context("cannot open the media store")?;
        Ok(Self { store: Arc::from(store), root })
    }

    pub async fn serve(&self, path: &str) -> Response {
        let Some((hash, file)) = parse_path(path) else { return StatusCode::NOT_FOUND.into_response() };
        match self.store.get(&self.root.clone().join(hash).join(file)).await {
            Ok(found) => {
                let length = HeaderValue::from(found.meta.size);
                let mut response = Body::from_stream(found.into_stream()).into_response();
                response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("image/webp"));
                response.headers_mut().insert(header::CONTENT_LENGTH, length);
                response
            }
            Err(object_store::Error::NotFound { .. }) => StatusCode::NOT_FOUND.into_response(),
            Err(error) => {
                tracing::warn!(%error, "Reading from the media store failed");
                StatusCode::SERVICE_UNAVAILABLE.into_response()
            }
        }
    }
}

/// Parses `/media/{hash}/{width}.webp`. Other files of the store are not accessible.
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

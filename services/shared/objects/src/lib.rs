//! Opens object stores: a folder, or a bucket of any server that speaks S3.

use std::{ffi::OsString, sync::Arc, time::Duration};

use anyhow::{Context as _, ensure};
use object_store::{
    BackoffConfig, ObjectStore, ObjectStoreScheme, RetryConfig,
    aws::{AmazonS3Builder, AmazonS3ConfigKey},
    path::Path,
};
use url::Url;

/// Doubles up to [`MAX_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const MAX_PAUSE: Duration = Duration::from_secs(1);
const READ_TIMEOUT: Duration = Duration::from_secs(10);
const REQUEST_TIMEOUT: Duration = Duration::from_mins(5);

#[derive(Debug, Clone)]
pub struct Objects {
    pub store: Arc<dyn ObjectStore>,
    pub root: Path,
}

impl Objects {
    /// Opens `file:///folder`, `s3://bucket/prefix`, or `memory:///`. `AWS_…` variables configure buckets. Failed
    /// requests are repeated for `retry_for`, except writes that may have happened.
    pub fn open(url: &str, retry_for: Duration) -> anyhow::Result<Self> {
        let text = |(name, value): (OsString, OsString)| Some((name.into_string().ok()?, value.into_string().ok()?));
        Self::open_with(url, retry_for, std::env::vars_os().filter_map(text))
    }

    pub fn open_with(
        url: &str,
        retry_for: Duration,
        variables: impl IntoIterator<Item = (String, String)>,
    ) -> anyhow::Result<Self> {
        let url =
            Url::parse(url).context("the address of an object store must be a URL such as file:///var/lib/media")?;
        ensure!(
            matches!(url.scheme(), "file" | "memory" | "s3"),
            "the URL of an object store must begin with file: or s3:"
        );
        // Fails if a provider is installed already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let (scheme, root) = ObjectStoreScheme::parse(&url).context("the object store cannot be used")?;
        if !matches!(scheme, ObjectStoreScheme::AmazonS3) {
            let (store, root) = object_store::parse_url(&url).context("the object store cannot be used")?;
            return Ok(Self { store: Arc::from(store), root });
        }
        let bucket = bucket(&url, retry_for, variables).build().context("the object store cannot be used")?;
        Ok(Self { store: Arc::new(bucket), root })
    }
}

fn bucket(url: &Url, retry_for: Duration, variables: impl IntoIterator<Item = (String, String)>) -> AmazonS3Builder {
    let retry = RetryConfig {
        backoff: BackoffConfig { init_backoff: FIRST_PAUSE, max_backoff: MAX_PAUSE, base: 2.0 },
        // `retry_timeout` ends the repetitions.
        max_retries: 1_000,
        retry_timeout: retry_for,
    };
    let timeouts = [("read_timeout", READ_TIMEOUT), ("timeout", REQUEST_TIMEOUT)];
    let timeouts = timeouts.map(|(key, time)| (key.to_owned(), format!("{} seconds", time.as_secs())));
    let variables = variables.into_iter().filter(|(name, _)| name.starts_with("AWS_"));
    let mut builder = AmazonS3Builder::new().with_url(url.as_str()).with_retry(retry);
    for (name, value) in timeouts.into_iter().chain(variables) {
        // Other `AWS_…` variables are for other programs.
        let Ok(key) = name.to_ascii_lowercase().parse::<AmazonS3ConfigKey>() else { continue };
        builder = builder.with_config(key, value);
    }
    builder
}

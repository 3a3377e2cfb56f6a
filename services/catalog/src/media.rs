//! Storage of pictures: a folder, or an S3-compatible bucket.

pub mod convert;

use std::sync::Arc;

use anyhow::{Context as _, ensure};
use object_store::{ObjectStore, ObjectStoreExt as _, PutMode, path::Path};
use tokio::sync::Semaphore;
use url::Url;

use crate::media::convert::ConvertedPicture;

/// Number of pictures converted at the same time. Each may need 200 MB and a full core.
const CONCURRENT_CONVERSIONS: usize = 1;

#[derive(Clone)]
pub struct Media {
    store: Arc<dyn ObjectStore>,
    root: Path,
    conversions: Arc<Semaphore>,
}

impl Media {
    /// `url` has the format of `open_store`.
    pub fn open(url: &str) -> anyhow::Result<Self> {
        let (store, root) = open_store(url)?;
        Ok(Self { store, root, conversions: Arc::new(Semaphore::new(CONCURRENT_CONVERSIONS)) })
    }

    /// Converts an uploaded file on a blocking thread.
    pub async fn convert(&self, file: Vec<u8>) -> kit::Result<ConvertedPicture> {
        let permit = self.conversions.clone().acquire_owned().await.map_err(kit::Error::internal)?;
        let work = move || {
            // Held until the conversion ends, even if the caller has disconnected.
            let _permit = permit;
            convert::convert(&file)
        };
        let picture = tokio::task::spawn_blocking(work).await.map_err(kit::Error::internal)?;
        picture.map_err(|code| kit::Error::invalid("picture", code))
    }

    /// Stores all files, or deletes those written before a failure.
    pub async fn store_files(&self, picture: &ConvertedPicture) -> anyhow::Result<()> {
        let mut written = Vec::new();
        for file in &picture.files {
            let path = self.path(&picture.hash, file.width);
            let outcome = self.store.put_opts(&path, file.webp.clone().into(), PutMode::Create.into()).await;
            match outcome {
                Ok(_) => written.push(path),
                // The name is a hash of the content, so an existing file is the same.
                Err(object_store::Error::AlreadyExists { .. }) => {}
                Err(error) => {
                    for path in &written {
                        let _ = self.store.delete(path).await;
                    }
                    return Err(error).context("a picture could not be stored");
                }
            }
        }
        Ok(())
    }

    fn path(&self, hash: &str, width: u32) -> Path {
        self.root.clone().join(hash).join(format!("{width}.webp"))
    }
}

/// Accepts `file:///folder`, `s3://bucket/prefix`, or `memory:///`, which is not persistent. Keys, region and endpoint
/// of a bucket come from the usual `AWS_…` variables.
pub fn open_store(url: &str) -> anyhow::Result<(Arc<dyn ObjectStore>, Path)> {
    let url = Url::parse(url).context("the address of an object store must be a URL such as file:///var/lib/media")?;
    ensure!(
        matches!(url.scheme(), "file" | "memory" | "s3"),
        "the URL of an object store must begin with file: or s3:"
    );
    // Needed for TLS. Fails without effect if a provider is installed already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let variables = std::env::vars().filter(|(name, _)| name.starts_with("AWS_"));
    let (store, root) = object_store::parse_url_opts(&url, variables).context("the object store cannot be used")?;
    Ok((Arc::from(store), root))
}

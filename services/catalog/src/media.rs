//! Converts uploaded pictures to WebP in several widths, and stores them in an object store.

pub mod convert;

use std::{sync::Arc, time::Duration};

use anyhow::Context as _;
use object_store::{PutMode, path::Path};
use objects::Objects;
use tokio::sync::Semaphore;

use crate::media::convert::ConvertedPicture;

/// Number of concurrent conversions. Each may need 200 MB of memory and a full core.
const CONCURRENT_CONVERSIONS: usize = 1;
/// How long requests to a failing store are repeated. The gateway's timeout of an upload is longer.
const RETRY_FOR: Duration = Duration::from_secs(5);

/// The storage of pictures. Clones share it.
#[derive(Clone)]
pub struct Media {
    objects: Objects,
    conversions: Arc<Semaphore>,
}

impl Media {
    /// Opens the store at `url`, see [`Objects::open`].
    pub fn open(url: &str) -> anyhow::Result<Self> {
        Ok(Self::new(Objects::open(url, RETRY_FOR)?))
    }

    pub fn new(objects: Objects) -> Self {
        Self { objects, conversions: Arc::new(Semaphore::new(CONCURRENT_CONVERSIONS)) }
    }

    /// Converts a file, after waiting for a free conversion slot.
    pub async fn convert(&self, file: Vec<u8>) -> kit::Result<ConvertedPicture> {
        let permit = self.conversions.clone().acquire_owned().await.map_err(kit::Error::internal)?;
        let work = move || {
            // The permit is held until the conversion ends, even if the caller has disconnected.
            let _permit = permit;
            convert::convert(&file)
        };
        let picture = tokio::task::spawn_blocking(work).await.map_err(kit::Error::internal)?;
        picture.map_err(|code| kit::Error::invalid("picture", code))
    }

    /// Stores all files of a picture. After a failure, files that are already written are kept: their names are hashes
    /// of their content, so they may also belong to another upload of the same picture. A repeated upload writes only
    /// the missing files.
    pub async fn store_files(&self, picture: &ConvertedPicture) -> anyhow::Result<()> {
        for file in &picture.files {
            let path = self.path(&picture.hash, file.width);
            match self.objects.store.put_opts(&path, file.webp.clone().into(), PutMode::Create.into()).await {
                Ok(_) | Err(object_store::Error::AlreadyExists { .. }) => {}
                Err(error) => return Err(error).context("a picture could not be stored"),
            }
        }
        Ok(())
    }

    /// Returns the path of a picture's file in the object store.
    fn path(&self, hash: &str, width: u32) -> Path {
        self.objects.root.clone().join(hash).join(format!("{width}.webp"))
    }
}

//! Converts uploaded pictures to WebP, and stores them.

pub mod convert;

use std::{sync::Arc, time::Duration};

use anyhow::Context as _;
use object_store::{PutMode, path::Path};
use objects::Objects;
use tokio::sync::Semaphore;

use crate::media::convert::ConvertedPicture;

/// A conversion may need 200 MB of memory and a full core.
const CONCURRENT_CONVERSIONS: usize = 1;
/// Shorter than the gateway's timeout of an upload.
const RETRY_FOR: Duration = Duration::from_secs(5);

#[derive(Clone)]
pub struct Media {
    objects: Objects,
    conversions: Arc<Semaphore>,
}

impl Media {
    pub fn open(url: &str) -> anyhow::Result<Self> {
        Ok(Self::new(Objects::open(url, RETRY_FOR)?))
    }

    pub fn new(objects: Objects) -> Self {
        Self { objects, conversions: Arc::new(Semaphore::new(CONCURRENT_CONVERSIONS)) }
    }

    pub async fn convert(&self, file: Vec<u8>) -> kit::Result<ConvertedPicture> {
        let permit = self.conversions.clone().acquire_owned().await.map_err(kit::Error::internal)?;
        let work = move || {
            // Held until the conversion ends, even if the caller disconnects.
            let _permit = permit;
            convert::convert(&file)
        };
        let picture = tokio::task::spawn_blocking(work).await.map_err(kit::Error::internal)?;
        picture.map_err(|code| kit::Error::invalid("picture", code))
    }

    /// After a failure, written files are kept, because another upload of the same content may use them.
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

    fn path(&self, hash: &str, width: u32) -> Path {
        self.objects.root.clone().join(hash).join(format!("{width}.webp"))
    }
}

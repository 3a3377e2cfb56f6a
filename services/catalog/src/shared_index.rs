//! The search index in an object store. A new process downloads the index that another one has uploaded, instead of
//! reading the whole database.
//!
//! `manifest.json` lists the files of the newest index and its outbox position. It is written last, so a reader always
//! finds a complete index. Index files never change; files that the manifest no longer lists are deleted after
//! [`UNLISTED_RETENTION`].

use std::{path::Path as Folder, sync::Arc, time::Duration};

use anyhow::{Context as _, ensure};
use chrono::{DateTime, TimeDelta, Utc};
use futures::TryStreamExt as _;
use kit::Clock;
use object_store::{ObjectStore, ObjectStoreExt as _, path::Path};
use search::Cursor;
use serde::{Deserialize, Serialize};
use tokio::io::AsyncWriteExt as _;

use crate::media;

const MANIFEST: &str = "manifest.json";
/// Unlisted files are kept this long for downloads in progress, which take less time.
const UNLISTED_RETENTION: TimeDelta = TimeDelta::hours(1);

#[derive(Clone)]
pub struct SharedIndex {
    store: Arc<dyn ObjectStore>,
    root: Path,
    /// Interval between two uploads.
    pub interval: Duration,
    pub clock: Clock,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Manifest {
    pub cursor: Cursor,
    pub published_at: DateTime<Utc>,
    files: Vec<File>,
}

#[derive(Debug, Serialize, Deserialize)]
struct File {
    name: String,
    size: u64,
}

impl SharedIndex {
    /// `url` has the format of [`media::open_store`]. Each format of the index has its own prefix.
    pub fn open(url: &str, interval: Duration, clock: Clock) -> anyhow::Result<Self> {
        let (store, root) = media::open_store(url)?;
        Ok(Self { store, root: root.join(format!("format-{}", search::FORMAT)), interval, clock })
    }

    pub async fn newest(&self) -> anyhow::Result<Option<Manifest>> {
        match self.store.get(&self.path(MANIFEST)).await {
            Ok(object) => {
                let manifest = serde_json::from_slice(&object.bytes().await?);
                Ok(Some(manifest.context("the manifest of the shared index cannot be read")?))
            }
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error).context("the shared index cannot be read"),
        }
    }

    /// Uploads the files of a folder, which must not change during the upload, and makes them the newest index.
    pub async fn upload(&self, folder: &Folder, cursor: Cursor, now: DateTime<Utc>) -> anyhow::Result<()> {
        let mut files = Vec::new();
        let mut entries = tokio::fs::read_dir(folder).await?;
        while let Some(entry) = entries.next_entry().await? {
            let name = entry.file_name().into_string().ok().context("the name of an index file is not UTF-8")?;
            files.push(File { name, size: entry.metadata().await?.len() });
        }
        for file in &files {
            let path = self.path(&file.name);
            // All other files never change under the same name.
            let is_rewritten = matches!(file.name.as_str(), "meta.json" | ".managed.json");
            let is_stored = !is_rewritten && self.store.head(&path).await.is_ok_and(|stored| stored.size == file.size);
            if !is_stored {
                let bytes = tokio::fs::read(folder.join(&file.name)).await?;
                self.store.put(&path, bytes.into()).await.with_context(|| format!("{path} cannot be written"))?;
            }
        }
        let manifest = serde_json::to_vec(&Manifest { cursor, published_at: now, files })?;
        self.store.put(&self.path(MANIFEST), manifest.into()).await.context("the manifest cannot be written")?;
        self.remove_unlisted(now).await
    }

    pub async fn download(&self, manifest: &Manifest, folder: &Folder) -> anyhow::Result<()> {
        tokio::fs::create_dir_all(folder).await?;
        for file in &manifest.files {
            let path = self.path(&file.name);
            let mut bytes = self.store.get(&path).await.with_context(|| format!("{path} is missing"))?.into_stream();
            let mut written = tokio::fs::File::create(folder.join(&file.name)).await?;
            let mut size = 0;
            while let Some(part) = bytes.try_next().await? {
                written.write_all(&part).await?;
                size += part.len() as u64;
            }
            written.flush().await?;
            ensure!(size == file.size, "{path} has {size} bytes instead of {}", file.size);
        }
        Ok(())
    }

    async fn remove_unlisted(&self, now: DateTime<Utc>) -> anyhow::Result<()> {
        let Some(manifest) = self.newest().await? else { return Ok(()) };
        let is_listed = |path: &Path| {
            let name = path.filename().unwrap_or_default();
            name == MANIFEST || manifest.files.iter().any(|file| file.name == name)
        };
        let stored: Vec<_> = self.store.list(Some(&self.root)).try_collect().await?;
        for file in stored {
            if !is_listed(&file.location) && file.last_modified < now - UNLISTED_RETENTION {
                self.store.delete(&file.location).await?;
            }
        }
        Ok(())
    }

    fn path(&self, name: &str) -> Path {
        self.root.clone().join(name)
    }
}

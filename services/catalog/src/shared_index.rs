//! Shares the search index through an object store, so that a new process need not build it.
//!
//! `manifest.json` is written last and index files never change, so a reader always finds a complete index.

use std::{path::Path as Folder, time::Duration};

use anyhow::{Context as _, ensure};
use chrono::{DateTime, TimeDelta, Utc};
use futures::TryStreamExt as _;
use kit::Clock;
use object_store::{MultipartUpload, ObjectStoreExt as _, path::Path};
use objects::Objects;
use search::Cursor;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

const MANIFEST: &str = "manifest.json";
/// Unlisted files are kept for downloads in progress, which take less time.
const UNLISTED_RETENTION: TimeDelta = TimeDelta::hours(1);
const RETRY_FOR: Duration = Duration::from_secs(30);
/// S3 requires at least 5 MiB.
const PART_BYTES: u64 = 8 << 20;

#[derive(Clone)]
pub struct SharedIndex {
    objects: Objects,
    /// Between two uploads.
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
    pub fn open(url: &str, interval: Duration, clock: Clock) -> anyhow::Result<Self> {
        Ok(Self::new(Objects::open(url, RETRY_FOR)?, interval, clock))
    }

    /// Each format has its own folder, because processes of two versions may run at once.
    pub fn new(objects: Objects, interval: Duration, clock: Clock) -> Self {
        let root = objects.root.join(format!("format-{}", search::FORMAT));
        Self { objects: Objects { root, ..objects }, interval, clock }
    }

    pub async fn newest(&self) -> anyhow::Result<Option<Manifest>> {
        match self.objects.store.get(&self.path(MANIFEST)).await {
            Ok(object) => {
                let manifest = serde_json::from_slice(&object.bytes().await?);
                Ok(Some(manifest.context("the manifest of the shared index cannot be read")?))
            }
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error).context("the shared index cannot be read"),
        }
    }

    /// The folder must not change during the upload.
    pub async fn upload(&self, folder: &Folder, cursor: Cursor, now: DateTime<Utc>) -> anyhow::Result<()> {
        let mut files = Vec::new();
        let mut entries = tokio::fs::read_dir(folder).await?;
        while let Some(entry) = entries.next_entry().await? {
            let name = entry.file_name().into_string().ok().context("the name of an index file is not UTF-8")?;
            files.push(File { name, size: entry.metadata().await?.len() });
        }

        for file in &files {
            let path = self.path(&file.name);
            // Only these two files are rewritten under the same name.
            let is_rewritten = matches!(file.name.as_str(), "meta.json" | ".managed.json");
            let is_stored =
                !is_rewritten && self.objects.store.head(&path).await.is_ok_and(|stored| stored.size == file.size);
            if !is_stored {
                self.upload_file(&folder.join(&file.name), file.size, &path)
                    .await
                    .with_context(|| format!("{path} cannot be written"))?;
            }
        }

        let manifest = serde_json::to_vec(&Manifest { cursor, published_at: now, files })?;
        self.objects
            .store
            .put(&self.path(MANIFEST), manifest.into())
            .await
            .context("the manifest cannot be written")?;
        self.remove_unlisted(now).await
    }

    async fn upload_file(&self, file: &Folder, size: u64, path: &Path) -> anyhow::Result<()> {
        let mut file = tokio::fs::File::open(file).await?;
        if size <= PART_BYTES {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).await?;
            self.objects.store.put(path, bytes.into()).await?;
            return Ok(());
        }
        let mut upload = self.objects.store.put_multipart(path).await?;
        if let Err(error) = send_parts(file, &mut *upload).await {
            // Without an abort, the store keeps the parts, which no listing shows.
            let _ = upload.abort().await;
            return Err(error);
        }
        Ok(())
    }

    pub async fn download(&self, manifest: &Manifest, folder: &Folder) -> anyhow::Result<()> {
        tokio::fs::create_dir_all(folder).await?;
        for file in &manifest.files {
            let path = self.path(&file.name);
            let mut bytes =
                self.objects.store.get(&path).await.with_context(|| format!("{path} is missing"))?.into_stream();
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

        let stored: Vec<_> = self.objects.store.list(Some(&self.objects.root)).try_collect().await?;
        for file in stored {
            if !is_listed(&file.location) && file.last_modified < now - UNLISTED_RETENTION {
                self.objects.store.delete(&file.location).await?;
            }
        }
        Ok(())
    }

    fn path(&self, name: &str) -> Path {
        self.objects.root.clone().join(name)
    }
}

async fn send_parts(mut file: tokio::fs::File, upload: &mut dyn MultipartUpload) -> anyhow::Result<()> {
    loop {
        let mut part = Vec::new();
        if (&mut file).take(PART_BYTES).read_to_end(&mut part).await? == 0 {
            break;
        }
        upload.put_part(part.into()).await?;
    }
    upload.complete().await?;
    Ok(())
}

//! Downloads the shared index at the start, and uploads the own one periodically.

use std::path::Path;

use search::{Cursor, Index};
use tokio::{task::spawn_blocking, time::Instant};
use tokio_util::task::AbortOnDropHandle;

use super::{IndexFollower, can_continue};
use crate::{db::index::OutboxHead, shared_index::SharedIndex};

impl IndexFollower {
    pub(super) async fn download(&mut self, head: &OutboxHead) -> anyhow::Result<()> {
        let Some(shared) = &self.shared else { return Ok(()) };
        let Some(manifest) = shared.newest().await?.filter(|newest| can_continue(&newest.cursor, head)) else {
            return Ok(());
        };

        let began = Instant::now();
        self.index = None;
        let root = self.search.folder().to_owned();
        // Renamed when complete, because the process may be killed.
        let partial = root.join("fetching");
        let _ = tokio::fs::remove_dir_all(&partial).await;
        shared.download(&manifest, &partial).await?;
        tokio::fs::rename(&partial, search::next_folder(&root)?).await?;

        self.index = spawn_blocking(move || Index::open(&root)).await??;
        tracing::info!("Downloaded the shared search index in {:.1?}", began.elapsed());
        Ok(())
    }

    /// Uploads in the background, once per interval at most.
    pub(super) async fn upload_if_due(&mut self) -> anyhow::Result<()> {
        let Some(shared) = self.shared.clone() else { return Ok(()) };
        if self.upload.as_ref().is_some_and(|upload| !upload.is_finished()) {
            return Ok(());
        }
        let Some(cursor) = self.index.as_ref().map(|index| index.cursor.clone()) else { return Ok(()) };
        if self.last_upload_check.is_some_and(|last: Instant| last.elapsed() < shared.interval) {
            return Ok(());
        }

        self.last_upload_check = Some(Instant::now());

        let copy = self.search.folder().join("published");
        let target = copy.clone();
        // A failed copy must not close the index.
        let copied = self.with_index(move |index| Ok(index.copy_to(&target))).await?;

        let upload = async move {
            let uploaded = match copied {
                Ok(()) => upload_unless_recent(&shared, &copy, cursor).await,
                Err(error) => Err(error),
            };
            if let Err(error) = uploaded {
                let error = format!("{error:#}");
                tracing::warn!(error, "Uploading the shared search index failed; retrying in {:?}", shared.interval);
            }
        };
        self.upload = Some(AbortOnDropHandle::new(tokio::spawn(upload)));
        Ok(())
    }
}

/// Another process may have uploaded the index. Deletes the copy.
async fn upload_unless_recent(shared: &SharedIndex, copy: &Path, cursor: Cursor) -> anyhow::Result<()> {
    let now = shared.clock.now();
    let newest = shared.newest().await.unwrap_or_default();
    let is_recent = newest.is_some_and(|newest| {
        let age = (now - newest.published_at).to_std().unwrap_or_default();
        newest.cursor == cursor || (newest.cursor.stamp == cursor.stamp && age < shared.interval)
    });
    if !is_recent {
        shared.upload(copy, cursor, now).await?;
    }
    tokio::fs::remove_dir_all(copy).await?;
    Ok(())
}

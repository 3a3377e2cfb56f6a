//! Copies an uploaded file from the database to disk, because readers seek within Excel files.

use std::{
    fs::File,
    io::{Seek as _, SeekFrom, Write as _},
};

use kit::{Error, Result};

use crate::{App, db::product_import};

/// The operating system deletes the file when it is closed.
pub async fn spool(app: &App, import: i64) -> Result<File> {
    let mut file = tempfile::tempfile().map_err(Error::internal)?;
    for position in 0.. {
        let piece = product_import::piece(&mut *app.pool.acquire().await?, import, position).await?;
        let Some(piece) = piece else { break };
        let append_piece = move || file.write_all(&piece).map(|()| file);
        let appended = tokio::task::spawn_blocking(append_piece).await.map_err(Error::internal)?;
        file = appended.map_err(Error::internal)?;
    }
    file.seek(SeekFrom::Start(0)).map_err(Error::internal)?;
    Ok(file)
}

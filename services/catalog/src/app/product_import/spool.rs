//! Copies a file from the database to a temporary file, because Excel files are not read in order.

use std::{
    fs::File,
    io::{Seek as _, SeekFrom, Write as _},
};

use kit::{Error, Result};

use crate::{App, db::product_import};

pub async fn spool(app: &App, import: i64) -> Result<File> {
    let mut file = tempfile::tempfile().map_err(Error::internal)?;
    for position in 0.. {
        let piece = product_import::piece(&mut *app.pool.acquire().await?, import, position).await?;
        let Some(piece) = piece else { break };
        let write = move || file.write_all(&piece).map(|()| file);
        file = tokio::task::spawn_blocking(write).await.map_err(Error::internal)?.map_err(Error::internal)?;
    }
    file.seek(SeekFrom::Start(0)).map_err(Error::internal)?;
    Ok(file)
}

//! Receives an uploaded file piece by piece, which bounds memory.

use std::time::Duration;

use kit::{Error, input};
use proto::catalog::ImportUploadPart;
use tokio::{io::AsyncWriteExt as _, time::timeout};
use tonic::{Status, Streaming};

use crate::{
    app::product_import::UploadedFile,
    domain::product_import::{Format, MAX_FILE_BYTES},
};

/// The largest file (64 MiB) takes less at 0.25 MB/s.
const UPLOAD_TIMEOUT: Duration = Duration::from_mins(5);
/// In characters.
const MAX_NAME_LENGTH: usize = 200;

pub async fn receive(parts: Streaming<ImportUploadPart>) -> Result<UploadedFile, Status> {
    timeout(UPLOAD_TIMEOUT, receive_all(parts)).await.map_err(|_| Error::invalid("file", "too_slow"))?
}

/// The first message has only the name of the file.
async fn receive_all(mut parts: Streaming<ImportUploadPart>) -> Result<UploadedFile, Status> {
    let raw_name = parts.message().await?.and_then(|part| part.file_name).unwrap_or_default();
    let name = input::single_line(&raw_name, 1..=MAX_NAME_LENGTH).map_err(|code| Error::invalid("fileName", code))?;
    let format = Format::of_file(&name).ok_or_else(|| Error::invalid("fileName", "unknown_format"))?;

    let file = tempfile::tempfile().map_err(Error::internal)?;
    let mut to = tokio::fs::File::from_std(file);
    let mut size = 0;
    while let Some(ImportUploadPart { piece, .. }) = parts.message().await? {
        size += piece.len();
        if size > MAX_FILE_BYTES {
            return Err(Error::invalid("file", "too_large").into());
        }
        to.write_all(&piece).await.map_err(Error::internal)?;
    }

    if size == 0 {
        return Err(Error::invalid("file", "required").into());
    }
    to.flush().await.map_err(Error::internal)?;
    Ok(UploadedFile { name, format, file: to.into_std().await, size: size as i64 })
}

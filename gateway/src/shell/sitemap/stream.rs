//! Streams a sitemap file with bounded memory. A crawler that stops reading is disconnected, because it would block the
//! gRPC connection for others.

use std::{io::Write as _, time::Duration};

use axum::body::{Body, Bytes};
use flate2::{Compression, write::GzEncoder};
use futures::StreamExt as _;
use proto::common::SitemapEntry;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Status, Streaming};

use super::write::{FOOTER, HEADER, Writer};

pub type Entries = Streaming<SitemapEntry>;

const PIECE_BYTES: usize = 64 * 1024;
/// Space for the entry with which a piece exceeds [`PIECE_BYTES`].
const ENTRY_BYTES: usize = 4096;
const BUFFERED_PIECES: usize = 4;
/// How long to wait for the next entry, and for the crawler to take a piece.
const TIMEOUT: Duration = Duration::from_secs(20);

pub fn stream_entries(writer: Writer, mut entries: Entries, is_gzip: bool) -> Body {
    spawn_stream(is_gzip, async move |mut piece: Piece| {
        loop {
            let next = tokio::time::timeout(TIMEOUT, entries.next()).await.map_err(|_| Broken)?;
            match next {
                Some(Ok(entry)) => writer.entry(&mut piece.text, &entry),
                Some(Err(status)) => return Err(log_failure(&status)),
                None => return piece.finish().await,
            }
            piece.flush_if_full().await?;
        }
    })
}

pub fn stream_pages(writer: Writer, pages: Vec<Vec<String>>, is_gzip: bool) -> Body {
    spawn_stream(is_gzip, async move |mut piece: Piece| {
        for segments in pages {
            // These pages have no time of change and no picture.
            writer.page(&mut piece.text, segments, None, None);
        }
        piece.finish().await
    })
}

/// Ends the body with an error, so that no client takes the file for complete.
struct Broken;

fn log_failure(status: &Status) -> Broken {
    tracing::warn!(grpc.code = ?status.code(), "Streaming a sitemap failed");
    Broken
}

fn spawn_stream<F>(is_gzip: bool, fill: impl FnOnce(Piece) -> F + Send + 'static) -> Body
where
    F: Future<Output = Result<(), Broken>> + Send + 'static,
{
    let (sender, receiver) = mpsc::channel::<Result<Bytes, std::io::Error>>(BUFFERED_PIECES);
    let piece = Piece {
        text: HEADER.to_owned(),
        gzip: is_gzip.then(|| GzEncoder::new(Vec::with_capacity(PIECE_BYTES), Compression::fast())),
        sender: sender.clone(),
    };
    tokio::spawn(async move {
        if fill(piece).await.is_err() {
            let _ = sender.send_timeout(Err(std::io::ErrorKind::UnexpectedEof.into()), TIMEOUT).await;
        }
    });
    Body::from_stream(ReceiverStream::new(receiver))
}

struct Piece {
    text: String,
    gzip: Option<GzEncoder<Vec<u8>>>,
    sender: mpsc::Sender<Result<Bytes, std::io::Error>>,
}

impl Piece {
    async fn flush_if_full(&mut self) -> Result<(), Broken> {
        if self.text.len() < PIECE_BYTES {
            return Ok(());
        }
        let plain = std::mem::replace(&mut self.text, String::with_capacity(PIECE_BYTES + ENTRY_BYTES));
        let bytes = match &mut self.gzip {
            Some(gzip) => {
                gzip.write_all(plain.as_bytes()).map_err(|_| Broken)?;
                std::mem::take(gzip.get_mut())
            }
            None => plain.into_bytes(),
        };
        self.send(bytes).await
    }

    async fn finish(mut self) -> Result<(), Broken> {
        self.text.push_str(FOOTER);
        let plain = std::mem::take(&mut self.text);
        let bytes = match self.gzip.take() {
            Some(mut gzip) => {
                gzip.write_all(plain.as_bytes()).map_err(|_| Broken)?;
                gzip.finish().map_err(|_| Broken)?
            }
            None => plain.into_bytes(),
        };
        self.send(bytes).await
    }

    async fn send(&self, bytes: Vec<u8>) -> Result<(), Broken> {
        if bytes.is_empty() {
            return Ok(());
        }
        self.sender.send_timeout(Ok(bytes.into()), TIMEOUT).await.map_err(|_| Broken)
    }
}

//! Streams a sitemap file from a service to the crawler, in a separate task with bounded memory. It gives up on a
//! crawler that stops reading, because a stalled stream would block other streams on the same connection to the
//! service.

use std::{io::Write as _, time::Duration};

use axum::body::{Body, Bytes};
use flate2::{Compression, write::GzEncoder};
use futures::StreamExt as _;
use proto::common::SitemapEntry;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Status, Streaming};

use super::write::{BEGINNING, END, Writer};

pub type Entries = Streaming<SitemapEntry>;

/// Size in bytes of a piece that is sent at once.
const PIECE: usize = 64 * 1024;
/// Pieces that are buffered for the crawler.
const AHEAD: usize = 4;
/// Timeout of sending a piece to the crawler, and of receiving an entry from the service.
const PATIENCE: Duration = Duration::from_secs(20);

pub fn of_entries(writer: Writer, mut entries: Entries, is_zipped: bool) -> Body {
    pumped(is_zipped, async move |mut piece: Piece| {
        loop {
            let next = tokio::time::timeout(PATIENCE, entries.next()).await.map_err(|_| Ended)?;
            match next {
                Some(Ok(entry)) => writer.entry(&mut piece.text, &entry),
                Some(Err(status)) => return Err(broken(&status)),
                None => return piece.finish().await,
            }
            piece.flush_if_full().await?;
        }
    })
}

pub fn of_pages(writer: Writer, pages: Vec<Vec<String>>, is_zipped: bool) -> Body {
    pumped(is_zipped, async move |mut piece: Piece| {
        for segments in pages {
            writer.page(&mut piece.text, segments, None, None);
        }
        piece.finish().await
    })
}

/// The stream failed. The response body ends with an error, so that no client takes the file for complete.
struct Ended;

fn broken(status: &Status) -> Ended {
    tracing::warn!(grpc.code = ?status.code(), "A sitemap broke off");
    Ended
}

fn pumped<F>(is_zipped: bool, fill: impl FnOnce(Piece) -> F + Send + 'static) -> Body
where
    F: Future<Output = Result<(), Ended>> + Send + 'static,
{
    let (sender, receiver) = mpsc::channel::<Result<Bytes, std::io::Error>>(AHEAD);
    let piece = Piece {
        text: BEGINNING.to_owned(),
        zip: is_zipped.then(|| GzEncoder::new(Vec::with_capacity(PIECE), Compression::fast())),
        sender: sender.clone(),
    };
    tokio::spawn(async move {
        if fill(piece).await.is_err() {
            let _ = sender.send_timeout(Err(std::io::ErrorKind::UnexpectedEof.into()), PATIENCE).await;
        }
    });
    Body::from_stream(ReceiverStream::new(receiver))
}

struct Piece {
    text: String,
    zip: Option<GzEncoder<Vec<u8>>>,
    sender: mpsc::Sender<Result<Bytes, std::io::Error>>,
}

impl Piece {
    async fn flush_if_full(&mut self) -> Result<(), Ended> {
        if self.text.len() < PIECE {
            return Ok(());
        }
        let plain = std::mem::replace(&mut self.text, String::with_capacity(PIECE + 4096));
        let bytes = match &mut self.zip {
            Some(zip) => {
                zip.write_all(plain.as_bytes()).map_err(|_| Ended)?;
                std::mem::take(zip.get_mut())
            }
            None => plain.into_bytes(),
        };
        self.send(bytes).await
    }

    async fn finish(mut self) -> Result<(), Ended> {
        self.text.push_str(END);
        let plain = std::mem::take(&mut self.text);
        let bytes = match self.zip.take() {
            Some(mut zip) => {
                zip.write_all(plain.as_bytes()).map_err(|_| Ended)?;
                zip.finish().map_err(|_| Ended)?
            }
            None => plain.into_bytes(),
        };
        self.send(bytes).await
    }

    async fn send(&self, bytes: Vec<u8>) -> Result<(), Ended> {
        if bytes.is_empty() {
            return Ok(());
        }
        self.sender.send_timeout(Ok(bytes.into()), PATIENCE).await.map_err(|_| Ended)
    }
}

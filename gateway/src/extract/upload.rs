//! Uploads of pictures and of files to import, forwarded to the catalogue while they arrive.

use std::{
    pin::Pin,
    task::{Context, Poll, ready},
};

use axum::{
    body::{Body, BodyDataStream},
    extract::{FromRequest, Request},
    http::{HeaderMap, StatusCode, header},
};
use futures::{Stream, StreamExt as _};
use proto::catalog::UploadRequest;
use tokio::sync::oneshot;

use super::body::{content_length, too_large, unreadable};
use crate::problem::Problem;

/// The largest accepted picture.
pub const MAX_BYTES: usize = 10 * 1024 * 1024;

/// The largest accepted import file. The catalogue has the same limit.
const MAX_IMPORT_BYTES: usize = 64 * 1024 * 1024;

pub struct Upload {
    body: BodyDataStream,
    max_bytes: usize,
}

pub struct ImportFile(pub Upload);

impl<S: Sync> FromRequest<S> for Upload {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        Self::begin(request, "image/", MAX_BYTES)
    }
}

impl<S: Sync> FromRequest<S> for ImportFile {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        Upload::begin(request, "application/octet-stream", MAX_IMPORT_BYTES).map(Self)
    }
}

impl Upload {
    fn begin(request: Request, kind: &str, max_bytes: usize) -> Result<Self, Problem> {
        let (parts, body) = request.into_parts();
        if !is_of_kind(&parts.headers, kind) {
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type"));
        }
        if content_length(&parts.headers).is_some_and(|length| length > max_bytes) {
            return Err(too_large());
        }
        Ok(Self { body: Body::into_data_stream(body), max_bytes })
    }

    /// Returns the stream for a gRPC call, and the receiver that cancels the call.
    pub fn split(self) -> (Pieces, UploadFailure) {
        let Self { body, max_bytes } = self;
        let (failure_sender, failure_receiver) = oneshot::channel();
        let pieces = Pieces { body, max_bytes, length: 0, failure_sender: Some(failure_sender) };
        (pieces, UploadFailure(failure_receiver))
    }
}

/// The body as a stream of requests. If the body fails, it signals the problem and stays pending.
pub struct Pieces {
    body: BodyDataStream,
    max_bytes: usize,
    length: usize,
    failure_sender: Option<oneshot::Sender<Problem>>,
}

impl Stream for Pieces {
    type Item = UploadRequest;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<UploadRequest>> {
        if self.failure_sender.is_none() {
            return Poll::Pending;
        }
        let problem = match ready!(self.body.poll_next_unpin(context)) {
            None => return Poll::Ready(None),
            Some(Ok(piece)) if self.length + piece.len() <= self.max_bytes => {
                self.length += piece.len();
                return Poll::Ready(Some(UploadRequest { piece: piece.to_vec() }));
            }
            Some(Ok(_)) => too_large(),
            Some(Err(_)) => unreadable(),
        };
        let _ = self.failure_sender.take().map(|failure_sender| failure_sender.send(problem));
        Poll::Pending
    }
}

pub struct UploadFailure(oneshot::Receiver<Problem>);

impl UploadFailure {
    /// Cancels the call if the upload fails: a service would take an ended stream for a complete file.
    pub async fn unless_failed<T>(self, call: impl Future<Output = T>) -> Result<T, Problem> {
        tokio::select! {
            // The call must not end before the failure is noticed.
            biased;
            Ok(problem) = self.0 => Err(problem),
            response = call => Ok(response),
        }
    }
}

fn is_of_kind(headers: &HeaderMap, kind: &str) -> bool {
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    content_type.trim_start().to_ascii_lowercase().starts_with(kind)
}

#[cfg(test)]
mod tests {
    use std::io;

    use axum::body::Bytes;
    use futures::stream;

    use super::*;

    async fn upload_result(pieces: Vec<io::Result<Bytes>>) -> String {
        let body = Body::from_stream(stream::iter(pieces));
        let request = Request::post("/").header(header::CONTENT_TYPE, "image/png").body(body).unwrap();
        let (pieces, failure) = Upload::from_request(request, &()).await.ok().unwrap().split();
        let count = pieces.fold(0, async |count, piece| count + piece.piece.len());
        match failure.unless_failed(count).await {
            Ok(count) => format!("{count} bytes"),
            Err(problem) => format!("{} {}", problem.status.as_u16(), problem.code),
        }
    }

    #[tokio::test]
    async fn an_upload_ends_only_when_it_is_complete() {
        let mib = || Ok(Bytes::from(vec![0; 1024 * 1024]));
        assert_eq!(upload_result(vec![]).await, "0 bytes");
        assert_eq!(upload_result((0..10).map(|_| mib()).collect()).await, "10485760 bytes");
        assert_eq!(upload_result((0..11).map(|_| mib()).collect()).await, "413 payload_too_large");
        assert_eq!(upload_result(vec![mib(), Err(io::ErrorKind::ConnectionReset.into())]).await, "400 bad_request");
    }
}

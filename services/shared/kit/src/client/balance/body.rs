//! Request bodies that several attempts can send.

use std::{
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
};

use bytes::Bytes;
use http_body::{Frame, SizeHint};
use tonic::{Status, body::Body};

/// A call with a larger body is not repeated once an attempt has read it.
const MAX_RECORDED_BYTES: usize = 256 * 1024;

pub fn lock(body: &Mutex<RepeatableBody>) -> MutexGuard<'_, RepeatableBody> {
    body.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Records the body of a request, so that a later attempt can send it again.
pub struct RepeatableBody {
    /// The part that no attempt has read yet.
    rest: Body,
    frames: Vec<Bytes>,
    recorded_bytes: usize,
    /// Whether `frames` holds all that was read: a large body is not kept.
    pub is_complete: bool,
    /// After its end, `rest` must not be polled.
    has_ended: bool,
    pub was_polled: bool,
}

impl RepeatableBody {
    pub fn new(body: Body) -> Self {
        Self {
            rest: body,
            frames: Vec::new(),
            recorded_bytes: 0,
            is_complete: true,
            has_ended: false,
            was_polled: false,
        }
    }

    fn record(&mut self, frame: &Bytes) {
        self.recorded_bytes += frame.len();
        self.is_complete &= self.recorded_bytes <= MAX_RECORDED_BYTES;
        if self.is_complete {
            self.frames.push(frame.clone());
        }
    }
}

/// Sends the recorded frames first, then the rest of the body.
pub struct AttemptBody {
    body: Arc<Mutex<RepeatableBody>>,
    sent: usize,
}

impl AttemptBody {
    pub fn new(body: Arc<Mutex<RepeatableBody>>) -> Self {
        Self { body, sent: 0 }
    }
}

impl http_body::Body for AttemptBody {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let this = &mut *self;
        let mut body = lock(&this.body);
        body.was_polled = true;
        if let Some(frame) = body.frames.get(this.sent) {
            this.sent += 1;
            return Poll::Ready(Some(Ok(Frame::data(frame.clone()))));
        }
        if body.has_ended {
            return Poll::Ready(None);
        }
        let polled = Pin::new(&mut body.rest).poll_frame(context);
        body.has_ended = matches!(polled, Poll::Ready(None));
        if let Poll::Ready(Some(Ok(frame))) = &polled
            && let Some(data) = frame.data_ref()
        {
            body.record(data);
            this.sent += 1;
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        let body = lock(&self.body);
        self.sent >= body.frames.len() && (body.has_ended || body.rest.is_end_stream())
    }

    fn size_hint(&self) -> SizeHint {
        let body = lock(&self.body);
        let recorded: usize = body.frames.iter().skip(self.sent).map(Bytes::len).sum();
        let (recorded, rest) = (recorded as u64, body.rest.size_hint());
        let mut hint = SizeHint::new();
        hint.set_lower(recorded + rest.lower());
        if let Some(upper) = rest.upper() {
            hint.set_upper(recorded + upper);
        }
        hint
    }
}

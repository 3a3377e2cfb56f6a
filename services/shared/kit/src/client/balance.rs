//! Client-side load balancing. A call moves on if a replica certainly did not handle it; a read is also repeated once.
//! tonic's balanced channel keeps choosing a dead replica, because one that fails at once has no open calls.

use std::{
    error::Error,
    future::{Future, poll_fn},
    iter, mem,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use http::{Request, Response};
use http_body::{Frame, SizeHint};
use tokio::time::timeout;
use tonic::{Status, TimeoutExpired, body::Body};
use tower::Service;

use super::replicas::{Replica, Replicas};
use crate::telemetry::names;

const TIMEOUT: &str = "grpc-timeout";

type BoxError = Box<dyn Error + Send + Sync>;

/// A call with a larger body is not repeated once an attempt has read it.
const MAX_RECORDED_BYTES: usize = 256 * 1024;

#[derive(Debug, Clone)]
pub struct Balanced(Arc<Replicas>);

impl Balanced {
    pub(super) fn new(replicas: Arc<Replicas>) -> Self {
        Self(replicas)
    }
}

impl Service<Request<Body>> for Balanced {
    type Response = Response<Body>;
    type Error = BoxError;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, BoxError>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let replicas = self.0.clone();
        let limit = request.headers().get(TIMEOUT).and_then(|value| parse_timeout(value.to_str().ok()?));
        Box::pin(async move {
            let sent = send(&replicas, request);
            match limit {
                // tonic's own limit begins anew with each attempt and excludes the time to connect.
                Some(limit) => timeout(limit, sent).await.unwrap_or_else(|_| Err(TimeoutExpired(()).into())),
                None => sent.await,
            }
        })
    }
}

fn parse_timeout(text: &str) -> Option<Duration> {
    let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let count: u64 = digits.parse().ok()?;
    Some(match unit {
        "H" => Duration::from_secs(count * 3_600),
        "M" => Duration::from_secs(count * 60),
        "S" => Duration::from_secs(count),
        "m" => Duration::from_millis(count),
        "u" => Duration::from_micros(count),
        "n" => Duration::from_nanos(count),
        _ => return None,
    })
}

async fn send(replicas: &Replicas, request: Request<Body>) -> Result<Response<Body>, BoxError> {
    let (head, body) = request.into_parts();
    let is_read = head.headers.contains_key(super::READ);
    replicas.resolved().await?;
    let body = Arc::new(Mutex::new(RepeatableBody::new(body)));
    let mut tried: Vec<Arc<Replica>> = Vec::new();
    let mut may_repeat_read = is_read;
    let mut may_try_again = true;
    while let Some(replica) = replicas.choose(&tried) {
        let attempt = Body::new(AttemptBody { body: body.clone(), sent: 0 });
        let error = match call(&replica, Request::from_parts(head.clone(), attempt)).await {
            Ok(response) => {
                replica.record_success();
                return Ok(response);
            }
            Err(error) => error,
        };
        if is_timeout(&*error) {
            return Err(error);
        }

        // The body is read only after a connection has accepted the call.
        let (is_refused, is_unread) = (was_refused(&*error), !lock(&body).was_polled);
        let error = broken_connection(&*error);
        let may_be_handled = !is_refused && !is_unread;
        // Only once: a read that crashes its replica must not reach all of them.
        if !lock(&body).is_complete || (may_be_handled && !mem::take(&mut may_repeat_read)) {
            return Err(error.into());
        }

        if !is_refused {
            replicas.report_unreachable(&replica);
        }
        tried.push(replica);
        if replicas.choose(&tried).is_none() {
            // All were tried. If the last one only closed an old connection, a new one may work.
            if !is_refused || !mem::take(&mut may_try_again) {
                return Err(error.into());
            }
            tried.clear();
        }
        metrics::counter!(names::RPC_CLIENT_FAILOVERS, "service" => replicas.name()).increment(1);
    }
    Err(Status::unavailable(format!("`{}` has no address", replicas.name())).into())
}

async fn call(replica: &Arc<Replica>, request: Request<Body>) -> Result<Response<Body>, BoxError> {
    let _open = replica.open_call();
    let mut channel = replica.channel();
    poll_fn(|context| channel.poll_ready(context)).await?;
    Ok(channel.call(request).await?)
}

pub(super) fn is_timeout(error: &(dyn Error + 'static)) -> bool {
    causes(error).any(<dyn Error>::is::<TimeoutExpired>)
}

/// A status without details tells callers that no service sent it.
fn broken_connection(error: &(dyn Error + 'static)) -> Status {
    let causes: Vec<String> = causes(error).map(ToString::to_string).collect();
    Status::unavailable(causes.join(": "))
}

/// GOAWAY and REFUSED_STREAM say that the server has not handled the call.
fn was_refused(error: &(dyn Error + 'static)) -> bool {
    causes(error).filter_map(|error| error.downcast_ref::<h2::Error>()).any(|error| {
        let reason = error.reason();
        (error.is_go_away() && error.is_remote() && reason == Some(h2::Reason::NO_ERROR))
            || reason == Some(h2::Reason::REFUSED_STREAM)
    })
}

fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    let mut next = Some(error);
    iter::from_fn(move || {
        let current = next?;
        next = current.source();
        Some(current)
    })
}

fn lock(body: &Mutex<RepeatableBody>) -> MutexGuard<'_, RepeatableBody> {
    body.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Records the body of a request, so that a later attempt can send it again.
struct RepeatableBody {
    /// The part that no attempt has read yet.
    rest: Body,
    frames: Vec<Bytes>,
    recorded_bytes: usize,
    /// Whether `frames` holds all that was read: a large body is not kept.
    is_complete: bool,
    /// After its end, `rest` must not be polled.
    has_ended: bool,
    was_polled: bool,
}

impl RepeatableBody {
    fn new(body: Body) -> Self {
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
struct AttemptBody {
    body: Arc<Mutex<RepeatableBody>>,
    sent: usize,
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

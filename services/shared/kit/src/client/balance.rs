//! Client-side load balancing. A call moves on to another replica if the first certainly did not handle it. A read is
//! also repeated once. tonic's balanced channel keeps choosing a dead replica, because one that fails at once has no
//! open calls.

mod body;

use std::{
    error::Error,
    future::{Future, poll_fn},
    iter,
    pin::Pin,
    sync::{Arc, Mutex},
    task::{Context, Poll},
    time::Duration,
};

use http::{Request, Response};
use tokio::time::timeout;
use tonic::{Status, TimeoutExpired, body::Body};
use tower::Service;

use self::body::{AttemptBody, RepeatableBody, lock};
use super::replicas::{Replica, Replicas};
use crate::telemetry::names;

const TIMEOUT: &str = "grpc-timeout";

type BoxError = Box<dyn Error + Send + Sync>;

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
    let mut failover = Failover { replicas, tried: Vec::new(), may_repeat_read: is_read, may_try_all_again: true };
    while let Some(replica) = replicas.choose(&failover.tried) {
        let attempt = Body::new(AttemptBody::new(body.clone()));
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
        let is_refused = was_refused(&*error);
        // The body is read only after a connection has accepted the call.
        let may_be_handled = !is_refused && lock(&body).was_polled;
        let is_repeatable = lock(&body).is_complete;
        let failure = Failure { is_refused, may_be_handled, is_repeatable };
        if !failover.try_to_move_on(replica, &failure) {
            return Err(broken_connection(&*error).into());
        }
        metrics::counter!(names::RPC_CLIENT_FAILOVERS, "service" => replicas.name()).increment(1);
    }
    Err(Status::unavailable(format!("`{}` has no address", replicas.name())).into())
}

struct Failure {
    is_refused: bool,
    may_be_handled: bool,
    is_repeatable: bool,
}

struct Failover<'a> {
    replicas: &'a Replicas,
    tried: Vec<Arc<Replica>>,
    may_repeat_read: bool,
    may_try_all_again: bool,
}

impl Failover<'_> {
    fn try_to_move_on(&mut self, replica: Arc<Replica>, failure: &Failure) -> bool {
        if !failure.is_repeatable {
            return false;
        }
        if failure.may_be_handled {
            // Only once: a read that crashes its replica must not reach all of them.
            if !self.may_repeat_read {
                return false;
            }
            self.may_repeat_read = false;
        }
        if !failure.is_refused {
            self.replicas.report_unreachable(&replica);
        }
        self.tried.push(replica);
        if self.replicas.choose(&self.tried).is_some() {
            return true;
        }
        // If the last replica only closed an old connection, a new connection may work.
        if !failure.is_refused || !self.may_try_all_again {
            return false;
        }
        self.may_try_all_again = false;
        self.tried.clear();
        true
    }
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

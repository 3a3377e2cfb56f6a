//! Completes calls whose client disconnects. tonic would drop the future, and sqlx 0.9 would then return a connection
//! to the pool inside an open transaction.

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll},
};

use tokio::runtime::Handle;
use tower::{Layer, Service};
use tracing::Instrument as _;

#[derive(Debug, Clone, Copy)]
pub struct FinishLayer;

#[derive(Debug, Clone)]
pub struct Finish<S>(S);

/// The future of a call. If it is dropped, a separate task completes it.
pub struct Finishing<F>
where
    F: Future + Send + 'static,
    F::Output: Send,
{
    future: Option<Pin<Box<F>>>,
}

impl<S> Layer<S> for FinishLayer {
    type Service = Finish<S>;

    fn layer(&self, inner: S) -> Finish<S> {
        Finish(inner)
    }
}

impl<S, Request> Service<Request> for Finish<S>
where
    S: Service<Request>,
    S::Future: Send + 'static,
    S::Response: Send,
    S::Error: Send,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = Finishing<S::Future>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.0.poll_ready(cx)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        Finishing { future: Some(Box::pin(self.0.call(request))) }
    }
}

impl<F> Future for Finishing<F>
where
    F: Future + Send + 'static,
    F::Output: Send,
{
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        let mut future = self.future.take().expect("a future is not polled after its end");
        let poll = future.as_mut().poll(cx);
        if poll.is_pending() {
            self.future = Some(future);
        }
        poll
    }
}

impl<F> Drop for Finishing<F>
where
    F: Future + Send + 'static,
    F::Output: Send,
{
    fn drop(&mut self) {
        // Without a runtime the process is ending, and PostgreSQL rolls its transactions back.
        if let (Some(future), Ok(runtime)) = (self.future.take(), Handle::try_current()) {
            runtime.spawn(async move { drop(future.await) }.in_current_span());
        }
    }
}

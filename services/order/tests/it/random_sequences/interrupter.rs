//! Drops the futures of calls and jobs before they are complete, as if the process had stopped.

use std::{
    future::poll_fn,
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::Poll,
};

use axum::{
    extract::{Request, State},
    middleware::{Next, from_fn_with_state},
    response::Response,
};
use kit::{Error, serve::Routes};
use tonic::Status;

/// Other calls are never dropped.
const CHANGES: [&str; 9] = [
    "Orders/Place",
    "Orders/Pay",
    "Orders/Cancel",
    "Orders/AskRefund",
    "Desk/DecideRefund",
    "Desk/Move",
    "Cashouts/Create",
    "CashoutDesk/Approve",
    "CashoutDesk/Decline",
];

/// Interrupts one call or job each time it is armed. Clones share their state.
#[derive(Clone, Default)]
pub struct Interrupter(Arc<Mutex<Setting>>);

#[derive(Default)]
struct Setting {
    armed: Option<Interruption>,
    dropped_futures: usize,
}

#[derive(Debug, Clone, Copy)]
pub struct Interruption {
    pub kind: Kind,
    /// Futures of this kind that complete before one is dropped.
    pub skipped: usize,
    /// Polls before that future is dropped. If it completes earlier, the rest counts for the next future of this kind,
    /// because the number of polls depends on the load of the machine.
    pub polls: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A gRPC call that changes data.
    Call,
    Job,
}

impl Interrupter {
    pub fn arm(&self, interruption: Interruption) {
        self.setting().armed = Some(interruption);
    }

    pub fn disarm(&self) {
        self.setting().armed = None;
    }

    pub fn dropped_futures(&self) -> usize {
        self.setting().dropped_futures
    }

    /// The caller of a dropped call receives "unavailable".
    pub fn wrap(&self, routes: Routes) -> Routes {
        routes.map(|routes| routes.into_axum_router().layer(from_fn_with_state(self.clone(), run_call)).into())
    }

    /// Runs `work` to its end, or drops it and returns `None`.
    pub async fn run<F: Future>(&self, kind: Kind, work: F) -> Option<F::Output> {
        let Some(mut remaining_polls) = self.polls_until_drop(kind) else { return Some(work.await) };
        let mut work = pin!(work);
        poll_fn(|context| {
            if remaining_polls == 0 {
                self.setting().dropped_futures += 1;
                return Poll::Ready(None);
            }
            remaining_polls -= 1;
            let progress = work.as_mut().poll(context).map(Some);
            if progress.is_ready() {
                // The next future of this kind is dropped instead.
                self.arm(Interruption { kind, skipped: 0, polls: remaining_polls });
            }
            progress
        })
        .await
    }

    /// Counts a future that is about to run.
    fn polls_until_drop(&self, kind: Kind) -> Option<usize> {
        let mut setting = self.setting();
        let interruption = setting.armed.as_mut().filter(|interruption| interruption.kind == kind)?;
        if interruption.skipped > 0 {
            interruption.skipped -= 1;
            return None;
        }
        setting.armed.take().map(|interruption| interruption.polls)
    }

    fn setting(&self) -> MutexGuard<'_, Setting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn run_call(State(interrupter): State<Interrupter>, request: Request, next: Next) -> Response {
    if !CHANGES.iter().any(|name| request.uri().path().ends_with(name)) {
        return next.run(request).await;
    }
    let unavailable = || Status::from(Error::unavailable(anyhow::anyhow!("the process died"))).into_http();
    interrupter.run(Kind::Call, next.run(request)).await.unwrap_or_else(unavailable)
}

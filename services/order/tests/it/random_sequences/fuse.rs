//! Interrupts calls and jobs: drops the future of a call or job before it is complete, as if the process had stopped.

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

/// The gRPC calls that change data. Other calls are never dropped.
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

/// Interrupts one call or job each time it is armed. A clone controls the same fuse.
#[derive(Clone, Default)]
pub struct Fuse(Arc<Mutex<Setting>>);

#[derive(Default)]
struct Setting {
    /// The next interruption, if any.
    armed: Option<Cut>,
    /// How many futures were dropped so far.
    cuts: usize,
}

/// Describes an interruption: which future is dropped, and when.
#[derive(Debug, Clone, Copy)]
pub struct Cut {
    pub kind: Kind,
    /// The number of futures of this kind that complete before one is dropped.
    pub skipped: usize,
    /// How often that future is polled before it is dropped. If it completes earlier, the remaining polls count for the
    /// next future of this kind, because the number of polls until completion depends on the load of the machine.
    pub polls: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A gRPC call that changes data.
    Call,
    /// A background job.
    Job,
}

impl Fuse {
    pub fn arm(&self, cut: Cut) {
        self.setting().armed = Some(cut);
    }

    pub fn disarm(&self) {
        self.setting().armed = None;
    }

    /// Returns how many futures were dropped so far.
    pub fn cuts(&self) -> usize {
        self.setting().cuts
    }

    /// Wraps routes so that calls can be dropped. The caller of a dropped call receives "unavailable".
    pub fn wrap(&self, routes: Routes) -> Routes {
        routes.map(|routes| routes.into_axum_router().layer(from_fn_with_state(self.clone(), run_call)).into())
    }

    /// Runs `work` to its end, or drops it and returns `None`.
    pub async fn run<F: Future>(&self, kind: Kind, work: F) -> Option<F::Output> {
        let Some(mut remaining_polls) = self.polls_until_cut(kind) else { return Some(work.await) };
        let mut work = pin!(work);
        poll_fn(|context| {
            if remaining_polls == 0 {
                self.setting().cuts += 1;
                return Poll::Ready(None);
            }
            remaining_polls -= 1;
            let progress = work.as_mut().poll(context).map(Some);
            if progress.is_ready() {
                self.arm(Cut { kind, skipped: 0, polls: remaining_polls });
            }
            progress
        })
        .await
    }

    /// Counts a future that is about to run. If it is the one to drop, returns the number of polls before that.
    fn polls_until_cut(&self, kind: Kind) -> Option<usize> {
        let mut setting = self.setting();
        let cut = setting.armed.as_mut().filter(|cut| cut.kind == kind)?;
        if cut.skipped > 0 {
            cut.skipped -= 1;
            return None;
        }
        setting.armed.take().map(|cut| cut.polls)
    }

    fn setting(&self) -> MutexGuard<'_, Setting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs a call, which may be dropped if it changes data.
async fn run_call(State(fuse): State<Fuse>, request: Request, next: Next) -> Response {
    if !CHANGES.iter().any(|name| request.uri().path().ends_with(name)) {
        return next.run(request).await;
    }
    let cut_off = || Status::from(Error::unavailable(anyhow::anyhow!("the process died"))).into_http();
    fuse.run(Kind::Call, next.run(request)).await.unwrap_or_else(cut_off)
}

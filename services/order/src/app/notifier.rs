//! Wakes this process's order worker (`order_jobs.rs`) before its next regular query.

use std::{
    mem,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use tokio::sync::Notify;

use crate::db::saga::DueOrder;

/// Clones share their state.
#[derive(Clone, Default)]
pub struct Notifier(Arc<Inner>);

#[derive(Default)]
struct Inner {
    signal: Arc<Notify>,
    must_query: AtomicBool,
    handed_over: Mutex<Vec<DueOrder>>,
}

impl Notifier {
    pub fn notify(&self) {
        self.0.must_query.store(true, Ordering::Relaxed);
        self.0.signal.notify_one();
    }

    /// Saves the worker a query. If this process dies, another one finds the order.
    pub fn hand_over(&self, due: DueOrder) {
        self.0.handed_over.lock().unwrap_or_else(PoisonError::into_inner).push(due);
        self.0.signal.notify_one();
    }

    pub(super) fn signal(&self) -> Arc<Notify> {
        self.0.signal.clone()
    }

    pub(super) fn take_handed_over(&self) -> Vec<DueOrder> {
        mem::take(&mut *self.0.handed_over.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn take_must_query(&self) -> bool {
        self.0.must_query.swap(false, Ordering::Relaxed)
    }
}

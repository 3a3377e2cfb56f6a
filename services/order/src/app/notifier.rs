//! Wakes the order worker of this process (`order_jobs.rs`), so that it acts before its next regular query.

use std::{
    mem,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use tokio::sync::Notify;

use crate::db::saga::DueOrder;

/// Connects the request handlers with the order worker. Clones share their state.
#[derive(Clone, Default)]
pub struct Notifier(Arc<Inner>);

/// The shared state.
#[derive(Default)]
struct Inner {
    signal: Arc<Notify>,
    /// Whether the worker must query the database for orders that are due.
    must_query: AtomicBool,
    /// Orders that the worker can process without a query.
    handed_over: Mutex<Vec<DueOrder>>,
}

impl Notifier {
    /// Lets the worker query the database for orders that are due.
    pub fn notify(&self) {
        self.0.must_query.store(true, Ordering::Relaxed);
        self.0.signal.notify_one();
    }

    /// Passes an order to the worker, so that the worker needs no query to find the order. If this process dies, the
    /// query of another process finds the order.
    pub fn hand_over(&self, due: DueOrder) {
        self.0.handed_over.lock().unwrap_or_else(PoisonError::into_inner).push(due);
        self.0.signal.notify_one();
    }

    /// Returns the signal that wakes the worker.
    pub(super) fn signal(&self) -> Arc<Notify> {
        self.0.signal.clone()
    }

    /// Returns the orders that were handed over since the last call.
    pub(super) fn take_handed_over(&self) -> Vec<DueOrder> {
        mem::take(&mut *self.0.handed_over.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns whether `notify` was called since the last call.
    pub(super) fn take_must_query(&self) -> bool {
        self.0.must_query.swap(false, Ordering::Relaxed)
    }
}

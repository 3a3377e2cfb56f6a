//! Wakes this process's order worker.

use std::{
    mem,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use tokio::sync::Notify;

use crate::db::saga::Due;

#[derive(Clone, Default)]
pub struct Bell(Arc<Rope>);

#[derive(Default)]
struct Rope {
    pulled: Arc<Notify>,
    /// Some order is due; the worker has to query for it.
    is_rung: AtomicBool,
    handed: Mutex<Vec<Due>>,
}

impl Bell {
    pub fn ring(&self) {
        self.0.is_rung.store(true, Ordering::Relaxed);
        self.0.pulled.notify_one();
    }

    /// Passes a due order directly to the worker. If the process dies, the database query finds it.
    pub fn hand(&self, due: Due) {
        self.0.handed.lock().unwrap_or_else(PoisonError::into_inner).push(due);
        self.0.pulled.notify_one();
    }

    pub(super) fn notifier(&self) -> Arc<Notify> {
        self.0.pulled.clone()
    }

    pub(super) fn handed(&self) -> Vec<Due> {
        mem::take(&mut *self.0.handed.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns whether `ring` was called since the last call.
    pub(super) fn was_rung(&self) -> bool {
        self.0.is_rung.swap(false, Ordering::Relaxed)
    }
}

//! Wakes the worker of this process: there is something to do.

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
    /// Something is due that has to be looked for.
    is_rung: AtomicBool,
    handed: Mutex<Vec<Due>>,
}

impl Bell {
    pub fn ring(&self) {
        self.0.is_rung.store(true, Ordering::Relaxed);
        self.0.pulled.notify_one();
    }

    /// This is due at once, and nobody has to look for it. Should it be lost with this process, it is found like everything
    /// that is due.
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

    /// Since this was asked before.
    pub(super) fn was_rung(&self) -> bool {
        self.0.is_rung.swap(false, Ordering::Relaxed)
    }
}

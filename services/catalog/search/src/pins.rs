//! Moments that pages are still cut from: whoever reads on sees the list they began with, though products come and go.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use tokio::time::Instant;

use super::snapshot::Snapshot;

/// So long a page may be looked at before the next is asked for.
const KEPT: Duration = Duration::from_mins(2);
/// Moments share what did not change between them, but not everything.
const MOST: usize = 150;

pub struct Pins {
    /// Begins anywhere, so that the moment of another process is not mistaken for one of ours.
    next: AtomicU64,
    /// The least recently used first.
    pinned: Mutex<VecDeque<(Instant, Arc<Snapshot>)>>,
}

impl Default for Pins {
    fn default() -> Self {
        Self { next: AtomicU64::new(u64::from(rand::random::<u32>()) << 24), pinned: Mutex::default() }
    }
}

impl Pins {
    pub fn next_number(&self) -> u64 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    pub fn find(&self, name: &str) -> Option<Arc<Snapshot>> {
        let number = u64::from_str_radix(name, 16).ok()?;
        let pinned = self.pinned.lock().unwrap_or_else(PoisonError::into_inner);
        let (used, snapshot) = pinned.iter().find(|(_, snapshot)| snapshot.number == number)?;
        (used.elapsed() < KEPT).then(|| snapshot.clone())
    }

    /// Keeps the snapshot for a while from now on; it is found by the name.
    pub fn pin(&self, snapshot: &Arc<Snapshot>) -> String {
        let mut pinned = self.pinned.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((used, last)) = pinned.back_mut()
            && last.number == snapshot.number
        {
            *used = Instant::now();
        } else {
            pinned.retain(|(_, known)| known.number != snapshot.number);
            pinned.push_back((Instant::now(), snapshot.clone()));
        }
        while pinned.len() > MOST || pinned.front().is_some_and(|(used, _)| used.elapsed() >= KEPT) {
            pinned.pop_front();
        }
        format!("{:x}", snapshot.number)
    }
}

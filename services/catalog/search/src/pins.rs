//! Keeps (pins) snapshots for later pages of a list, so that changes do not shift the pages.

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

/// How long a snapshot is kept after its last use.
const PIN_DURATION: Duration = Duration::from_mins(2);
const MAX_PINNED: usize = 150;

pub struct Pins {
    /// Starts at a random number, so that names of another process's snapshots are not found.
    next: AtomicU64,
    /// Least recently used first.
    pinned: Mutex<VecDeque<(Instant, Arc<Snapshot>)>>,
}

impl Default for Pins {
    fn default() -> Self {
        // The lower 24 bits count snapshots.
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
        (used.elapsed() < PIN_DURATION).then(|| snapshot.clone())
    }

    pub fn pin(&self, snapshot: &Arc<Snapshot>) -> String {
        let mut pinned = self.pinned.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((used, last)) = pinned.back_mut()
            && last.number == snapshot.number
        {
            *used = Instant::now();
        } else {
            pinned.retain(|(_, pinned)| pinned.number != snapshot.number);
            pinned.push_back((Instant::now(), snapshot.clone()));
        }
        while pinned.len() > MAX_PINNED || pinned.front().is_some_and(|(used, _)| used.elapsed() >= PIN_DURATION) {
            pinned.pop_front();
        }
        format!("{:x}", snapshot.number)
    }
}

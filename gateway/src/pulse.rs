//! Wake-ups for open notification streams. One stream from the notification service names the accounts whose
//! notifications have changed. Each waiting stream of these accounts then fetches the new ones with its own token,
//! because the gateway itself may not read any.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use kit::client::OnBehalf;
use proto::notification::PulseRequest;
use tokio::sync::{Notify, Semaphore, SemaphorePermit};
use tokio_util::sync::CancellationToken;
use tonic::Status;

use crate::services::Services;

/// Maximum number of concurrent fetches. A message to all accounts wakes thousands of streams at once.
const QUESTIONS: usize = 64;
const PAUSE_BETWEEN_STREAMS: Duration = Duration::from_millis(250);

#[derive(Clone)]
pub struct Pulse(Arc<Inner>);

struct Inner {
    waiting: Mutex<HashMap<i64, Vec<Arc<Notify>>>>,
    questions: Semaphore,
}

/// Wakes up when the notifications of an account may have changed. Several changes before the next wait are one
/// wake-up; a change between two waits is not lost.
pub struct Bell {
    account: i64,
    rings: Arc<Notify>,
    pulse: Pulse,
}

impl Default for Pulse {
    fn default() -> Self {
        Self(Arc::new(Inner { waiting: Mutex::default(), questions: Semaphore::new(QUESTIONS) }))
    }
}

impl Pulse {
    /// Subscribe before the first fetch, so that no change between the two is missed.
    pub fn bell(&self, account: i64) -> Bell {
        let rings = Arc::new(Notify::new());
        self.waiting(|waiting| waiting.entry(account).or_default().push(rings.clone()));
        Bell { account, rings, pulse: self.clone() }
    }

    /// Listens until stopped and reconnects when the service is unavailable.
    pub async fn run(self, services: Services, stop: CancellationToken) {
        let listening = async {
            loop {
                if let Err(status) = self.listen(&services).await {
                    tracing::warn!(code = ?status.code(), "Changes of notifications are not heard; trying again");
                }
                tokio::time::sleep(PAUSE_BETWEEN_STREAMS).await;
            }
        };
        stop.run_until_cancelled(listening).await;
    }

    /// Listens until the stream ends.
    async fn listen(&self, services: &Services) -> Result<(), Status> {
        let request = OnBehalf::default().sign_open(PulseRequest {});
        let mut beats = services.pulse().pulse(request).await?.into_inner();
        // Changes before this point may have been missed, so every stream fetches once.
        self.ring_all();
        while let Some(beat) = beats.message().await? {
            self.ring(&beat.account_ids);
        }
        Ok(())
    }

    fn ring(&self, accounts: &[i64]) {
        self.waiting(|waiting| {
            for bells in accounts.iter().filter_map(|account| waiting.get(account)) {
                for bell in bells {
                    bell.notify_one();
                }
            }
        });
    }

    fn ring_all(&self) {
        self.waiting(|waiting| waiting.values().flatten().for_each(|bell| bell.notify_one()));
    }

    fn waiting<T>(&self, look: impl FnOnce(&mut HashMap<i64, Vec<Arc<Notify>>>) -> T) -> T {
        look(&mut self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Bell {
    /// Waits for a change since the last call.
    pub async fn rung(&self) {
        self.rings.notified().await;
    }

    /// Wakes this subscription again, after a failed fetch.
    pub fn ring(&self) {
        self.rings.notify_one();
    }

    /// Waits for one of the slots for concurrent fetches; dropping the permit releases it.
    pub async fn turn(&self) -> Option<SemaphorePermit<'_>> {
        // Fails only if the semaphore is closed, which does not happen.
        self.pulse.0.questions.acquire().await.ok()
    }
}

impl Drop for Bell {
    fn drop(&mut self) {
        self.pulse.waiting(|waiting| {
            let Some(bells) = waiting.get_mut(&self.account) else { return };
            bells.retain(|bell| !Arc::ptr_eq(bell, &self.rings));
            if bells.is_empty() {
                waiting.remove(&self.account);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt as _;

    use super::*;

    fn has_rung(bell: &Bell) -> bool {
        bell.rung().now_or_never().is_some()
    }

    #[test]
    fn a_burst_rings_once_for_those_it_names_in_all_their_windows() {
        let pulse = Pulse::default();
        let (here, there, other) = (pulse.bell(7), pulse.bell(7), pulse.bell(8));
        pulse.ring(&[6, 7]);
        pulse.ring(&[7]);
        for window in [&here, &there] {
            assert_eq!([has_rung(window), has_rung(window)], [true, false]);
        }
        assert!(!has_rung(&other));
        pulse.ring_all();
        assert!([&here, &there, &other].into_iter().all(has_rung));
    }

    #[test]
    fn nobody_is_remembered_who_has_gone() {
        let pulse = Pulse::default();
        let (here, there) = (pulse.bell(7), pulse.bell(7));
        drop(here);
        pulse.ring(&[7]);
        assert!(has_rung(&there), "who stays is still woken");
        drop(there);
        assert!(pulse.waiting(|waiting| waiting.is_empty()));
    }
}

//! Wakes open notification streams when notifications of their accounts change. The streams then fetch them with the
//! caller's token.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use kit::client::CallContext;
use proto::notification::PulseRequest;
use tokio::sync::{Notify, Semaphore, SemaphorePermit};
use tokio_util::sync::CancellationToken;
use tonic::Status;

use crate::services::Services;

/// A message to all accounts wakes thousands of streams at once.
const MAX_FETCHES: usize = 64;
const RECONNECT_AFTER: Duration = Duration::from_millis(250);

#[derive(Clone)]
pub struct NotificationChanges(Arc<Inner>);

struct Inner {
    subscriptions: Mutex<HashMap<i64, Vec<Arc<Notify>>>>,
    fetches: Semaphore,
}

/// Several changes before the next wait cause one wake-up.
pub struct Subscription {
    account: i64,
    signal: Arc<Notify>,
    changes: NotificationChanges,
}

impl Default for NotificationChanges {
    fn default() -> Self {
        Self(Arc::new(Inner { subscriptions: Mutex::default(), fetches: Semaphore::new(MAX_FETCHES) }))
    }
}

impl NotificationChanges {
    /// Must be called before the first fetch, so that no change is missed.
    pub fn subscribe(&self, account: i64) -> Subscription {
        let signal = Arc::new(Notify::new());
        self.with_subscriptions(|subscriptions| subscriptions.entry(account).or_default().push(signal.clone()));
        Subscription { account, signal, changes: self.clone() }
    }

    pub async fn run(self, services: Services, stop: CancellationToken) {
        let listening = async {
            loop {
                if let Err(status) = self.listen(&services).await {
                    tracing::warn!(code = ?status.code(), "The stream of notification changes failed; reconnecting");
                }
                tokio::time::sleep(RECONNECT_AFTER).await;
            }
        };
        stop.run_until_cancelled(listening).await;
    }

    async fn listen(&self, services: &Services) -> Result<(), Status> {
        let request = CallContext::default().streaming_request(PulseRequest {});
        let mut stream = services.pulse().pulse(request).await?.into_inner();
        // Changes before this point may have been missed.
        self.notify_all();
        while let Some(change) = stream.message().await? {
            self.notify(&change.account_ids);
        }
        Ok(())
    }

    fn notify(&self, accounts: &[i64]) {
        self.with_subscriptions(|subscriptions| {
            for signals in accounts.iter().filter_map(|account| subscriptions.get(account)) {
                for signal in signals {
                    signal.notify_one();
                }
            }
        });
    }

    fn notify_all(&self) {
        self.with_subscriptions(|subscriptions| {
            subscriptions.values().flatten().for_each(|signal| signal.notify_one());
        });
    }

    fn with_subscriptions<T>(&self, access: impl FnOnce(&mut HashMap<i64, Vec<Arc<Notify>>>) -> T) -> T {
        access(&mut self.0.subscriptions.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Subscription {
    pub async fn changed(&self) {
        self.signal.notified().await;
    }

    /// Makes the next `changed` return at once.
    pub fn wake_again(&self) {
        self.signal.notify_one();
    }

    /// Dropping the permit releases the slot.
    pub async fn acquire_fetch(&self) -> Option<SemaphorePermit<'_>> {
        self.changes.0.fetches.acquire().await.ok()
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.changes.with_subscriptions(|subscriptions| {
            let Some(signals) = subscriptions.get_mut(&self.account) else { return };
            signals.retain(|signal| !Arc::ptr_eq(signal, &self.signal));
            if signals.is_empty() {
                subscriptions.remove(&self.account);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt as _;

    use super::*;

    fn has_changed(subscription: &Subscription) -> bool {
        subscription.changed().now_or_never().is_some()
    }

    #[test]
    fn several_changes_wake_every_subscription_of_the_account_once() {
        let changes = NotificationChanges::default();
        let (first, second, other) = (changes.subscribe(7), changes.subscribe(7), changes.subscribe(8));
        changes.notify(&[6, 7]);
        changes.notify(&[7]);
        for subscription in [&first, &second] {
            assert_eq!([has_changed(subscription), has_changed(subscription)], [true, false]);
        }
        assert!(!has_changed(&other));
        changes.notify_all();
        assert!([&first, &second, &other].into_iter().all(has_changed));
    }

    #[test]
    fn dropped_subscriptions_are_removed() {
        let changes = NotificationChanges::default();
        let (first, second) = (changes.subscribe(7), changes.subscribe(7));
        drop(first);
        changes.notify(&[7]);
        assert!(has_changed(&second), "the other subscription still wakes up");
        drop(second);
        assert!(changes.with_subscriptions(|subscriptions| subscriptions.is_empty()));
    }
}

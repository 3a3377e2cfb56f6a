//! Wake-ups for open notification streams, over which browsers receive new notifications. The notification service
//! sends the gateway one stream with the accounts whose notifications have changed. The streams of these accounts wake
//! up, and fetch the notifications with the caller's token, because the gateway itself may not read notifications.

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

/// The most concurrent fetches, because a message to all accounts wakes thousands of streams at once.
const MAX_FETCHES: usize = 64;
/// Pause before the stream from the notification service is opened again.
const RECONNECT_AFTER: Duration = Duration::from_millis(250);

/// The subscriptions of all open notification streams. Clones share them.
#[derive(Clone)]
pub struct NotificationChanges(Arc<Inner>);

struct Inner {
    /// The wake-up signals of the open streams, by account.
    subscriptions: Mutex<HashMap<i64, Vec<Arc<Notify>>>>,
    /// The slots for concurrent fetches.
    fetches: Semaphore,
}

/// One stream's subscription. Wakes up when the notifications of the account may have changed. Several changes before
/// the next wait cause one wake-up; no change is lost.
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
    /// Subscribes a stream to the changes of an account. Must be called before the first fetch, so that no change is
    /// missed.
    pub fn subscribe(&self, account: i64) -> Subscription {
        let signal = Arc::new(Notify::new());
        self.with_subscriptions(|subscriptions| subscriptions.entry(account).or_default().push(signal.clone()));
        Subscription { account, signal, changes: self.clone() }
    }

    /// Listens until stopped; reconnects after failures.
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

    /// Wakes subscriptions until the stream from the notification service ends.
    async fn listen(&self, services: &Services) -> Result<(), Status> {
        let request = CallContext::default().streaming_request(PulseRequest {});
        let mut stream = services.pulse().pulse(request).await?.into_inner();
        // Changes before this point may have been missed, so every stream fetches once.
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
    /// Waits for the next wake-up.
    pub async fn changed(&self) {
        self.signal.notified().await;
    }

    /// Wakes this subscription again, after a failed fetch.
    pub fn wake_again(&self) {
        self.signal.notify_one();
    }

    /// Waits for one of the slots for concurrent fetches. Dropping the permit releases it.
    pub async fn acquire_fetch(&self) -> Option<SemaphorePermit<'_>> {
        // Fails only for a closed semaphore.
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

    /// Whether the subscription was woken since the last call.
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

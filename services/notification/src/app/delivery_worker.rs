//! The workers that send deliveries, one per channel. The workers of several replicas run in parallel; a lease assigns
//! each delivery to one of them for a limited time.

use std::{sync::Arc, time::Duration};

use futures::future::join_all;
use kit::{
    Error, Result,
    worker::{Next, Worker},
};
use tokio::{sync::Mutex, task::JoinSet};

use crate::{
    app::deliver::deliver,
    db::{
        self,
        delivery::{Claim, LeasedDelivery},
    },
    domain::{DeliveryChannel, backoff},
    sender::Sender,
};

/// The most deliveries of one channel in progress at a time, per process.
const CONCURRENCY: usize = 16;
/// How long a worker waits after a delivery has ended before it claims new ones. Usually more deliveries end in this
/// time, so that one statement claims the next for all of them.
const BATCH_DELAY: Duration = Duration::from_millis(20);
/// How long a delivery is leased: longer than the timeouts of all carriers of a channel together.
const LEASE: Duration = Duration::from_mins(2);
/// How often a worker looks for due retries and for deliveries that other processes created.
const POLL: Duration = Duration::from_secs(1);
/// The deliveries of a channel that [`deliver_due`] attempts: more than a test creates.
const TEST_LIMIT: usize = 1_000;

#[derive(Clone)]
struct ChannelWorker {
    sender: Sender,
    channel: DeliveryChannel,
    in_progress: Arc<Mutex<JoinSet<Result<()>>>>,
}

/// Returns one worker per channel: a mail server that hangs must not delay codes by SMS.
pub fn workers(sender: &Sender) -> [Worker; 3] {
    DeliveryChannel::ALL.map(|channel| {
        let name = match channel {
            DeliveryChannel::Sms => "sms_deliveries",
            DeliveryChannel::Email => "email_deliveries",
            DeliveryChannel::Push => "push_deliveries",
        };
        let state = ChannelWorker { sender: sender.clone(), channel, in_progress: Arc::default() };
        Worker::new(name, POLL, state.clone(), start_due)
            .notified_after(sender.channel(channel).notifier.clone(), BATCH_DELAY)
            .run_on_stop(state, finish)
            .with_timeout(LEASE)
    })
}

/// Starts due deliveries in the free slots. Each slot that becomes free wakes the worker.
async fn start_due(worker: ChannelWorker) -> Result<Next> {
    let mut in_progress = worker.in_progress.lock().await;
    let mut outcome = Ok(());
    while let Some(joined) = in_progress.try_join_next() {
        outcome = outcome.and(joined.map_err(Error::internal).and_then(|result| result));
    }
    // A delivery with an internal error becomes due again when its lease ends.
    outcome?;
    for delivery in claim(&worker.sender, worker.channel, CONCURRENCY - in_progress.len()).await? {
        let (sender, channel) = (worker.sender.clone(), worker.channel);
        in_progress.spawn(async move {
            let outcome = deliver(&sender, channel, delivery).await;
            sender.channel(channel).notifier.notify_one();
            outcome
        });
    }
    Ok(Next::AfterInterval)
}

/// Waits for the deliveries in progress, when the process stops.
async fn finish(worker: ChannelWorker) -> Result<Next> {
    let mut in_progress = worker.in_progress.lock().await;
    let mut outcome = Ok(());
    while let Some(joined) = in_progress.join_next().await {
        outcome = outcome.and(joined.map_err(Error::internal).and_then(|result| result));
    }
    outcome.map(|()| Next::AfterInterval)
}

/// Makes one attempt for every due delivery, for tests.
pub async fn deliver_due(sender: &Sender) -> Result<()> {
    for channel in DeliveryChannel::ALL {
        let claimed = claim(sender, channel, TEST_LIMIT).await?;
        let attempts = claimed.into_iter().map(|delivery| deliver(sender, channel, delivery));
        join_all(attempts).await.into_iter().collect::<Result<()>>()?;
    }
    Ok(())
}

/// Leases due deliveries, at most one for each free slot.
async fn claim(sender: &Sender, channel: DeliveryChannel, free_slots: usize) -> Result<Vec<LeasedDelivery>> {
    if free_slots == 0 {
        return Ok(Vec::new());
    }
    let now = sender.app.clock.now();
    let claim = Claim {
        channel: channel.key(),
        now,
        leased_until: now + LEASE,
        max_tries: backoff::MAX_TRIES,
        limit: free_slots as i64,
    };
    let mut connection = sender.app.warm_pool.acquire().await?;
    let claimed = db::delivery::claim(&mut connection, &claim).await?;
    connection.release();
    Ok(claimed)
}

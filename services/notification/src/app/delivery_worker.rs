//! Sends due deliveries. A lease gives each delivery to the worker of one replica.

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

/// The most deliveries in progress, per channel and process.
const CONCURRENCY: usize = 16;
/// The pause after a delivery has ended. Usually more end in this time, and one statement claims as many new ones.
const BATCH_DELAY: Duration = Duration::from_millis(20);
/// Longer than the timeouts of all carriers of a channel together.
const LEASE: Duration = Duration::from_mins(2);
const POLL: Duration = Duration::from_secs(1);
/// More deliveries than a test creates.
const TEST_LIMIT: usize = 1_000;

#[derive(Clone)]
struct ChannelWorker {
    sender: Sender,
    channel: DeliveryChannel,
    in_progress: Arc<Mutex<JoinSet<Result<()>>>>,
}

/// One worker per channel, so that a mail server that hangs does not delay codes by SMS.
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

async fn start_due(worker: ChannelWorker) -> Result<Next> {
    let mut in_progress = worker.in_progress.lock().await;
    let mut outcome = Ok(());
    while let Some(joined) = in_progress.try_join_next() {
        outcome = outcome.and(joined.map_err(Error::internal).and_then(|result| result));
    }
    // The failed delivery becomes due again when its lease ends.
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

async fn finish(worker: ChannelWorker) -> Result<Next> {
    let mut in_progress = worker.in_progress.lock().await;
    let mut outcome = Ok(());
    while let Some(joined) = in_progress.join_next().await {
        outcome = outcome.and(joined.map_err(Error::internal).and_then(|result| result));
    }
    outcome.map(|()| Next::AfterInterval)
}

/// Only tests call this.
pub async fn deliver_due(sender: &Sender) -> Result<()> {
    for channel in DeliveryChannel::ALL {
        let claimed = claim(sender, channel, TEST_LIMIT).await?;
        let attempts = claimed.into_iter().map(|delivery| deliver(sender, channel, delivery));
        join_all(attempts).await.into_iter().collect::<Result<()>>()?;
    }
    Ok(())
}

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

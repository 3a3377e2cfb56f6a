//! The post at work: each line has a few hands, woken when a message is taken over, and looks by itself for what fell due. Any
//! number of replicas work side by side; a message is one replica's at a time, by its lease.

use std::{sync::Arc, time::Duration};

use futures::future::join_all;
use kit::{
    Error, Result,
    worker::{Next, Worker},
};
use tokio::{sync::Mutex, task::JoinSet};

use crate::{
    app::carry::carry,
    db::{
        self,
        delivery::{Claim, Due},
    },
    domain::{Channel, backoff},
    post::Post,
};

/// Messages of one line under way at once.
const HANDS: usize = 16;
/// How long a hand that is free waits for others to be: they take up what is next together.
const BREATH: Duration = Duration::from_millis(20);
/// How long whoever took a message up may be silent before another takes it up: longer than all carriers of a line take together
/// when none of them answers.
const LEASE: Duration = Duration::from_mins(2);
/// Interval between two looks: another process may have written without notifying us, and tries that were put off fall due.
const POLL: Duration = Duration::from_secs(1);

/// A channel at work, with the messages that are under way.
#[derive(Clone)]
struct Deliveries {
    post: Post,
    channel: Channel,
    under_way: Arc<Mutex<JoinSet<Result<()>>>>,
}

/// A worker for each channel: a mail server that hangs does not hold up codes.
pub fn workers(post: &Post) -> [Worker; 3] {
    Channel::ALL.map(|channel| {
        let name = match channel {
            Channel::Sms => "sms_deliveries",
            Channel::Email => "email_deliveries",
            Channel::Push => "push_deliveries",
        };
        let line = Deliveries { post: post.clone(), channel, under_way: Arc::default() };
        Worker::new(name, POLL, line.clone(), take_up)
            .woken_after(post.line(channel).bell.clone(), BREATH)
            .at_stop(line, finish)
            .limited_to(LEASE)
    })
}

/// Takes up as many due messages as there are free hands. Each hand that becomes free wakes the worker.
async fn take_up(deliveries: Deliveries) -> Result<Next> {
    let mut under_way = deliveries.under_way.lock().await;
    let mut outcome = Ok(());
    while let Some(done) = under_way.try_join_next() {
        outcome = outcome.and(done.map_err(Error::internal).and_then(|done| done));
    }
    // A failure of ours leaves its delivery leased; it falls due again.
    outcome?;
    for due in claim(&deliveries.post, deliveries.channel, HANDS - under_way.len()).await? {
        let (post, channel) = (deliveries.post.clone(), deliveries.channel);
        under_way.spawn(async move {
            let outcome = carry(&post, channel, due).await;
            post.line(channel).bell.notify_one();
            outcome
        });
    }
    Ok(Next::AfterInterval)
}

async fn finish(deliveries: Deliveries) -> Result<Next> {
    let mut under_way = deliveries.under_way.lock().await;
    let mut outcome = Ok(());
    while let Some(done) = under_way.join_next().await {
        outcome = outcome.and(done.map_err(Error::internal).and_then(|done| done));
    }
    outcome.map(|()| Next::AfterInterval)
}

/// Tries everything that is due, once.
pub async fn carry_due(post: &Post) -> Result<()> {
    for channel in Channel::ALL {
        let claimed = claim(post, channel, 1_000).await?;
        let tries = claimed.into_iter().map(|due| carry(post, channel, due));
        join_all(tries).await.into_iter().collect::<Result<()>>()?;
    }
    Ok(())
}

async fn claim(post: &Post, channel: Channel, free_hands: usize) -> Result<Vec<Due>> {
    if free_hands == 0 {
        return Ok(Vec::new());
    }
    let now = post.app.clock.now();
    let claim = Claim {
        channel: channel.key(),
        now,
        leased_until: now + LEASE,
        most_tries: backoff::MOST_TRIES,
        limit: free_hands as i64,
    };
    let mut connection = post.app.lender.lend().await?;
    // One statement, and so its own transaction.
    let claimed = db::delivery::claim(&mut connection, &claim).await?;
    connection.done();
    Ok(claimed)
}

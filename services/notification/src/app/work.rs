//! The post at work: each line has a few hands, woken when a message is taken over, and looks by itself for what fell due. Any
//! number of replicas work side by side; a message is one replica's at a time, by its lease.

use std::time::Duration;

use futures::future::join_all;
use kit::Result;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

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
/// The net beneath the bell, and what brings a try that was put off.
const POLL: Duration = Duration::from_secs(1);

/// Until stopped. What is under way then is finished.
pub async fn work(post: Post, stop: CancellationToken) -> anyhow::Result<()> {
    let lines = Channel::ALL.map(|channel| work_on(&post, channel, &stop));
    join_all(lines).await.into_iter().collect()
}

/// A line by itself: a mail server that hangs does not hold up codes.
async fn work_on(post: &Post, channel: Channel, stop: &CancellationToken) -> anyhow::Result<()> {
    let mut under_way = JoinSet::new();
    while !stop.is_cancelled() {
        match claim(post, channel, HANDS - under_way.len()).await {
            Ok(claimed) => {
                for due in claimed {
                    let post = post.clone();
                    under_way.spawn(async move { told(carry(&post, channel, due).await) });
                }
            }
            Err(error) => told(Err(error)),
        }
        tokio::select! {
            () = stop.cancelled() => {}
            Some(done) = under_way.join_next() => {
                done?;
                tokio::time::sleep(BREATH).await;
                while let Some(done) = under_way.try_join_next() {
                    done?;
                }
            }
            () = post.line(channel).bell.notified(), if under_way.len() < HANDS => {}
            () = tokio::time::sleep(POLL) => {}
        }
    }
    while let Some(done) = under_way.join_next().await {
        done?;
    }
    Ok(())
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

/// A failure of ours leaves its delivery leased; it falls due again.
fn told(outcome: Result<()>) {
    if let Err(error) = outcome {
        tracing::warn!(
            error = format!("{:#}", anyhow::Error::from(error)),
            "The post could not do its work; trying again"
        );
    }
}

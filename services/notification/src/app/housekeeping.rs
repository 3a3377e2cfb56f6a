//! What has to be done now and then: what came too late is wiped, the log is kept for a month, and what waits is counted.

use std::time::Duration;

use chrono::TimeDelta;
use kit::{
    Result,
    worker::{Next, Worker},
};

use crate::{
    app::{
        carry::{count_end, masked},
        ticket,
    },
    db::{
        self,
        delivery::{Ending, Overdue},
    },
    domain::{Channel, End, backoff},
    names,
    post::Post,
};

const PAUSE: Duration = Duration::from_secs(15);
/// Long enough to answer "I never got it", and no longer.
const LOG_KEPT: TimeDelta = TimeDelta::days(30);
/// Rows in one transaction.
const BATCH: u32 = 500;

/// Ends what came too late, deletes old logs, and measures what waits.
pub fn worker(post: &Post) -> Worker {
    Worker::new("cleanup", PAUSE, post.clone(), |post| async move {
        sweep(&post).await?;
        Ok(Next::AfterInterval)
    })
}

/// Ends what came too late, deletes what is long over, and measures what waits.
pub async fn sweep(post: &Post) -> Result<()> {
    end_overdue(post).await?;
    ticket::forget_old(&post.app).await?;
    let before = post.app.clock.now() - LOG_KEPT;
    loop {
        let mut tx = post.app.pool.begin().await?;
        let forgotten = db::delivery::forget_ended_before(&mut tx, before, BATCH.into()).await?
            + db::fanout::forget_ended_before(&mut tx, before, BATCH.into()).await?;
        tx.commit().await?;
        if forgotten < BATCH.into() {
            break;
        }
    }
    let mut connection = post.app.pool.acquire().await?;
    for channel in Channel::ALL {
        let waiting = db::delivery::count_waiting(&mut connection, channel.key()).await?;
        metrics::gauge!(names::DELIVERIES_WAITING, "channel" => channel.key()).set(waiting as f64);
    }
    Ok(())
}

/// Ends what is not worth sending any more, and what died in its last try.
pub async fn end_overdue(post: &Post) -> Result<()> {
    let now = post.app.clock.now();
    let mut tx = post.app.pool.begin().await?;
    let overdue = db::delivery::overdue(&mut tx, now, backoff::MOST_TRIES, BATCH.into()).await?;
    let known = overdue.iter().filter_map(|delivery| Some((delivery, Channel::from_key(&delivery.channel)?)));
    let known: Vec<_> = known.collect();
    let end_of = |delivery: &Overdue| if delivery.is_expired { End::Expired } else { End::GivenUp };
    let endings = known.iter().map(|(delivery, channel)| Ending {
        delivery_id: delivery.delivery_id,
        tries: delivery.tries,
        state: end_of(delivery).key(),
        masked_recipient: masked(*channel, &delivery.recipient),
        at: now,
    });
    let ended = db::delivery::end_all(&mut tx, &endings.collect::<Vec<_>>()).await?;
    tx.commit().await?;
    for (delivery, channel) in known {
        if ended.contains(&delivery.delivery_id) {
            count_end(channel, end_of(delivery));
        }
    }
    Ok(())
}

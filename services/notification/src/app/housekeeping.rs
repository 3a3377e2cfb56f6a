//! Ends overdue deliveries, and deletes old records.

use std::time::Duration;

use chrono::TimeDelta;
use kit::{
    Result,
    worker::{Next, Worker},
};

use crate::{
    app::{
        deliver::{count_end, masked},
        ticket,
    },
    db::{
        self,
        delivery::{Ending, OverdueDelivery},
    },
    domain::{DeliveryChannel, End, backoff},
    names,
    sender::Sender,
};

const INTERVAL: Duration = Duration::from_secs(15);
/// Support answers questions about missing messages from ended deliveries.
const RETENTION: TimeDelta = TimeDelta::days(30);
/// Per transaction.
const BATCH: u32 = 500;

pub fn worker(sender: &Sender) -> Worker {
    Worker::new("cleanup", INTERVAL, sender.clone(), |sender| async move {
        sweep(&sender).await?;
        Ok(Next::AfterInterval)
    })
}

pub async fn sweep(sender: &Sender) -> Result<()> {
    end_overdue(sender).await?;
    ticket::delete_old(&sender.app).await?;

    let before = sender.app.clock.now() - RETENTION;
    loop {
        let mut tx = kit::db::begin(&sender.app.pool).await?;
        let deleted = db::delivery::delete_ended_before(&mut tx, before, BATCH.into()).await?
            + db::fanout::delete_ended_before(&mut tx, before, BATCH.into()).await?;
        tx.commit().await?;
        if deleted < BATCH.into() {
            break;
        }
    }

    let mut connection = sender.app.pool.acquire().await?;
    for channel in DeliveryChannel::ALL {
        let waiting = db::delivery::count_waiting(&mut connection, channel.key()).await?;
        metrics::gauge!(names::DELIVERIES_WAITING, "channel" => channel.key()).set(waiting as f64);
    }
    Ok(())
}

/// Ends deliveries that are expired, or whose process crashed in the last attempt.
pub async fn end_overdue(sender: &Sender) -> Result<()> {
    let now = sender.app.clock.now();
    let mut tx = kit::db::begin(&sender.app.pool).await?;
    let overdue = db::delivery::overdue(&mut tx, now, backoff::MAX_TRIES, BATCH.into()).await?;
    let deliveries: Vec<_> =
        overdue.iter().filter_map(|delivery| Some((delivery, DeliveryChannel::from_key(&delivery.channel)?))).collect();
    let end_of = |delivery: &OverdueDelivery| if delivery.is_expired { End::Expired } else { End::GivenUp };
    let endings = deliveries.iter().map(|(delivery, channel)| Ending {
        delivery_id: delivery.delivery_id,
        tries: delivery.tries,
        state: end_of(delivery).key(),
        masked_recipient: masked(*channel, &delivery.recipient),
        at: now,
    });
    let ended = db::delivery::end_all(&mut tx, &endings.collect::<Vec<_>>()).await?;
    tx.commit().await?;
    for (delivery, channel) in deliveries {
        if ended.contains(&delivery.delivery_id) {
            count_end(channel, end_of(delivery));
        }
    }
    Ok(())
}

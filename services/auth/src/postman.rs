//! Carries letters to the notification service, each until it is taken or not worth sending any more. A claim is a lease, not
//! a lock: a postman who dies leaves the letter to the next, and no row is held while the neighbour is spoken to. Taking is
//! idempotent by the letter's id, so carrying it twice is carrying it once.

use std::time::Duration;

use chrono::TimeDelta;
use kit::{
    Result,
    client::{Channel as Line, OnBehalf},
};
use proto::{
    json::to_timestamp,
    notification::{Channel, TakeDeliveryRequest, deliveries_client::DeliveriesClient},
};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::{
    App,
    app::post::{self, Letter},
    db::{self, message::Claimed},
};

/// The net beneath the bell: another process may have written, and what failed comes due.
const POLL: Duration = Duration::from_secs(1);
/// Carried at once.
const BAG: i64 = 16;
/// Longer than a call may take.
const LEASE: TimeDelta = TimeDelta::seconds(30);
const LONGEST_PAUSE: TimeDelta = TimeDelta::minutes(1);

#[derive(Clone)]
pub struct Postman {
    app: App,
    deliveries: DeliveriesClient<Line>,
}

impl Postman {
    pub fn new(app: App, line: Line) -> Self {
        Self { app, deliveries: DeliveriesClient::new(line) }
    }

    /// Until stopped. What fails is tried again.
    pub async fn run(self, stop: CancellationToken) -> anyhow::Result<()> {
        loop {
            match self.round().await {
                Ok(0) => {}
                Ok(_) if stop.is_cancelled() => return Ok(()),
                Ok(_) => continue,
                Err(error) => {
                    let error = format!("{:#}", anyhow::Error::from(error));
                    tracing::warn!(error, "Letters could not be looked after");
                }
            }
            tokio::select! {
                () = stop.cancelled() => return Ok(()),
                () = self.app.bell.notified() => {}
                () = tokio::time::sleep(POLL) => {}
            }
        }
    }

    /// Carries what is due, a bag at most; how many letters that were.
    pub async fn round(&self) -> Result<usize> {
        let now = self.app.clock.now();
        let mut tx = self.app.pool.begin().await?;
        let bag = db::message::claim(&mut tx, now, now + LEASE, BAG).await?;
        tx.commit().await?;
        let carried = bag.len();
        let mut carrying = JoinSet::new();
        for claimed in bag {
            let postman = self.clone();
            carrying.spawn(async move { postman.carry(claimed).await });
        }
        while let Some(outcome) = carrying.join_next().await {
            outcome.map_err(kit::Error::internal)??;
        }
        Ok(carried)
    }

    async fn carry(mut self, claimed: Claimed) -> Result<()> {
        let id = claimed.message_id;
        if claimed.expires_at <= self.app.clock.now() {
            tracing::warn!(message.id = %id, "Letter {id} was not taken in time");
            return self.drop(&claimed).await;
        }
        let Ok(letter) = self.open(&claimed) else {
            tracing::error!(message.id = %id, "Letter {id} does not open: AUTH_KEY_SECRET has changed");
            return self.drop(&claimed).await;
        };
        let Letter { channel, to: Some(to), template, language, values } = letter else {
            return self.drop(&claimed).await;
        };
        let request = TakeDeliveryRequest {
            id: id.to_string(),
            channel: into_channel(channel).into(),
            to,
            template,
            language: language.code().to_owned(),
            values: values.into_iter().collect(),
            expires_at: Some(to_timestamp(claimed.expires_at)),
        };
        match self.deliveries.take(OnBehalf::default().sign(request)).await {
            Ok(_) => self.drop(&claimed).await,
            Err(status) => {
                // The code alone: what the neighbour says of a letter may quote it.
                tracing::warn!(message.id = %id, grpc.code = ?status.code(), "Letter {id} was not taken; trying again");
                let due_at = self.app.clock.now() + pause(claimed.attempts);
                let mut connection = self.app.pool.acquire().await?;
                Ok(db::message::postpone(&mut connection, id, due_at).await?)
            }
        }
    }

    fn open(&self, claimed: &Claimed) -> anyhow::Result<Letter> {
        Ok(serde_json::from_slice(&self.app.seal.open(&claimed.message_id.to_string(), &claimed.sealed)?)?)
    }

    async fn drop(&self, claimed: &Claimed) -> Result<()> {
        let mut connection = self.app.pool.acquire().await?;
        Ok(db::message::delete(&mut connection, claimed.message_id).await?)
    }
}

fn into_channel(channel: post::Channel) -> Channel {
    match channel {
        post::Channel::Sms => Channel::Sms,
        post::Channel::Email => Channel::Email,
    }
}

/// A second, then twice as long each time.
fn pause(attempts: i32) -> TimeDelta {
    let doublings = u32::try_from(attempts - 1).unwrap_or(0).min(10);
    TimeDelta::seconds(1 << doublings).min(LONGEST_PAUSE)
}

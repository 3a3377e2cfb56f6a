//! Carries letters to the notification service, each until it is taken or not worth sending any more. Taking is idempotent by
//! the letter's id, so carrying it twice is carrying it once.

use std::time::Duration;

use kit::{
    Result,
    client::{Channel as Line, OnBehalf},
    worker::{Next, Worker},
};
use proto::{
    json::to_timestamp,
    notification::{Channel, TakeDeliveryRequest, deliveries_client::DeliveriesClient},
};
use tokio::task::JoinSet;

use crate::{
    App,
    app::{
        bag,
        post::{self, Letter},
    },
    db::message::Claimed,
};

/// Interval between two looks: another process may have written without notifying us, and what failed comes due.
const POLL: Duration = Duration::from_secs(1);

#[derive(Clone)]
pub struct Postman {
    app: App,
    deliveries: DeliveriesClient<Line>,
}

impl Postman {
    pub fn new(app: App, line: Line) -> Self {
        Self { app, deliveries: DeliveriesClient::new(line) }
    }

    /// Carries letters as they are written, and those that come due.
    pub fn worker(&self) -> Worker {
        let job = |postman: Self| async move { Ok(Next::now_if(postman.round().await? > 0)) };
        Worker::new("letters", POLL, self.clone(), job).woken_by(self.app.bell.clone())
    }

    /// Carries what is due, a bag at most; how many letters that were.
    pub async fn round(&self) -> Result<usize> {
        let bag = bag::fill(&self.app).await?;
        let count = bag.len();
        let mut carrying = JoinSet::new();
        for claimed in bag {
            let postman = self.clone();
            carrying.spawn(async move { postman.carry(claimed).await });
        }
        while let Some(outcome) = carrying.join_next().await {
            outcome.map_err(kit::Error::internal)??;
        }
        Ok(count)
    }

    async fn carry(mut self, claimed: Claimed) -> Result<()> {
        let id = claimed.message_id;
        if claimed.expires_at <= self.app.clock.now() {
            tracing::warn!(message.id = %id, "Letter {id} was not taken in time");
            return bag::drop(&self.app, id).await;
        }
        let Ok(letter) = bag::open(&self.app, &claimed) else {
            tracing::error!(message.id = %id, "Letter {id} does not open: AUTH_KEY_SECRET has changed");
            return bag::drop(&self.app, id).await;
        };
        let Some(request) = into_request(letter, &claimed) else { return bag::drop(&self.app, id).await };
        match self.deliveries.take(OnBehalf::default().sign(request)).await {
            Ok(_) => bag::drop(&self.app, id).await,
            Err(status) => {
                // The code alone: what the neighbour says of a letter may quote it.
                tracing::warn!(message.id = %id, grpc.code = ?status.code(), "Letter {id} was not taken; trying again");
                bag::put_back(&self.app, &claimed).await
            }
        }
    }
}

/// None for a decoy, which goes to nobody.
fn into_request(letter: Letter, claimed: &Claimed) -> Option<TakeDeliveryRequest> {
    let channel = match letter.channel {
        post::Channel::Sms => Channel::Sms,
        post::Channel::Email => Channel::Email,
    };
    Some(TakeDeliveryRequest {
        id: claimed.message_id.to_string(),
        channel: channel.into(),
        to: letter.to?,
        template: letter.template,
        language: letter.language.code().to_owned(),
        values: letter.values.into_iter().collect(),
        expires_at: Some(to_timestamp(claimed.expires_at)),
    })
}

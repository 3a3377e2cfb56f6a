//! Passes stored SMS and e-mails to the notification service, which sends them. Each message is retried until it is
//! accepted or has expired. Delivering a message twice does no harm, because the notification service ignores ids that
//! it has already accepted.

use std::time::Duration;

use kit::{
    Result,
    client::{CallContext, Channel as GrpcChannel},
    telemetry::trace_context,
    worker::{Next, Worker},
};
use proto::{
    json::to_timestamp,
    notification::{Channel, TakeDeliveryRequest, deliveries_client::DeliveriesClient},
};
use tokio::task::JoinSet;
use tracing::Instrument as _;

use crate::{
    App,
    app::{
        delivery_queue,
        messages::{self, Message},
    },
    db::message::ClaimedMessage,
};

/// How often the database is polled. Polling finds messages that another process has stored, and failed messages that
/// are due again.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Span of one attempt to hand over a message.
const MESSAGE_SPAN: &str = "auth.message";

#[derive(Clone)]
pub struct DeliveryWorker {
    app: App,
    deliveries: DeliveriesClient<GrpcChannel>,
}

impl DeliveryWorker {
    pub fn new(app: App, channel: GrpcChannel) -> Self {
        Self { app, deliveries: DeliveriesClient::new(channel) }
    }

    /// Returns the worker. It runs when this process has stored a message, and at each polling interval.
    pub fn worker(&self) -> Worker {
        let job = |worker: Self| async move { Ok(Next::now_if(worker.deliver_due().await? > 0)) };
        // "letters" is the worker's name in metrics.
        Worker::new("letters", POLL_INTERVAL, self.clone(), job).notified_by(self.app.notifier.clone())
    }

    /// Delivers one batch of due messages and returns the number of claimed ones.
    pub async fn deliver_due(&self) -> Result<usize> {
        let batch = delivery_queue::claim(&self.app).await?;
        let count = batch.len();
        let mut deliveries = JoinSet::new();
        for claimed in batch {
            let worker = self.clone();
            deliveries.spawn(async move { worker.deliver(claimed).await });
        }
        while let Some(outcome) = deliveries.join_next().await {
            outcome.map_err(kit::Error::internal)??;
        }
        Ok(count)
    }

    /// Delivers a claimed message, or removes it if it cannot be delivered.
    async fn deliver(mut self, claimed: ClaimedMessage) -> Result<()> {
        let id = claimed.message_id;
        if claimed.expires_at <= self.app.clock.now() {
            tracing::warn!(message.id = %id, "Message {id} expired before delivery");
            return delivery_queue::remove(&self.app, id).await;
        }
        let Ok(message) = delivery_queue::decrypt(&self.app, &claimed) else {
            tracing::error!(message.id = %id, "Message {id} cannot be decrypted, because AUTH_KEY_SECRET has changed; dropping it");
            return delivery_queue::remove(&self.app, id).await;
        };
        let span = tracing::info_span!(MESSAGE_SPAN, template = message.template, attempt = claimed.attempts);
        trace_context::continue_in(&span, message.traceparent.as_deref());
        let Some(request) = into_request(message, &claimed) else {
            return delivery_queue::remove(&self.app, id).await;
        };
        self.submit(request, &claimed).instrument(span).await
    }

    /// Calls the notification service, and removes the message or schedules its next attempt.
    async fn submit(&mut self, request: TakeDeliveryRequest, claimed: &ClaimedMessage) -> Result<()> {
        let id = claimed.message_id;
        match self.deliveries.take(CallContext::default().sign(request)).await {
            Ok(_) => delivery_queue::remove(&self.app, id).await,
            Err(status) => {
                // The status message may quote personal data.
                tracing::warn!(message.id = %id, grpc.code = ?status.code(), "Delivery of message {id} failed; retrying");
                delivery_queue::retry_later(&self.app, claimed).await
            }
        }
    }
}

/// Returns the request for the notification service, or `None` for a decoy, which has no recipient.
fn into_request(message: Message, claimed: &ClaimedMessage) -> Option<TakeDeliveryRequest> {
    let channel = match message.channel {
        messages::Channel::Sms => Channel::Sms,
        messages::Channel::Email => Channel::Email,
    };
    Some(TakeDeliveryRequest {
        id: claimed.message_id.to_string(),
        channel: channel.into(),
        to: message.to?,
        template: message.template,
        language: message.language.code().to_owned(),
        values: message.values.into_iter().collect(),
        expires_at: Some(to_timestamp(claimed.expires_at)),
    })
}

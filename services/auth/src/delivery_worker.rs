//! Passes stored SMS and e-mails to the notification service, which ignores repeated ids.

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

/// Polling finds messages that another process has stored, and failed ones.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
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

    pub fn worker(&self) -> Worker {
        // If there were messages, more may be due now.
        let job = |worker: Self| async move { Ok(Next::now_if(worker.deliver_due().await? > 0)) };
        // Metrics call messages letters.
        Worker::new("letters", POLL_INTERVAL, self.clone(), job).notified_by(self.app.notifier.clone())
    }

    /// Returns the number of claimed messages.
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

    async fn deliver(mut self, claimed: ClaimedMessage) -> Result<()> {
        let id = claimed.message_id;
        if claimed.expires_at <= self.app.clock.now() {
            tracing::warn!(message.id = %id, "Message {id} expired before delivery");
            return delivery_queue::remove(&self.app, id).await;
        }
        let Ok(message) = delivery_queue::decrypt(&self.app, &claimed) else {
            tracing::error!(
                message.id = %id,
                "Message {id} cannot be decrypted, because AUTH_KEY_SECRET has changed; dropping it"
            );
            return delivery_queue::remove(&self.app, id).await;
        };
        let span = tracing::info_span!(MESSAGE_SPAN, template = message.template, attempt = claimed.attempts);
        trace_context::continue_in(&span, message.traceparent.as_deref());
        let Some(request) = into_request(message, &claimed) else {
            // A decoy.
            return delivery_queue::remove(&self.app, id).await;
        };
        self.submit(request, &claimed).instrument(span).await
    }

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

/// Returns `None` for a decoy, which has no recipient and only keeps response times equal.
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

//! Accepts messages that other services want to send, such as sign-in codes. A message whose id was accepted before is
//! ignored, so callers may repeat a call.

use chrono::{DateTime, Utc};
use kit::{Error, Language, Result, telemetry::trace_context};
use rand::rngs::OsRng;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{
    db,
    domain::{DeliveryChannel, Recipient, Template},
    sender::Sender,
    values::{self, Values},
};

/// A message from another service, or from this one about a ticket.
pub struct Submission {
    pub id: Uuid,
    pub channel: DeliveryChannel,
    pub recipient: Recipient,
    pub template: Template,
    pub language: Language,
    pub values: Values,
    pub expires_at: DateTime<Utc>,
}

/// Stores the message as a delivery and wakes the worker that sends it.
pub async fn accept(sender: &Sender, submission: Submission) -> Result<()> {
    let mut tx = kit::db::begin(&sender.app.pool).await?;
    let is_new = enqueue(sender, &mut tx, &submission).await?;
    tx.commit().await?;
    if is_new {
        sender.channel(submission.channel).notifier.notify_one();
    }
    Ok(())
}

/// Inserts the delivery. Returns whether it is new. The caller must wake the worker after the commit.
pub async fn enqueue(sender: &Sender, tx: &mut PgConnection, submission: &Submission) -> Result<bool> {
    let sealed_values =
        values::seal(&sender.seal, submission.id, &submission.values, &mut OsRng).map_err(Error::Internal)?;
    let now = sender.app.clock.now();
    let delivery = db::delivery::NewDelivery {
        delivery_id: submission.id,
        channel: submission.channel.key(),
        recipient: submission.recipient.to_text(),
        template: submission.template.key(),
        language: submission.language.code(),
        sealed_values,
        expires_at: submission.expires_at,
        due_at: now,
        taken_at: now,
        // The most urgent rank: notifications have ranks from 1.
        rank: 0,
        owner: None,
        traceparent: trace_context::current(),
    };
    Ok(!db::delivery::insert_all(tx, &[delivery]).await?.is_empty())
}

//! Accepts messages of other services, such as sign-in codes. Idempotent by message id.

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

pub struct Submission {
    pub id: Uuid,
    pub channel: DeliveryChannel,
    pub recipient: Recipient,
    pub template: Template,
    pub language: Language,
    pub values: Values,
    pub expires_at: DateTime<Utc>,
}

pub async fn accept(sender: &Sender, submission: Submission) -> Result<()> {
    let mut tx = kit::db::begin(&sender.app.pool).await?;
    let is_new = enqueue(sender, &mut tx, &submission).await?;
    tx.commit().await?;
    if is_new {
        sender.channel(submission.channel).notifier.notify_one();
    }
    Ok(())
}

/// Returns whether the delivery is new. The caller must wake the worker after the commit.
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
        // The most urgent rank. Notifications start at 1.
        rank: 0,
        owner: None,
        traceparent: trace_context::current(),
    };
    Ok(!db::delivery::insert_all(tx, &[delivery]).await?.is_empty())
}

//! Taking a message over: from here on it is our care, and asking twice is asking once.

use chrono::{DateTime, Utc};
use kit::{Error, Language, Result};
use rand::rngs::OsRng;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{
    db,
    domain::{Channel, Recipient, Template},
    post::Post,
    values::{self, Values},
};

pub struct Order {
    pub id: Uuid,
    pub channel: Channel,
    pub recipient: Recipient,
    pub template: Template,
    pub language: Language,
    pub values: Values,
    pub expires_at: DateTime<Utc>,
}

pub async fn take(post: &Post, order: Order) -> Result<()> {
    let mut tx = post.app.pool.begin().await?;
    let is_new = put(post, &mut tx, &order).await?;
    tx.commit().await?;
    if is_new {
        post.line(order.channel).bell.notify_one();
    }
    Ok(())
}

/// Takes it over when the caller's transaction commits; the caller rings the bell after that. True when it is new.
pub async fn put(post: &Post, tx: &mut PgConnection, order: &Order) -> Result<bool> {
    let sealed_values = values::close(&post.seal, order.id, &order.values, &mut OsRng).map_err(Error::Internal)?;
    let now = post.app.clock.now();
    let new = db::delivery::New {
        delivery_id: order.id,
        channel: order.channel.key(),
        recipient: order.recipient.spelled(),
        template: order.template.key(),
        language: order.language.code(),
        sealed_values,
        expires_at: order.expires_at,
        due_at: now,
        taken_at: now,
        rank: 0,
        owner: None,
    };
    Ok(!db::delivery::insert_all(tx, &[new]).await?.is_empty())
}

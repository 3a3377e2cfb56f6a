//! What this service does with what it hears. It announces nothing.

use chrono::{DateTime, Utc};
use kit::Error;
use outbox::{Handler, parse};
use proto::{auth, feed};
use serde_json::json;
use sqlx::PgConnection;

use crate::{
    db::{self, notification::New},
    domain::Kind,
};

/// Tells an account what happened to it.
pub struct Heard;

#[async_trait::async_trait]
impl Handler for Heard {
    fn kinds(&self) -> &'static [&'static str] {
        &["user_registered", "session_reuse_detected"]
    }

    async fn apply(&self, tx: &mut PgConnection, event: &feed::Event) -> kit::Result<()> {
        let (kind, account_id) = match event.kind.as_str() {
            "user_registered" => (Kind::Welcome, parse::<auth::UserRegistered>(event)?.account_id),
            "session_reuse_detected" => (Kind::Security, parse::<auth::SessionReuseDetected>(event)?.account_id),
            _ => return Ok(()),
        };
        let (subject, created_at) = (json!({}), occurred_at(event)?);
        let new = New { account_id, kind: kind.key(), subject: &subject, link: Some(kind.link()), created_at };
        Ok(db::notification::insert(tx, &new).await?)
    }
}

/// A notification is as old as what it tells of, not as the moment it was heard.
fn occurred_at(event: &feed::Event) -> kit::Result<DateTime<Utc>> {
    event
        .occurred_at
        .and_then(|time| DateTime::from_timestamp(time.seconds, time.nanos.unsigned_abs()))
        .ok_or_else(|| Error::internal(anyhow::anyhow!("the event has no time")))
}

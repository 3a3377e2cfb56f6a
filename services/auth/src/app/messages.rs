//! Outgoing SMS and e-mails, stored in the transaction of the change that they report.

use std::{collections::BTreeMap, sync::Arc};

use chrono::{DateTime, TimeDelta, Utc};
use kit::{Error, Language, Result, telemetry::trace_context};
use rand::rngs::OsRng;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use tokio::sync::Notify;
use uuid::Uuid;

use crate::{App, db};

/// How long the delivery of a notice is attempted.
pub const NOTICE_TTL: TimeDelta = TimeDelta::days(2);

/// Wakes the delivery worker of this process. Other replicas poll.
pub type Notifier = Arc<Notify>;

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub enum Channel {
    Sms,
    Email,
}

/// No `Debug`: must not be logged.
#[derive(Serialize, Deserialize)]
pub struct Message {
    pub channel: Channel,
    /// A phone number, an e-mail address, or `support`. `None` in a decoy, which is never sent.
    pub to: Option<String>,
    pub template: String,
    pub language: Language,
    pub values: BTreeMap<String, String>,
    #[serde(default)]
    pub traceparent: Option<String>,
}

impl Message {
    /// Without `to`, the message is a decoy.
    pub fn mail(to: Option<&str>, template: &str, language: Language) -> Self {
        Self {
            channel: Channel::Email,
            to: to.map(ToOwned::to_owned),
            template: template.to_owned(),
            language,
            values: BTreeMap::new(),
            traceparent: trace_context::current(),
        }
    }

    pub fn sms(to: &str, template: &str, language: Language) -> Self {
        Self { channel: Channel::Sms, ..Self::mail(Some(to), template, language) }
    }

    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.values.insert(name.to_owned(), value.into());
        self
    }
}

/// After the commit, the caller wakes the delivery worker.
pub async fn enqueue(app: &App, tx: &mut PgConnection, message: &Message, expires_at: DateTime<Utc>) -> Result<()> {
    let message_id = Uuid::new_v4();
    let plaintext = serde_json::to_vec(message).map_err(Error::internal)?;
    let sealed = app.seal.close(&message_id.to_string(), &plaintext, &mut OsRng).map_err(Error::Internal)?;
    let new = db::message::NewMessage { message_id, sealed: &sealed, created_at: app.clock.now(), expires_at };
    db::message::insert(tx, &new).await?;
    Ok(())
}

pub fn parse_language(code: &str) -> Language {
    Language::from_tag(code).unwrap_or_default()
}

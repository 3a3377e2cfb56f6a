//! Outgoing messages. A message is stored in the transaction of the change that it reports, so it is sent if and only
//! if that transaction commits. A worker delivers it.

use std::{collections::BTreeMap, sync::Arc};

use chrono::{DateTime, TimeDelta, Utc};
use kit::{Error, Language, Result};
use rand::rngs::OsRng;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use tokio::sync::Notify;
use uuid::Uuid;

use crate::{App, db};

/// How long a security notice is worth sending.
const NOTICE_TTL: TimeDelta = TimeDelta::days(2);

/// Wakes the delivery worker of this process; those of other replicas poll.
pub type Notifier = Arc<Notify>;

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub enum Channel {
    Sms,
    Email,
}

/// A message to a person. Has no `Debug`, so that it cannot be logged by mistake.
#[derive(Serialize, Deserialize)]
pub struct Message {
    pub channel: Channel,
    /// A phone number, an e-mail address, or `support`. `None` in a decoy, which is stored like any other message but
    /// never sent.
    pub to: Option<String>,
    /// Name of the template in the notification service.
    pub template: String,
    pub language: Language,
    /// Values for the template's placeholders.
    pub values: BTreeMap<String, String>,
}

impl Message {
    pub fn mail(to: Option<&str>, template: &str, language: Language) -> Self {
        let (to, template) = (to.map(ToOwned::to_owned), template.to_owned());
        Self { channel: Channel::Email, to, template, language, values: BTreeMap::new() }
    }

    pub fn sms(to: &str, template: &str, language: Language) -> Self {
        Self { channel: Channel::Sms, ..Self::mail(Some(to), template, language) }
    }

    /// Sets a value of the template.
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.values.insert(name.to_owned(), value.into());
        self
    }
}

/// Stores the message in the caller's transaction. After the commit the caller notifies the delivery worker.
pub async fn enqueue(app: &App, tx: &mut PgConnection, message: &Message, expires_at: DateTime<Utc>) -> Result<()> {
    let message_id = Uuid::new_v4();
    let plaintext = serde_json::to_vec(message).map_err(Error::internal)?;
    let sealed = app.seal.close(&message_id.to_string(), &plaintext, &mut OsRng).map_err(Error::Internal)?;
    let new = db::message::NewMessage { message_id, sealed: &sealed, created_at: app.clock.now(), expires_at };
    db::message::insert(tx, &new).await?;
    Ok(())
}

/// Stores a security notice, an e-mail that informs owners of changes in case they did not make them.
pub async fn enqueue_notice(
    app: &App,
    tx: &mut PgConnection,
    email: &str,
    template: &str,
    language: Language,
) -> Result<()> {
    enqueue(app, tx, &Message::mail(Some(email), template, language), app.clock.now() + NOTICE_TTL).await
}

/// Parses the language column of an account.
pub fn parse_language(code: &str) -> Language {
    Language::from_tag(code).unwrap_or_default()
}

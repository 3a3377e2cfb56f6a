//! What people are to be told outside of the shop. It is written in the transaction of what it tells, so that it is told if,
//! and only if, that happened; the postman carries it from there.

use std::{collections::BTreeMap, sync::Arc};

use chrono::{DateTime, TimeDelta, Utc};
use kit::{Error, Language, Result};
use rand::rngs::OsRng;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use tokio::sync::Notify;
use uuid::Uuid;

use crate::{App, db};

/// How long it is worth telling what was done.
const NOTICE_TTL: TimeDelta = TimeDelta::days(2);

/// Wakes the postman of this process; others look now and then.
pub type Bell = Arc<Notify>;

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub enum Channel {
    Sms,
    Email,
}

/// It has no `Debug`, so that it cannot be logged by mistake.
#[derive(Serialize, Deserialize)]
pub struct Letter {
    pub channel: Channel,
    /// A phone number, an e-mail address, or `support`. None in a decoy, which is written like any other and sent to nobody.
    pub to: Option<String>,
    /// As the notification service names them.
    pub template: String,
    pub language: Language,
    /// What the template leaves open.
    pub values: BTreeMap<String, String>,
}

impl Letter {
    pub fn mail(to: Option<&str>, template: &str, language: Language) -> Self {
        let (to, template) = (to.map(ToOwned::to_owned), template.to_owned());
        Self { channel: Channel::Email, to, template, language, values: BTreeMap::new() }
    }

    pub fn sms(to: &str, template: &str, language: Language) -> Self {
        Self { channel: Channel::Sms, ..Self::mail(Some(to), template, language) }
    }

    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.values.insert(name.to_owned(), value.into());
        self
    }
}

/// Sends the letter when the caller's transaction commits; the caller rings the bell after that.
pub async fn put(app: &App, tx: &mut PgConnection, letter: &Letter, expires_at: DateTime<Utc>) -> Result<()> {
    let message_id = Uuid::new_v4();
    let clear = serde_json::to_vec(letter).map_err(Error::internal)?;
    let sealed = app.seal.close(&message_id.to_string(), &clear, &mut OsRng).map_err(Error::Internal)?;
    let new = db::message::New { message_id, sealed: &sealed, created_at: app.clock.now(), expires_at };
    db::message::insert(tx, &new).await?;
    Ok(())
}

/// Tells an owner by mail what was done with their account, so that one who did not do it hears of it.
pub async fn notify(app: &App, tx: &mut PgConnection, email: &str, template: &str, language: Language) -> Result<()> {
    put(app, tx, &Letter::mail(Some(email), template, language), app.clock.now() + NOTICE_TTL).await
}

/// The language a row says people read.
pub fn language(code: &str) -> Language {
    Language::from_tag(code).unwrap_or_default()
}

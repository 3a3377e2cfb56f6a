//! E-mails about wholesale are queued in the transaction of their cause, and written when they are sent, so that a late
//! one states current facts.

mod texts;

use chrono::{DateTime, TimeDelta, Utc};
use kit::{Language, Result};
use proto::{
    json::to_timestamp,
    notification::{Channel, TakeDeliveryRequest},
};
use sqlx::PgConnection;

use super::page_of;
use crate::{
    App,
    db::{self, wholesale::email::ClaimedEmail},
    domain::wholesale::record::Record,
};

/// Older e-mails are dropped.
const EXPIRES_AFTER: TimeDelta = TimeDelta::days(3);
const TEMPLATE: &str = "wholesale";
/// The notification service knows the address of staff.
const DESK: &str = "support";

/// Kinds that begin with `Desk` are for staff.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Kind {
    Received,
    Quoted,
    ExpiresSoon,
    Accepted,
    PartlyPaid,
    Paid,
    Expired,
    Unpaid,
    Declined,
    Cancelled,
    DeskRequested,
    DeskAccepted,
    DeskPaid,
    DeskDeclined,
}

impl Kind {
    fn key(self) -> &'static str {
        self.into()
    }

    fn of_key(key: &str) -> Option<Self> {
        key.parse().ok()
    }

    fn is_for_desk(self) -> bool {
        matches!(self, Self::DeskRequested | Self::DeskAccepted | Self::DeskPaid | Self::DeskDeclined)
    }

    pub async fn queue(tx: &mut PgConnection, request: i64, kinds: &[Self], now: DateTime<Utc>) -> Result<()> {
        let keys: Vec<_> = kinds.iter().map(|kind| kind.key().to_owned()).collect();
        db::wholesale::email::insert(tx, request, &keys, now).await?;
        Ok(())
    }
}

/// Returns `None` if the customer has no address, or the e-mail is too old.
pub fn compose(app: &App, claimed: &ClaimedEmail, record: &Record) -> Option<TakeDeliveryRequest> {
    let expires_at = claimed.written_at + EXPIRES_AFTER;
    if expires_at <= app.clock.now() {
        return None;
    }
    let kind = Kind::of_key(&claimed.kind)?;
    let (to, language, link) = if kind.is_for_desk() {
        let site = app.site_url.trim_end_matches('/');
        (DESK.to_owned(), Language::Az, format!("{site}/idare/topdan/{}", record.code.as_str()))
    } else {
        (record.customer.email.clone()?, record.language, page_of(app, &record.code, record.language))
    };
    let (title, text) = texts::title_and_text(kind, record, language);
    let values = [("title", title), ("text", text), ("link", link)];
    Some(TakeDeliveryRequest {
        id: claimed.letter_id.clone(),
        channel: Channel::Email.into(),
        to,
        template: TEMPLATE.to_owned(),
        language: language.code().to_owned(),
        values: values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        expires_at: Some(to_timestamp(expires_at)),
    })
}

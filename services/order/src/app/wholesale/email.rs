//! The e-mails of wholesale requests, to customers and to staff. An e-mail is queued in the transaction of its cause.
//! Its text is written only when it is sent, so that a late e-mail states current facts.

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

/// An e-mail that could not be handed over for this long is dropped.
const EXPIRES_AFTER: TimeDelta = TimeDelta::days(3);
/// The template of the notification service.
const TEMPLATE: &str = "wholesale";
/// Recipient of e-mails to staff. The notification service knows the address.
const DESK: &str = "support";

/// The kind of an e-mail. Kinds that begin with `Desk` are for staff.
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

    /// Queues e-mails, which are sent after the caller's transaction is committed.
    pub async fn write(tx: &mut PgConnection, request: i64, kinds: &[Self], now: DateTime<Utc>) -> Result<()> {
        let kinds: Vec<_> = kinds.iter().map(|kind| kind.key().to_owned()).collect();
        db::wholesale::email::insert(tx, request, &kinds, now).await?;
        Ok(())
    }
}

/// Writes the text of a queued e-mail. Returns `None` if the customer has no address, or the e-mail is too old.
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

//! Letters about a request. They are written down in the transaction of what they tell and say how the request stands when they
//! leave, so that a late letter never says what is no longer true.

mod words;

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
    db::{self, wholesale::letter::Claimed},
    domain::wholesale::record::Record,
};

/// A letter that could not be handed over for so long is not worth sending.
const WORTH: TimeDelta = TimeDelta::days(3);
const TEMPLATE: &str = "wholesale";
/// The shop's own address, whatever it is when the letter leaves.
const DESK: &str = "support";

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Kind {
    Received,
    Quoted,
    ExpiresSoon,
    Accepted,
    PartlyPaid,
    Paid,
    /// Nobody accepted the quote in time.
    Expired,
    /// Nobody paid the accepted quote in time.
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

    /// Writes letters that leave once the caller's transaction is committed.
    pub async fn write(tx: &mut PgConnection, request: i64, kinds: &[Self], now: DateTime<Utc>) -> Result<()> {
        let kinds: Vec<_> = kinds.iter().map(|kind| kind.key().to_owned()).collect();
        db::wholesale::letter::insert(tx, request, &kinds, now).await?;
        Ok(())
    }
}

/// The letter as it is handed over; `None` when there is nobody to send it to, or it is too late.
pub fn compose(app: &App, claimed: &Claimed, record: &Record) -> Option<TakeDeliveryRequest> {
    let expires_at = claimed.written_at + WORTH;
    let kind = Kind::of_key(&claimed.kind).filter(|_| expires_at > app.clock.now())?;
    let (to, language, link) = if kind.is_for_desk() {
        let site = app.site_url.trim_end_matches('/');
        (DESK.to_owned(), Language::Az, format!("{site}/idare/topdan/{}", record.code.as_str()))
    } else {
        (record.customer.email.clone()?, record.language, page_of(app, &record.code, record.language))
    };
    let (title, text) = words::words(kind, record, language);
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

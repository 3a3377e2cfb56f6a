//! Notifications from events of the auth service.

use kit::{Error, telemetry::trace_context};
use outbox::{Handler, Start, parse};
use proto::{
    auth::{
        AccountErased, BirthdayNear, BirthdayToday, EmailChanged, InfluencerDecided, PasswordChanged,
        SessionReuseDetected, UserRegistered,
    },
    event::Event as _,
    feed,
    json::to_name,
};
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::{EventNotification, notify, occurred_at};
use crate::{
    db,
    domain::{Birthday, Kind},
};

pub struct Accounts;

#[async_trait::async_trait]
impl Handler for Accounts {
    fn kinds(&self) -> &'static [&'static str] {
        &[
            UserRegistered::KIND,
            SessionReuseDetected::KIND,
            PasswordChanged::KIND,
            EmailChanged::KIND,
            BirthdayNear::KIND,
            BirthdayToday::KIND,
            InfluencerDecided::KIND,
            AccountErased::KIND,
        ]
    }

    /// After a gap in the feed, the snapshot names the erased accounts.
    fn start(&self) -> Start {
        Start::Snapshot
    }

    async fn apply(&self, tx: &mut PgConnection, event: &feed::Event) -> kit::Result<()> {
        if event.kind == AccountErased::KIND {
            let account = parse::<AccountErased>(event)?.account_id;
            db::erased_account::insert(tx, account).await?;
            return Ok(delete_account_data(tx, account).await?);
        }
        let Some(AccountNotification { account_id, kind, subject }) = parse_notification(event)? else {
            return Ok(());
        };
        let (link, at) = (kind.link().to_owned(), occurred_at(event)?);
        let trace = trace_context::current();
        notify(tx, &[EventNotification { account_id, kind: kind.key(), subject, link, at, trace }]).await
    }
}

async fn delete_account_data(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    db::notification::delete_all_for(tx, account).await?;
    db::pending_notification::delete_all_for(tx, account).await?;
    db::digest_item::delete_all_for(tx, account).await?;
    db::delivery::delete_waiting_for(tx, account).await?;
    db::push_subscription::delete_all_for(tx, account).await?;
    db::ticket::delete_all_for(tx, account).await?;
    db::preference::delete_all_for(tx, account).await
}

struct AccountNotification {
    account_id: i64,
    kind: Kind,
    subject: Value,
}

/// Returns `None` for an event that raises no notification.
fn parse_notification(event: &feed::Event) -> kit::Result<Option<AccountNotification>> {
    let (account_id, kind) = match event.kind.as_str() {
        UserRegistered::KIND => (parse::<UserRegistered>(event)?.account_id, Kind::Welcome),
        SessionReuseDetected::KIND => (parse::<SessionReuseDetected>(event)?.account_id, Kind::Security),
        PasswordChanged::KIND => (parse::<PasswordChanged>(event)?.account_id, Kind::PasswordChanged),
        EmailChanged::KIND => (parse::<EmailChanged>(event)?.account_id, Kind::EmailChanged),
        BirthdayToday::KIND => (parse::<BirthdayToday>(event)?.account_id, Kind::BirthdayToday),
        InfluencerDecided::KIND => {
            let decided = parse::<InfluencerDecided>(event)?;
            let kind = if decided.approved { Kind::InfluencerApproved } else { Kind::InfluencerDeclined };
            (decided.account_id, kind)
        }
        BirthdayNear::KIND => {
            let near = parse::<BirthdayNear>(event)?;
            let subject = serde_json::to_value(birthday(&near)?).map_err(Error::internal)?;
            return Ok(Some(AccountNotification { account_id: near.account_id, kind: Kind::BirthdayNear, subject }));
        }
        _ => return Ok(None),
    };
    Ok(Some(AccountNotification { account_id, kind, subject: json!({}) }))
}

fn birthday(near: &BirthdayNear) -> kit::Result<Birthday> {
    let date = near.date.parse().map_err(Error::internal)?;
    Ok(Birthday { relation: to_name(near.relation()), date, days_left: near.days_left })
}

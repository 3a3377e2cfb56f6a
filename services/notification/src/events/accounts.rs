//! Events of the auth service: accounts, birthdays and bloggers.

use kit::Error;
use outbox::{Handler, Start, parse};
use proto::{auth, feed, json::to_name};
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::{EventNotification, notify, occurred_at};
use crate::{
    db,
    domain::{Birthday, Kind},
};

/// Notifies accounts, and deletes the data of erased ones.
pub struct Accounts;

#[async_trait::async_trait]
impl Handler for Accounts {
    fn kinds(&self) -> &'static [&'static str] {
        &[
            "user_registered",
            "session_reuse_detected",
            "password_changed",
            "email_changed",
            "birthday_near",
            "birthday_today",
            "influencer_decided",
            "account_erased",
        ]
    }

    /// Missed notifications are not made up for, but the snapshot names the erased accounts, whose data must be
    /// deleted.
    fn start(&self) -> Start {
        Start::Snapshot
    }

    async fn apply(&self, tx: &mut PgConnection, event: &feed::Event) -> kit::Result<()> {
        if event.kind == "account_erased" {
            let account = parse::<auth::AccountErased>(event)?.account_id;
            db::erased_account::insert(tx, account).await?;
            return Ok(delete_account_data(tx, account).await?);
        }
        let Some((account_id, kind, subject)) = parse_notification(event)? else { return Ok(()) };
        let (link, at) = (kind.link().to_owned(), occurred_at(event)?);
        notify(tx, &[EventNotification { account_id, kind: kind.key(), subject, link, at }]).await
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

/// Returns account, kind and subject of the notification that an event raises.
fn parse_notification(event: &feed::Event) -> kit::Result<Option<(i64, Kind, Value)>> {
    let (account, kind) = match event.kind.as_str() {
        "user_registered" => (parse::<auth::UserRegistered>(event)?.account_id, Kind::Welcome),
        "session_reuse_detected" => (parse::<auth::SessionReuseDetected>(event)?.account_id, Kind::Security),
        "password_changed" => (parse::<auth::PasswordChanged>(event)?.account_id, Kind::PasswordChanged),
        "email_changed" => (parse::<auth::EmailChanged>(event)?.account_id, Kind::EmailChanged),
        "birthday_today" => (parse::<auth::BirthdayToday>(event)?.account_id, Kind::BirthdayToday),
        "influencer_decided" => {
            let decided = parse::<auth::InfluencerDecided>(event)?;
            let kind = if decided.approved { Kind::InfluencerApproved } else { Kind::InfluencerDeclined };
            (decided.account_id, kind)
        }
        "birthday_near" => {
            let near = parse::<auth::BirthdayNear>(event)?;
            let subject = serde_json::to_value(birthday(&near)?).map_err(Error::internal)?;
            return Ok(Some((near.account_id, Kind::BirthdayNear, subject)));
        }
        _ => return Ok(None),
    };
    Ok(Some((account, kind, json!({}))))
}

fn birthday(near: &auth::BirthdayNear) -> kit::Result<Birthday> {
    let date = near.date.parse().map_err(Error::internal)?;
    Ok(Birthday { relation: to_name(near.relation()), date, days_left: near.days_left })
}

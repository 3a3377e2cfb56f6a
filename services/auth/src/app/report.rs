use chrono::TimeDelta;
use kit::{Error, Language, Result, identity::Caller};

use crate::{
    App,
    app::{
        messages::{self, Message},
        session,
    },
    db,
};

const MAX_PER_DAY: i64 = 5;
const DAY: TimeDelta = TimeDelta::days(1);
/// The language in which support gets the mail.
const MAIL_LANGUAGE: Language = Language::Az;
/// After that, only the stored report remains.
const MAIL_TTL: TimeDelta = TimeDelta::days(7);

pub async fn report(app: &App, caller: &Caller, subject: &str, text: &str) -> Result<()> {
    let account = caller.account;
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    if !db::profile::lock(&mut tx, account).await? {
        return Err(Error::unauthenticated());
    }
    // Wait until the oldest of `MAX_PER_DAY` reports is a day old.
    let oldest_counted = db::report::nth_newest_for(&mut tx, account, MAX_PER_DAY).await?;
    if let Some(again_at) = oldest_counted.map(|at| at + DAY).filter(|at| *at > now) {
        return Err(Error::RateLimited { retry_after: (again_at - now).to_std().unwrap_or_default() });
    }

    let sender = session::account(&mut tx, caller).await?;
    // Support trusts that the customer owns the address.
    let email = sender.email.ok_or_else(|| Error::conflict("email_missing"))?;
    if !sender.email_verified {
        return Err(Error::conflict("email_unverified"));
    }

    db::report::insert_for(&mut tx, account, subject, text, now).await?;
    let message = Message::mail(Some("support"), "support_report", MAIL_LANGUAGE)
        .with("subject", subject)
        .with("text", text)
        .with("name", format!("{} {}", sender.first_name, sender.last_name))
        .with("email", email);
    messages::enqueue(app, &mut tx, &message, now + MAIL_TTL).await?;
    tx.commit().await?;
    app.notifier.notify_one();
    Ok(())
}

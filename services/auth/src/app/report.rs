//! Telling support something: kept here, and mailed to them.

use chrono::TimeDelta;
use kit::{Error, Language, Result, identity::Caller};

use crate::{
    App,
    app::{
        post::{self, Letter},
        session,
    },
    db,
};

const MOST_A_DAY: i64 = 5;
const DAY: TimeDelta = TimeDelta::days(1);
/// What support reads.
const LANGUAGE: Language = Language::Az;
/// A report that could not be mailed for so long is read here.
const MAIL_TTL: TimeDelta = TimeDelta::days(7);

pub async fn report(app: &App, caller: &Caller, subject: &str, text: &str) -> Result<()> {
    let account = caller.account;
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    if !db::profile::lock(&mut tx, account).await? {
        return Err(Error::unauthenticated());
    }
    let last_of_a_day = db::report::nth_newest_for(&mut tx, account, MOST_A_DAY).await?;
    if let Some(again_at) = last_of_a_day.map(|at| at + DAY).filter(|at| *at > now) {
        return Err(Error::TooMany { retry_after: (again_at - now).to_std().unwrap_or_default() });
    }
    let sender = session::account(&mut tx, caller).await?;
    // Support answers by mail.
    let email = sender.email.ok_or_else(|| Error::conflict("email_missing"))?;
    db::report::insert_for(&mut tx, account, subject, text, now).await?;
    let letter = Letter::mail(Some("support"), "support_report", LANGUAGE)
        .with("subject", subject)
        .with("text", text)
        .with("name", format!("{} {}", sender.first_name, sender.last_name))
        .with("email", email);
    post::put(app, &mut tx, &letter, now + MAIL_TTL).await?;
    tx.commit().await?;
    app.bell.notify_one();
    Ok(())
}

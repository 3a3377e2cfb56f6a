//! Publishes birthday events, from which the notification service makes messages: reminders of relatives' birthdays,
//! and birthday wishes to account owners. A worker calls this module every few minutes, and it publishes during waking
//! hours only. Each event is recorded in the transaction that publishes it, so it is published once. Events missed
//! during an outage follow later the same day.

use chrono::{Datelike as _, TimeDelta};
use kit::Result;
use proto::{
    auth::{BirthdayNear, BirthdayToday, Relation},
    json::from_name,
};

use crate::{
    App,
    db::{self, family::Occasion},
    domain::{baku, birthday},
};

/// Maximum number of events in one transaction.
const BATCH: i64 = 500;

/// Publishes all reminders and wishes that are due now.
pub async fn remind(app: &App) -> Result<()> {
    let now = app.clock.now();
    if !baku::is_waking_hour(now) {
        return Ok(());
    }
    for days in birthday::REMINDER_DAYS {
        let date = baku::today(now) + TimeDelta::days(days.into());
        let month_days = birthday::celebrated_on(date);
        let occasion = Occasion { date, month_days: &month_days, year: date.year(), days };
        // A full batch means that more may be due.
        while publish_reminders(app, &occasion).await? == BATCH as usize {}
    }

    let today = baku::today(now);
    let month_days = birthday::celebrated_on(today);
    let occasion = Occasion { date: today, month_days: &month_days, year: today.year(), days: 0 };
    while publish_wishes(app, &occasion).await? == BATCH as usize {}
    Ok(())
}

/// Publishes wishes for up to [`BATCH`] owners, and returns their number.
async fn publish_wishes(app: &App, occasion: &Occasion<'_>) -> Result<usize> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let accounts = db::birthday_wish::record(&mut tx, occasion, app.clock.now(), BATCH).await?;
    for account_id in &accounts {
        outbox::append(&mut tx, &BirthdayToday { account_id: *account_id }).await?;
    }
    tx.commit().await?;
    Ok(accounts.len())
}

/// Publishes up to [`BATCH`] reminders and returns their number.
async fn publish_reminders(app: &App, occasion: &Occasion<'_>) -> Result<usize> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let reminded = db::family::remind(&mut tx, occasion, app.clock.now(), BATCH).await?;
    for family in &reminded {
        let event = BirthdayNear {
            account_id: family.account_id,
            relation: from_name::<Relation>(&family.relation).unwrap_or_default().into(),
            date: occasion.date.to_string(),
            days_left: occasion.days.into(),
        };
        outbox::append(&mut tx, &event).await?;
    }
    tx.commit().await?;
    Ok(reminded.len())
}

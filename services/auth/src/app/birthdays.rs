//! Publishes events for birthdays: reminders of relatives' birthdays, and wishes to account owners, during waking
//! hours. The transaction that publishes an event also records it, so each is published once, even with several
//! replicas or after a crash. Events missed during an outage are published later the same day.

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

const BATCH: i64 = 500;

/// Publishes all events that are due now.
pub async fn remind(app: &App) -> Result<()> {
    let now = app.clock.now();
    if !baku::is_waking_hour(now) {
        return Ok(());
    }
    for days in birthday::REMINDER_DAYS {
        let date = baku::today(now) + TimeDelta::days(days.into());
        let month_days = birthday::celebrated_on(date);
        let occasion = Occasion { date, month_days: &month_days, year: date.year(), days };
        while announce(app, &occasion).await? == BATCH as usize {}
    }
    let date = baku::today(now);
    let month_days = birthday::celebrated_on(date);
    let occasion = Occasion { date, month_days: &month_days, year: date.year(), days: 0 };
    while wish(app, &occasion).await? == BATCH as usize {}
    Ok(())
}

/// Publishes an event for each account whose owner has their birthday today; returns the number.
async fn wish(app: &App, occasion: &Occasion<'_>) -> Result<usize> {
    let mut tx = app.pool.begin().await?;
    let accounts = db::birthday_wish::record(&mut tx, occasion, app.clock.now(), BATCH).await?;
    for account_id in &accounts {
        outbox::append(&mut tx, &BirthdayToday { account_id: *account_id }).await?;
    }
    tx.commit().await?;
    Ok(accounts.len())
}

/// Publishes an event for each reminder that is due; returns the number.
async fn announce(app: &App, occasion: &Occasion<'_>) -> Result<usize> {
    let mut tx = app.pool.begin().await?;
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

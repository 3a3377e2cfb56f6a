//! Publishes events about birthdays. Each is recorded in the transaction that publishes it, so it is published once.

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

pub async fn publish_due(app: &App) -> Result<()> {
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

async fn publish_wishes(app: &App, occasion: &Occasion<'_>) -> Result<usize> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let accounts = db::birthday_wish::record_wishes(&mut tx, occasion, app.clock.now(), BATCH).await?;
    for account_id in &accounts {
        outbox::append(&mut tx, &BirthdayToday { account_id: *account_id }).await?;
    }
    tx.commit().await?;
    Ok(accounts.len())
}

async fn publish_reminders(app: &App, occasion: &Occasion<'_>) -> Result<usize> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let reminded = db::family::record_reminders(&mut tx, occasion, app.clock.now(), BATCH).await?;
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

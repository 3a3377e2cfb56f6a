//! Telling support something: kept here, and mailed to them.

use chrono::TimeDelta;
use kit::{Error, Result};

use crate::{App, db};

const MOST_A_DAY: i64 = 5;
const DAY: TimeDelta = TimeDelta::days(1);

pub async fn report(app: &App, account: i64, subject: &str, text: &str) -> Result<()> {
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    if !db::profile::lock(&mut tx, account).await? {
        return Err(Error::unauthenticated());
    }
    let last_of_a_day = db::report::nth_newest_for(&mut tx, account, MOST_A_DAY).await?;
    if let Some(again_at) = last_of_a_day.map(|at| at + DAY).filter(|at| *at > now) {
        return Err(Error::TooMany { retry_after: (again_at - now).to_std().unwrap_or_default() });
    }
    db::report::insert_for(&mut tx, account, subject, text, now).await?;
    tx.commit().await?;
    Ok(())
}

//! Daily limits of an account on reviews, replies and uploads.

use chrono::TimeDelta;
use kit::{Error, Result};
use sqlx::PgConnection;

use crate::{
    App,
    db::{self, daily_quota::Kind},
    domain::baku,
};

/// Fails after `max` actions on one day, which begins at midnight in Baku.
pub async fn spend(tx: &mut PgConnection, app: &App, account: i64, kind: Kind, max: i64) -> Result<()> {
    let now = app.clock.now();
    if db::daily_quota::try_count_for(tx, account, kind, baku::day(now), max).await? {
        return Ok(());
    }
    let until_midnight = baku::time_until_midnight(now).max(TimeDelta::seconds(1));
    Err(Error::RateLimited { retry_after: until_midnight.to_std().unwrap_or_default() })
}

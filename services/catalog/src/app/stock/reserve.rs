use chrono::{DateTime, TimeDelta, Utc};
use kit::{Error, Result};
use sqlx::Connection as _;

use super::{expire, shift};
use crate::{
    App, db,
    domain::stock::{Change, Item, Lines, State},
};

pub enum Reserved {
    Held { until: DateTime<Utc> },
    Short(Vec<Shortage>),
}

pub struct Shortage {
    pub item: Item,
    pub available: i64,
}

/// Holds everything or nothing. What another order has held for too long is not waited for: it is freed first.
pub async fn reserve(app: &App, order: &str, lines: &Lines, hold: TimeDelta) -> Result<Reserved> {
    let outcome = try_reserve(app, order, lines, hold).await?;
    if matches!(outcome, Reserved::Short(_)) && expire::expire_holding(app, &lines.products()).await? > 0 {
        return try_reserve(app, order, lines, hold).await;
    }
    Ok(outcome)
}

async fn try_reserve(app: &App, order: &str, lines: &Lines, hold: TimeDelta) -> Result<Reserved> {
    let now = app.clock.now();
    let until = now + hold;
    let mut connection = app.lender.lend().await?;
    let mut tx = connection.begin_with(db::shelf::BEGIN_SHARING).await?;
    let is_new = db::reservation::insert(&mut tx, order, State::Held, now, until).await?;
    if !is_new {
        let known = db::reservation::lock(&mut tx, order).await?.ok_or(Error::NotFound("reservation_not_found"))?;
        if known.state == State::Released {
            // It was called off, perhaps before it came: what comes late must not hold what nobody will free.
            return Err(Error::conflict("reservation_released"));
        }
        if db::reservation::lines(&mut tx, &[order.to_owned()]).await? != *lines {
            return Err(Error::conflict("reservation_differs"));
        }
        match known.state {
            State::Held if known.expires_at <= now => {
                db::reservation::extend(&mut tx, order, until).await?;
                tx.commit().await?;
                return Ok(Reserved::Held { until });
            }
            State::Held | State::Sold => return Ok(Reserved::Held { until: known.expires_at }),
            State::Expired | State::Released => {}
        }
    }
    let rack = db::stock::lock(&mut tx, lines).await?;
    let short: Vec<_> = lines
        .iter()
        .map(|line| (line, rack.available(line.item)))
        .filter(|(line, available)| line.count > *available)
        .map(|(line, available)| Shortage { item: line.item, available })
        .collect();
    if !short.is_empty() {
        return Ok(Reserved::Short(short));
    }
    shift(&mut tx, lines, Change::Hold).await?;
    if is_new {
        db::reservation::insert_lines(&mut tx, order, lines).await?;
    } else {
        db::reservation::extend(&mut tx, order, until).await?;
    }
    tx.commit().await?;
    connection.done();
    Ok(Reserved::Held { until })
}

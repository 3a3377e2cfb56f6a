use chrono::{DateTime, TimeDelta, Utc};
use kit::{Error, Result, db::together};
use sqlx::{Connection as _, PgConnection};

use super::{expire, shift};
use crate::{
    App,
    db::{self, reservation::New},
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

/// Reserves all lines or none. If stock is short, expired reservations of other orders are released first.
pub async fn reserve(app: &App, order: &str, lines: &Lines, hold: TimeDelta) -> Result<Reserved> {
    let now = app.clock.now();
    let until = now + hold;
    if app.counter.holds.ask(Hold { order: order.to_owned(), lines: lines.clone(), at: now, until }).await? {
        return Ok(Reserved::Held { until });
    }
    let outcome = reserve_alone(app, order, lines, hold).await?;
    if matches!(outcome, Reserved::Short(_)) && expire::expire_holding(app, &lines.products()).await? > 0 {
        return reserve_alone(app, order, lines, hold).await;
    }
    Ok(outcome)
}

/// The common case, a new order whose goods are in stock. Concurrent ones share a transaction.
pub struct Hold {
    order: String,
    lines: Lines,
    at: DateTime<Utc>,
    until: DateTime<Utc>,
}

impl together::Question for Hold {
    /// Whether everything was reserved. If not, nothing changed and `reserve_alone` determines the reason.
    type Answer = bool;

    async fn answer(connection: &mut PgConnection, holds: &[Self]) -> Result<Vec<bool>> {
        let mut tx = connection.begin().await?;
        let wanted = holds.iter().map(Self::as_new).collect::<Vec<_>>();
        let mut new = db::reservation::insert_all(&mut tx, &wanted).await?;
        // If a batch contains an order twice, only the first is new.
        let is_new: Vec<_> = wanted.iter().map(|hold| new.remove(hold.order)).collect();
        let mut rack = db::stock::lock(&mut tx, &all_of(&those(&wanted, &is_new))).await?;
        let is_held: Vec<_> =
            wanted.iter().zip(&is_new).map(|(hold, is_new)| *is_new && rack.take(hold.lines)).collect();
        let held = those(&wanted, &is_held);
        if held.is_empty() {
            // Roll back explicitly, because dropping the transaction defers the rollback to the connection's next use
            // and keeps its locks.
            tx.rollback().await?;
            return Ok(is_held);
        }
        let is_short: Vec<_> = is_new.iter().zip(&is_held).map(|(is_new, is_held)| *is_new && !is_held).collect();
        db::reservation::delete(&mut tx, &those(&wanted, &is_short)).await?;
        shift(&mut tx, &all_of(&held), Change::Hold).await?;
        db::reservation::insert_lines(&mut tx, &held).await?;
        tx.commit().await?;
        Ok(is_held)
    }
}

impl Hold {
    fn as_new(&self) -> New<'_> {
        New { order: &self.order, lines: &self.lines, at: self.at, until: self.until }
    }
}

fn those<'a>(holds: &[New<'a>], are_meant: &[bool]) -> Vec<New<'a>> {
    holds.iter().zip(are_meant).filter(|(_, is_meant)| **is_meant).map(|(hold, _)| *hold).collect()
}

fn all_of(holds: &[New<'_>]) -> Lines {
    Lines::merge(holds.iter().flat_map(|hold| hold.lines.iter().copied()))
}

async fn reserve_alone(app: &App, order: &str, lines: &Lines, hold: TimeDelta) -> Result<Reserved> {
    let now = app.clock.now();
    let until = now + hold;
    let mut connection = app.lender.lend().await?;
    let mut tx = connection.begin().await?;
    let is_new = db::reservation::insert(&mut tx, order, State::Held, now, until).await?;
    if !is_new {
        let known = db::reservation::lock(&mut tx, order).await?.ok_or(Error::NotFound("reservation_not_found"))?;
        if known.state == State::Released {
            // Cancelled, perhaps before this call arrived. A reservation made now would never be released.
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
        db::reservation::insert_lines(&mut tx, &[New { order, lines, at: now, until }]).await?;
    } else {
        db::reservation::extend(&mut tx, order, until).await?;
    }
    tx.commit().await?;
    connection.done();
    Ok(Reserved::Held { until })
}

//! The clock's part: quotes expire and their customers are reminded a day before, and letters are handed over. Any number of
//! processes may work at it.

use std::time::Duration;

use chrono::TimeDelta;
use kit::Result;
use tokio_util::sync::CancellationToken;

use super::{
    letter::{self, Kind},
    lock,
};
use crate::{App, db, domain::wholesale::State};

const BATCH: i64 = 50;
/// Interval between two runs.
const PAUSE: Duration = Duration::from_secs(2);
/// When a letter that was not taken is tried again, and what died with its worker is somebody else's.
const AGAIN: TimeDelta = TimeDelta::seconds(30);

/// Works until stopped. A database or a service that is away is waited for.
pub async fn keep_wholesale(app: App, stop: CancellationToken) -> anyhow::Result<()> {
    while !stop.is_cancelled() {
        if let Err(error) = work(&app).await {
            let error = format!("{:#}", anyhow::Error::from(error));
            tracing::warn!(error, "Quotes and letters of wholesale were not looked after; trying again");
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep(PAUSE) => {}
        }
    }
    Ok(())
}

async fn work(app: &App) -> Result<()> {
    while end_due(app).await? == BATCH as usize {}
    while send_due(app).await? == BATCH as usize {}
    Ok(())
}

/// Ends quotes that nobody accepted in time, and reminds of those that expire soon; returns how many were looked at.
pub async fn end_due(app: &App) -> Result<usize> {
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    let due = db::wholesale::request::claim_due(&mut tx, now, now + AGAIN, BATCH).await?;
    tx.commit().await?;
    let looked_at = due.len();
    for request in due {
        let mut tx = app.pool.begin().await?;
        let record = lock(&mut tx, request).await?;
        match &record.quote {
            // An acceptance that is under way decides first.
            Some(_) if record.state == State::Quoted && record.order.is_some() => {}
            Some(quote) if record.state == State::Quoted && quote.valid_until <= now => {
                db::wholesale::set_state(&mut tx, record.id, State::Expired, ("clock", None), None, now).await?;
                Kind::write(&mut tx, record.id, &[Kind::Expired], now).await?;
            }
            Some(quote) if record.state == State::Quoted => {
                db::wholesale::request::set_due(&mut tx, record.id, Some(quote.valid_until)).await?;
                Kind::write(&mut tx, record.id, &[Kind::ExpiresSoon], now).await?;
            }
            _ => db::wholesale::request::set_due(&mut tx, record.id, None).await?,
        }
        tx.commit().await?;
    }
    Ok(looked_at)
}

/// Hands letters over to the notification service; returns how many were due.
pub async fn send_due(app: &App) -> Result<usize> {
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    let claimed = db::wholesale::letter::claim(&mut tx, now, now + AGAIN, BATCH).await?;
    tx.commit().await?;
    for claimed in &claimed {
        let record = {
            let mut connection = app.pool.acquire().await?;
            db::wholesale::request::load_one(&mut connection, claimed.request).await?
        };
        if let Some(letter) = letter::compose(app, claimed, &record)
            && let Err(status) = app.wholesale.mail.send(letter).await
        {
            let id = &claimed.letter_id;
            // The code alone: what the neighbour says of a letter may quote it.
            tracing::warn!(letter.id = %id, grpc.code = ?status.code(), "Letter {id} was not taken; trying again");
            continue;
        }
        let mut tx = app.pool.begin().await?;
        db::wholesale::letter::set_done(&mut tx, &claimed.letter_id).await?;
        tx.commit().await?;
    }
    Ok(claimed.len())
}

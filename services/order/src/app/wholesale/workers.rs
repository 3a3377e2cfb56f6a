//! Ends quotes and sends e-mails. Any number of processes may run these workers.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use kit::{
    Result,
    worker::{Next, Retry, Worker, for_each, retry},
};

use super::{
    email::{self, Kind},
    lock,
};
use crate::{
    App,
    db::{
        self,
        wholesale::{By, NOT_DUE, email::ClaimedEmail},
    },
    domain::wholesale::State,
};

const EMAILS: &str = "wholesale_letters";
const BATCH: i64 = 50;
const PAUSE: Duration = Duration::from_secs(2);
const LEASE: TimeDelta = TimeDelta::seconds(30);

pub fn workers(app: &App) -> [Worker; 2] {
    [
        Worker::new("quotes", PAUSE, app.clone(), |app| async move {
            Ok(Next::now_if(end_due(&app).await? == BATCH as usize))
        }),
        Worker::new(EMAILS, PAUSE, app.clone(), |app| async move {
            Ok(Next::now_if(send_due(&app).await? == BATCH as usize))
        }),
    ]
}

pub async fn end_due(app: &App) -> Result<usize> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let due = db::wholesale::request::claim_due(&mut tx, now, now + LEASE, BATCH).await?;
    tx.commit().await?;
    let count = due.len();
    for_each(due, |request| expire_or_remind(app, request, now)).await?;
    Ok(count)
}

async fn expire_or_remind(app: &App, request: i64, now: DateTime<Utc>) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let record = lock(&mut tx, request).await?;
    match &record.quote {
        // The customer is accepting the quote.
        Some(_) if record.state == State::Quoted && record.order.is_some() => {}
        Some(quote) if record.state == State::Quoted && quote.valid_until <= now => {
            let by = By { actor: "clock", reason: None };
            db::wholesale::set_state(&mut tx, record.id, State::Expired, by, NOT_DUE, now).await?;
            Kind::queue(&mut tx, record.id, &[Kind::Expired], now).await?;
        }
        Some(quote) if record.state == State::Quoted => {
            db::wholesale::request::set_due(&mut tx, record.id, Some(quote.valid_until)).await?;
            Kind::queue(&mut tx, record.id, &[Kind::ExpiresSoon], now).await?;
        }
        _ => db::wholesale::request::set_due(&mut tx, record.id, NOT_DUE).await?,
    }
    tx.commit().await?;
    Ok(())
}

pub async fn send_due(app: &App) -> Result<usize> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let claimed = db::wholesale::email::claim(&mut tx, now, now + LEASE, BATCH).await?;
    tx.commit().await?;
    for_each(&claimed, |claimed| send(app, claimed)).await?;
    Ok(claimed.len())
}

async fn send(app: &App, claimed: &ClaimedEmail) -> Result<()> {
    let record = {
        let mut connection = app.pool.acquire().await?;
        db::wholesale::record::load_one(&mut connection, claimed.request).await?
    };
    let id = &claimed.letter_id;
    if let Some(email) = email::compose(app, claimed, &record)
        && let Err(status) = app.wholesale.mail.send(email).await
    {
        let failures = claimed.failures + 1;
        let Retry { after, is_parked } = retry(EMAILS, failures);
        // The message may contain personal data.
        tracing::warn!(
            letter.id = %id,
            letter.is_parked = is_parked,
            grpc.code = ?status.code(),
            "Letter {id} was not taken"
        );
        let mut tx = kit::db::begin(&app.pool).await?;
        db::wholesale::email::reschedule(&mut tx, id, failures, app.clock.now() + after).await?;
        tx.commit().await?;
        return Ok(());
    }
    let mut tx = kit::db::begin(&app.pool).await?;
    db::wholesale::email::set_done(&mut tx, id).await?;
    tx.commit().await?;
    Ok(())
}

//! Where an account is signed in, and signing it out there.

use kit::{Result, identity::Caller};
use uuid::Uuid;

use crate::{
    App,
    app::{session, sign_out::session_of},
    db::{
        self,
        session::{EndReason, Open},
    },
};

/// More than anybody has; the rest is used least.
const MOST: i64 = 100;

pub async fn list(app: &App, caller: &Caller) -> Result<Vec<Open>> {
    let now = app.clock.now();
    let mut connection = app.pool.acquire().await?;
    let owner = session::owner(&mut connection, caller).await?.account_id;
    let (used_since, begun_after) = (now - app.limits.idle, now - app.limits.absolute);
    Ok(db::session::open_for(&mut connection, owner, used_since, begun_after, MOST).await?)
}

/// One that has ended, was never theirs, or is none at all is not there: that is what was wished for.
pub async fn end(app: &App, caller: &Caller, device: Option<Uuid>) -> Result<()> {
    let mut tx = app.pool.begin().await?;
    let owner = session::owner(&mut tx, caller).await?.account_id;
    if let Some(device) = device {
        db::session::end_for(&mut tx, owner, device, EndReason::Device, app.clock.now()).await?;
    }
    tx.commit().await?;
    Ok(())
}

pub async fn end_others(app: &App, caller: &Caller) -> Result<()> {
    let mut tx = app.pool.begin().await?;
    let owner = session::owner(&mut tx, caller).await?.account_id;
    db::session::end_all_for(&mut tx, owner, Some(session_of(caller)?), EndReason::All, app.clock.now()).await?;
    tx.commit().await?;
    Ok(())
}

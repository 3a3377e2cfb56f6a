//! Lists the sessions of an account and ends them.

use kit::{Result, identity::Caller};
use uuid::Uuid;

use crate::{
    App,
    app::{session, sign_out::session_id},
    db::{
        self,
        session::{EndReason, OpenSession},
    },
};

/// The maximum number of listed sessions; the most recently used ones are listed.
const MAX_LISTED: i64 = 100;

pub async fn list(app: &App, caller: &Caller) -> Result<Vec<OpenSession>> {
    let now = app.clock.now();
    let mut connection = app.pool.acquire().await?;
    let owner = session::owner(&mut connection, caller).await?.account_id;
    let (used_since, begun_after) = (now - app.session_limits.idle, now - app.session_limits.absolute);
    Ok(db::session::open_for(&mut connection, owner, used_since, begun_after, MAX_LISTED).await?)
}

/// Ends a session of the caller. Succeeds for unknown, foreign and ended sessions as well, since they are not open.
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
    db::session::end_all_for(&mut tx, owner, Some(session_id(caller)?), EndReason::All, app.clock.now()).await?;
    tx.commit().await?;
    Ok(())
}

//! Lists and ends the open sessions of an account.

use kit::{Result, identity::Caller};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{
    App,
    app::{session, sign_out::session_id},
    db::{
        self,
        session::{EndReason, OpenSession, Unexpired},
    },
    domain::session_kind::SessionKind,
};

const MAX_LISTED: i64 = 100;

pub async fn list(app: &App, caller: &Caller) -> Result<Vec<OpenSession>> {
    let mut connection = app.pool.acquire().await?;
    let owner = session::owner(&mut connection, caller).await?.account_id;
    open_sessions(app, &mut connection, owner).await
}

/// The most recently used session is first.
pub async fn open_sessions(app: &App, tx: &mut PgConnection, account: i64) -> Result<Vec<OpenSession>> {
    let now = app.clock.now();
    let [customer, staff] = [SessionKind::Customer, SessionKind::Staff].map(|kind| {
        let limits = kind.limits(app.session_limits);
        Unexpired { used_since: now - limits.idle, begun_after: now - limits.absolute }
    });
    Ok(db::session::list_open(tx, account, &customer, &staff, MAX_LISTED).await?)
}

/// `device` is `None` if the request has no valid id. Repeated calls succeed.
pub async fn end(app: &App, caller: &Caller, device: Option<Uuid>) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let owner = session::owner(&mut tx, caller).await?.account_id;
    if let Some(device) = device {
        db::session::end_for(&mut tx, owner, device, EndReason::Device, app.clock.now()).await?;
    }
    tx.commit().await?;
    Ok(())
}

pub async fn end_others(app: &App, caller: &Caller) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let owner = session::owner(&mut tx, caller).await?.account_id;
    db::session::end_all_for(&mut tx, owner, Some(session_id(caller)?), EndReason::All, app.clock.now()).await?;
    tx.commit().await?;
    Ok(())
}

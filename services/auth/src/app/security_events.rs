use kit::{Result, identity::Caller};

use crate::{
    App,
    app::{housekeeping::EVENT_RETENTION, session},
    db::{self, security_event::EventRow},
};

const MAX_LISTED: i64 = 100;

/// Newest first.
pub async fn list(app: &App, caller: &Caller) -> Result<Vec<EventRow>> {
    let mut connection = app.pool.acquire().await?;
    let account = session::owner(&mut connection, caller).await?.account_id;
    let since = app.clock.now() - EVENT_RETENTION;
    Ok(db::security_event::newest_for(&mut connection, account, since, MAX_LISTED).await?)
}

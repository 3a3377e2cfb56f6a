//! Devices in which an account has signed in before. Their attempts are counted apart from those of strangers, so that
//! nobody can delay an owner on a device of their own. A device proves itself with its random id, which only the browser
//! knows.

use kit::Result;

use crate::{
    App,
    app::visitor::Visitor,
    db,
    domain::{device::DeviceHash, login::Login},
};

/// Returns the visitor's device if the account of this login has signed in with it.
pub async fn find(app: &App, visitor: &Visitor, login: &Login) -> Result<Option<DeviceHash>> {
    let Some(device) = visitor.device_hash else { return Ok(None) };
    let is_known = db::account_device::is_known(&mut *app.pool.acquire().await?, device, login).await?;
    Ok(is_known.then_some(device))
}

//! Attempts on known devices are counted separately, so that strangers cannot delay the owner there.

use kit::Result;

use crate::{
    App,
    app::visitor::Visitor,
    db,
    domain::{device::DeviceHash, login::Login},
};

pub async fn find(app: &App, visitor: &Visitor, login: &Login) -> Result<Option<DeviceHash>> {
    let Some(device) = visitor.device_hash else { return Ok(None) };
    let is_known = db::account_device::is_known(&mut *app.pool.acquire().await?, device, login).await?;
    Ok(is_known.then_some(device))
}

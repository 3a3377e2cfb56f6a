//! The contract calls sessions devices.

use proto::{
    auth::{Device, DeviceList, EndDeviceRequest, EndOtherDevicesRequest, ListDevicesRequest, devices_server},
    common::Done,
    json::to_timestamp,
};
use tonic::{Request, Response, Status};

use crate::{App, app::devices, db::session::OpenSession};

pub struct Devices(pub App);

#[tonic::async_trait]
impl devices_server::Devices for Devices {
    async fn list(&self, request: Request<ListDevicesRequest>) -> Result<Response<DeviceList>, Status> {
        let caller = self.0.identity.caller(&request).await?;
        let open = devices::list(&self.0, &caller).await?;
        let devices = open.into_iter().map(|session| into_device(session, &caller.session)).collect();
        Ok(Response::new(DeviceList { devices }))
    }

    async fn end(&self, request: Request<EndDeviceRequest>) -> Result<Response<Done>, Status> {
        let caller = self.0.identity.caller(&request).await?;
        devices::end(&self.0, &caller, request.get_ref().id.parse().ok()).await?;
        Ok(Response::new(Done {}))
    }

    async fn end_others(&self, request: Request<EndOtherDevicesRequest>) -> Result<Response<Done>, Status> {
        let caller = self.0.identity.caller(&request).await?;
        devices::end_others(&self.0, &caller).await?;
        Ok(Response::new(Done {}))
    }
}

/// `current` is the id of the caller's session.
pub fn into_device(session: OpenSession, current: &str) -> Device {
    let id = session.session_id.to_string();
    Device {
        is_current: id == current,
        id,
        browser: session.browser,
        system: session.system,
        signed_in_at: Some(to_timestamp(session.created_at)),
        last_used_at: Some(to_timestamp(session.last_used_at)),
    }
}

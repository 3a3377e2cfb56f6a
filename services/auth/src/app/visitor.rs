use std::net::IpAddr;

use kit::{Language, client::ClientInfo};

use crate::domain::device::{Device, DeviceHash};

/// No `Debug`: an IP address must not be logged.
#[derive(Clone, Copy)]
pub struct Visitor {
    /// A prefix for IPv6. `None` for calls that bypass the gateway.
    network: Option<IpAddr>,
    pub device: Device,
    pub device_hash: Option<DeviceHash>,
    pub language: Language,
}

impl Visitor {
    pub fn new(origin: &ClientInfo, language: Language) -> Self {
        Self { network: origin.network(), device: Device::parse(origin.agent()), device_hash: None, language }
    }

    /// `id` is random, chosen by the browser.
    pub fn in_browser(self, id: Option<&str>) -> Self {
        Self { device_hash: id.and_then(DeviceHash::of), ..self }
    }

    pub fn with_device(self, device_hash: Option<DeviceHash>) -> Self {
        Self { device_hash, ..self }
    }

    pub fn network(&self) -> Option<String> {
        self.network.map(|network| network.to_string())
    }
}

//! The origin of a call without a session: network, browser and language.

use std::net::IpAddr;

use kit::{Language, client::ClientInfo};

use crate::domain::device::{Device, DeviceHash};

/// The caller's origin. It has no `Debug`, because an IP address is personal data and must not be logged.
#[derive(Clone, Copy)]
pub struct Visitor {
    network: Option<IpAddr>,
    pub device: Device,
    /// Hash of the browser's id, or `None` for a browser that sent no id.
    pub device_hash: Option<DeviceHash>,
    pub language: Language,
}

impl Visitor {
    pub fn new(origin: &ClientInfo, language: Language) -> Self {
        Self { network: origin.network(), device: Device::parse(origin.agent()), device_hash: None, language }
    }

    /// Adds the random id that the browser chose.
    pub fn in_browser(self, id: Option<&str>) -> Self {
        Self { device_hash: id.and_then(DeviceHash::of), ..self }
    }

    pub fn with_device(self, device_hash: Option<DeviceHash>) -> Self {
        Self { device_hash, ..self }
    }

    /// Returns the network, which rate limits count as one client.
    pub fn network(&self) -> Option<String> {
        self.network.map(|network| network.to_string())
    }
}

//! Describes the visitor: the network, the browser or app, and the language of a call. They are known without a
//! session. Rate limits count by network and browser, and security events record the browser.

use std::net::IpAddr;

use kit::{Language, client::ClientInfo};

use crate::domain::device::{Device, DeviceHash};

/// The caller's origin. It has no `Debug`, because an IP address is personal data and must not be logged.
#[derive(Clone, Copy)]
pub struct Visitor {
    /// The caller's address, or the prefix of an IPv6 network. `None` for calls that bypass the gateway.
    network: Option<IpAddr>,
    pub device: Device,
    /// Hash of the browser's id, or `None` for a browser that sent no id.
    pub device_hash: Option<DeviceHash>,
    pub language: Language,
}

impl Visitor {
    /// Creates the visitor from what the gateway reports about the call.
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

//! Who comes, before it is known who they are: from where, by what, in which language.

use std::net::IpAddr;

use kit::{Language, client::Origin};

use crate::domain::device::{Device, DeviceHash};

/// It has no `Debug`: an address is personal data.
#[derive(Clone, Copy)]
pub struct Visitor {
    household: Option<IpAddr>,
    pub device: Device,
    /// None for a browser that gave itself no name.
    pub device_hash: Option<DeviceHash>,
    pub language: Language,
}

impl Visitor {
    pub fn new(origin: &Origin, language: Language) -> Self {
        Self { household: origin.household(), device: Device::parse(origin.agent()), device_hash: None, language }
    }

    /// The same visitor with the name that their browser gave itself.
    pub fn in_browser(self, name: Option<&str>) -> Self {
        Self { device_hash: name.and_then(DeviceHash::of), ..self }
    }

    /// What is counted together as one place.
    pub fn place(&self) -> Option<String> {
        self.household.map(|household| household.to_string())
    }
}

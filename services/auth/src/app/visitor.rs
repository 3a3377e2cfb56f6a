//! Who comes, before it is known who they are: from where, by what, in which language.

use std::net::IpAddr;

use kit::{Language, client::Origin};

use crate::domain::device::Device;

/// It has no `Debug`: an address is personal data.
#[derive(Clone, Copy)]
pub struct Visitor {
    household: Option<IpAddr>,
    pub device: Device,
    pub language: Language,
}

impl Visitor {
    pub fn new(origin: &Origin, language: Language) -> Self {
        Self { household: origin.household(), device: Device::parse(origin.agent()), language }
    }

    /// What is counted together as one place.
    pub fn place(&self) -> Option<String> {
        self.household.map(|household| household.to_string())
    }
}

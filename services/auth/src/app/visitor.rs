//! Who comes, before it is known who they are: from where, by what, in which language.

use std::net::IpAddr;

use kit::{Language, client::Origin};
use tonic::Request;

use crate::domain::device::Device;

#[derive(Clone, Copy)]
pub struct Visitor {
    address: Option<IpAddr>,
    pub device: Device,
    pub language: Language,
}

impl Visitor {
    pub fn of<T>(request: &Request<T>) -> Self {
        let origin = Origin::of(request);
        Self {
            address: origin.address,
            device: Device::parse(origin.agent()),
            language: Language::of(request.metadata()),
        }
    }

    /// What is counted together as one place. Whoever has one address of IPv6 has 2⁶⁴ of them.
    pub fn place(&self) -> Option<String> {
        self.address.map(|address| match address.to_canonical() {
            IpAddr::V4(address) => address.to_string(),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                format!("{a:x}:{b:x}:{c:x}:{d:x}")
            }
        })
    }
}

//! Who comes, before it is known who they are: from where, by what, in which language.

use std::net::IpAddr;

use kit::{Language, client::Origin};

use crate::domain::device::Device;

/// It has no `Debug`: an address is personal data.
#[derive(Clone, Copy)]
pub struct Visitor {
    address: Option<IpAddr>,
    pub device: Device,
    pub language: Language,
}

impl Visitor {
    pub fn new(origin: &Origin, language: Language) -> Self {
        Self { address: origin.address, device: Device::parse(origin.agent()), language }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_in_one_network_of_ipv6_are_one_place() {
        let place = |address: &str| Visitor::new(&Origin::new(address.parse().ok(), None), Language::Az).place();
        assert_eq!(place("2001:db8:1:2::1"), place("2001:db8:1:2:ffff::9"));
        assert_ne!(place("2001:db8:1:2::1"), place("2001:db8:1:3::1"));
        assert_eq!(place("::ffff:10.0.0.1"), place("10.0.0.1"));
        assert_ne!(place("10.0.0.1"), place("10.0.0.2"));
        assert_eq!(place(""), None);
    }
}

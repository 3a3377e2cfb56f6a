//! IP address and user agent of the client. Clients can forge them, so never identify users by them.

use std::{
    fmt,
    net::{IpAddr, Ipv6Addr},
    sync::Arc,
};

use tonic::{Request, metadata::MetadataMap};

use super::device::Device;

const ADDRESS: &str = "x-origin-address";
const AGENT: &str = "x-origin-agent";
const MAX_AGENT_LENGTH: usize = 300;

#[derive(Clone, Default, PartialEq, Eq)]
pub struct ClientInfo {
    pub address: Option<IpAddr>,
    agent: Option<Arc<str>>,
}

/// An IP address is personal data and must not reach logs through `{:?}`.
impl fmt::Debug for ClientInfo {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("ClientInfo")
    }
}

impl ClientInfo {
    /// Metadata allows only printable ASCII.
    pub fn new(address: Option<IpAddr>, agent: &[u8]) -> Self {
        let plain = agent.iter().filter(|byte| byte.is_ascii_graphic() || **byte == b' ').take(MAX_AGENT_LENGTH);
        let agent: String = plain.copied().map(char::from).collect();
        Self { address, agent: (!agent.is_empty()).then(|| agent.into()) }
    }

    pub fn network(&self) -> Option<IpAddr> {
        self.address.map(network)
    }

    /// `None` for this machine, where a proxy makes all visitors look alike.
    pub fn remote_network(&self) -> Option<IpAddr> {
        self.address.filter(|address| !address.to_canonical().is_loopback()).map(network)
    }

    pub fn from_request<T>(request: &Request<T>) -> Self {
        let text = |name| request.metadata().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        Self::new(text(ADDRESS).parse().ok(), text(AGENT).as_bytes())
    }

    pub fn agent(&self) -> &str {
        self.agent.as_deref().unwrap_or_default()
    }

    pub fn device(&self) -> Device {
        Device::parse(self.agent())
    }

    pub(super) fn write(&self, metadata: &mut MetadataMap) {
        let address = self.address.map(|address| address.to_string());
        for (name, text) in [(ADDRESS, address.as_deref()), (AGENT, self.agent.as_deref())] {
            if let Some(value) = text.and_then(|text| text.parse().ok()) {
                metadata.insert(name, value);
            }
        }
    }
}

/// An IPv4 address or an IPv6 /64, which usually belongs to one customer.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::CallContext;

    #[test]
    fn origin_is_sent_with_a_call_and_hidden_from_debug_output() {
        let origin = ClientInfo::new(Some(IpAddr::from([10, 1, 2, 3])), b"Mozilla/5.0 (Linux; Android 15)");
        let call = CallContext { origin: origin.clone(), ..CallContext::default() }.sign(());
        assert_eq!(ClientInfo::from_request(&call), origin);
        assert_eq!(origin.agent(), "Mozilla/5.0 (Linux; Android 15)");
        assert!(!format!("{origin:?}").contains("10.1"));
    }

    #[test]
    fn user_agent_is_reduced_to_printable_ascii_and_cut() {
        assert_eq!(ClientInfo::new(None, b"Bro\xc9\x99\xff\twser\n").agent(), "Browser");
        assert_eq!(ClientInfo::new(None, &[b'x'; 4000]).agent().len(), MAX_AGENT_LENGTH);
    }

    #[test]
    fn ipv6_addresses_of_one_64_network_count_as_one_client() {
        let network = |address: &str| ClientInfo::new(address.parse().ok(), b"").network();
        assert_eq!(network("2001:db8:1:2::1"), network("2001:db8:1:2:ffff::9"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_eq!(network("::ffff:10.0.0.1"), network("10.0.0.1"));
        assert_ne!(network("10.0.0.1"), network("10.0.0.2"));
        assert_eq!(network(""), None);
        for (address, network) in
            [("127.0.0.1", None), ("::1", None), ("::ffff:127.0.0.1", None), ("10.0.0.1", Some([10, 0, 0, 1].into()))]
        {
            assert_eq!(ClientInfo::new(address.parse().ok(), b"").remote_network(), network, "{address}");
        }
    }
}

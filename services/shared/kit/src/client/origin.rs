//! Where a caller seems to be: for limits and for the list of devices, never for identity. Whoever reaches a service's port can
//! write it, and so can the caller's browser its name.

use std::{fmt, net::IpAddr, sync::Arc};

use tonic::{Request, metadata::MetadataMap};

const ADDRESS: &str = "x-origin-address";
const AGENT: &str = "x-origin-agent";
const LONGEST_AGENT: usize = 300;

#[derive(Clone, Default, PartialEq, Eq)]
pub struct Origin {
    pub address: Option<IpAddr>,
    agent: Option<Arc<str>>,
}

/// An address is personal data: it does not get into logs by way of a `{:?}`.
impl fmt::Debug for Origin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Origin")
    }
}

impl Origin {
    /// The agent as its `User-Agent` names it; what is too long or unreadable is left out.
    pub fn new(address: Option<IpAddr>, agent: Option<&str>) -> Self {
        let is_plain =
            |agent: &&str| agent.len() <= LONGEST_AGENT && agent.bytes().all(|byte| (b' '..=b'~').contains(&byte));
        let agent = agent.filter(is_plain);
        Self { address, agent: agent.map(Arc::from) }
    }

    pub fn of<T>(request: &Request<T>) -> Self {
        let text = |name| request.metadata().get(name).and_then(|value| value.to_str().ok());
        Self::new(text(ADDRESS).and_then(|address| address.parse().ok()), text(AGENT))
    }

    pub fn agent(&self) -> &str {
        self.agent.as_deref().unwrap_or_default()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::OnBehalf;

    #[test]
    fn it_travels_with_a_call_and_is_not_printed() {
        let origin = Origin::new(Some(IpAddr::from([10, 1, 2, 3])), Some("Mozilla/5.0 (Linux; Android 15)"));
        let call = OnBehalf { origin: origin.clone(), ..OnBehalf::default() }.sign(());
        assert_eq!(Origin::of(&call), origin);
        assert!(!format!("{origin:?}").contains("10.1"));
    }

    #[test]
    fn what_cannot_be_metadata_is_left_out() {
        let long = "x".repeat(LONGEST_AGENT + 1);
        for agent in ["line\nbreak", "də", long.as_str()] {
            assert_eq!(Origin::new(None, Some(agent)).agent(), "");
        }
    }
}

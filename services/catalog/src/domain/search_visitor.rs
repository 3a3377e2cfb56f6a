//! Counts distinct visitors by keyed hashes, so that nothing stored identifies a person.

use std::net::{IpAddr, Ipv6Addr};

use kit::keyed::KeyedHasher;

const HASH_BYTES: usize = 16;

/// The hashes include the searched text, so that a visitor's searches cannot be linked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SearchVisitor {
    /// The account, or the network if the visitor is not signed in.
    pub person: [u8; HASH_BYTES],
    pub network: [u8; HASH_BYTES],
}

impl SearchVisitor {
    pub fn new(hasher: &KeyedHasher, query: &str, account: Option<i64>, address: IpAddr) -> Self {
        let block = block(address).to_string();
        let network = truncated(hasher, "search.network", &[query, &block]);
        let person =
            account.map_or(network, |account| truncated(hasher, "search.account", &[query, &account.to_string()]));
        Self { person, network }
    }
}

fn truncated(hasher: &KeyedHasher, purpose: &str, parts: &[&str]) -> [u8; HASH_BYTES] {
    let mut hash = [0; HASH_BYTES];
    hash.copy_from_slice(&hasher.hash(purpose, parts)[..HASH_BYTES]);
    hash
}

/// Returns the /24 or /48 network, because one customer of a hosting provider can use all its addresses.
fn block(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => {
            let [a, b, c, _] = address.octets();
            IpAddr::from([a, b, c, 0])
        }
        IpAddr::V6(address) => {
            let [a, b, c, ..] = address.segments();
            Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0).into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visitor(query: &str, account: Option<i64>, address: &str) -> SearchVisitor {
        let hasher = KeyedHasher::new(&[1; 32], "test").unwrap();
        SearchVisitor::new(&hasher, query, account, address.parse().unwrap())
    }

    #[test]
    fn addresses_of_one_block_are_one_network_and_one_visitor() {
        for (one, other) in [
            ("203.0.113.1", "203.0.113.254"),
            ("2001:db8:1:2::1", "2001:db8:1:ffff::9"),
            ("::ffff:203.0.113.1", "203.0.113.7"),
        ] {
            assert_eq!(visitor("gul", None, one), visitor("gul", None, other));
        }
        for (one, other) in [("203.0.113.1", "203.0.114.1"), ("2001:db8:1::1", "2001:db8:2::1")] {
            assert_ne!(visitor("gul", None, one).network, visitor("gul", None, other).network);
        }
    }

    #[test]
    fn an_account_is_one_visitor_in_every_network() {
        let (home, mobile) = (visitor("gul", Some(1), "203.0.113.1"), visitor("gul", Some(1), "198.51.100.1"));
        assert_eq!(home.person, mobile.person);
        assert_ne!(home.network, mobile.network);
        assert_ne!(home.person, visitor("gul", Some(2), "203.0.113.1").person);
    }

    #[test]
    fn searches_of_one_visitor_cannot_be_linked() {
        let (one, other) = (visitor("gul", Some(1), "203.0.113.1"), visitor("saat", Some(1), "203.0.113.1"));
        assert_ne!(one.person, other.person);
        assert_ne!(one.network, other.network);
    }
}

//! All limits on abuse, by subject and period. Honest customers never reach them; each constant says why.

pub use crate::security::Budget;

const DAY: u32 = 24 * 60 * 60;

// Mails to addresses that visitors and customers enter (auth service): verification links, password resets, and notices
// to the owner of an address that another account entered.

/// Mails to a mailbox in any spelling. One address needs a verification and rarely a reset; typing mistakes and lost
/// mails are repeated a few times.
pub const MAILS_TO_MAILBOX: Budget = Budget { name: "mails_to_mailbox", max: 10, seconds: DAY };
/// Mails caused by a signed-in account, which may correct its address several times.
pub const MAILS_FROM_ACCOUNT: Budget = Budget { name: "mails_from_account", max: 10, seconds: DAY };
/// Mails caused from an IPv4 address or an IPv6 /64. Mobile networks put many customers behind one address.
pub const MAILS_FROM_NETWORK: Budget = Budget { name: "mails_from_network", max: 300, seconds: DAY };

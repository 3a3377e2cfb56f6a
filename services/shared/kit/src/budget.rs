//! All limits on abuse, by subject and period. Honest customers never reach them; each constant says why.

pub use crate::security::Budget;

const HOUR: u32 = 60 * 60;
const DAY: u32 = 24 * HOUR;

// Mails to addresses that visitors and customers enter (auth service): verification links, password resets, and notices
// to the owner of an address that another account entered.

/// Mails to a mailbox in any spelling. One address needs a verification and rarely a reset; typing mistakes and lost
/// mails are repeated a few times.
pub const MAILS_TO_MAILBOX: Budget = Budget { name: "mails_to_mailbox", max: 10, seconds: DAY };
/// Mails caused by a signed-in account, which may correct its address several times.
pub const MAILS_FROM_ACCOUNT: Budget = Budget { name: "mails_from_account", max: 10, seconds: DAY };
/// Mails caused from an IPv4 address or an IPv6 /64. Mobile networks put many customers behind one address.
pub const MAILS_FROM_NETWORK: Budget = Budget { name: "mails_from_network", max: 300, seconds: DAY };

// One-time codes (auth service). Devices with which the account has signed in before do not count.

/// Wrong codes of all numbers together: one in four of two thousand sign-ins. While it is used up, each code has only
/// `CODE_TRIES_UNDER_ATTACK`, so that guessing goes on only as fast as codes are sent.
pub const WRONG_CODES: Budget = Budget { name: "wrong_codes", max: 500, seconds: HOUR };
/// Tries at one code while `WRONG_CODES` is used up: one typing mistake.
pub const CODE_TRIES_UNDER_ATTACK: i32 = 2;
/// Codes asked for from an IPv4 address or an IPv6 /64. Mobile networks put many customers behind one address.
pub const CODES_FROM_NETWORK_HOUR: Budget = Budget { name: "codes_from_network_hour", max: 100, seconds: HOUR };
pub const CODES_FROM_NETWORK_DAY: Budget = Budget { name: "codes_from_network_day", max: 300, seconds: DAY };
/// Codes to numbers of Azerbaijan: sign-ins on new devices on the busiest day.
pub const CODES_AT_HOME_HOUR: Budget = Budget { name: "codes_at_home_hour", max: 2_000, seconds: HOUR };
pub const CODES_AT_HOME_DAY: Budget = Budget { name: "codes_at_home_day", max: 10_000, seconds: DAY };
/// Codes to numbers of each other country. Relatives abroad are few, and messages to some countries earn money for those
/// who ask for them.
pub const CODES_ABROAD_HOUR: Budget = Budget { name: "codes_abroad_hour", max: 60, seconds: HOUR };
pub const CODES_ABROAD_DAY: Budget = Budget { name: "codes_abroad_day", max: 300, seconds: DAY };

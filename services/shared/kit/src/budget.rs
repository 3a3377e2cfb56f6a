//! All limits on abuse, by subject and period. Honest customers never reach them; each constant says why.

pub use crate::security::Budget;

const HOUR: u32 = 60 * 60;
const DAY: u32 = 24 * HOUR;

// Letters of the contact form (notification service). Each mails a confirmation to an address that anybody can type.

/// In any spelling of the mailbox. A customer with one question writes once or twice.
pub const LETTERS_OF_MAILBOX_PER_HOUR: Budget = Budget { name: "letters_of_mailbox_per_hour", max: 5, seconds: HOUR };
/// Bounds what several networks together can send to one mailbox.
pub const LETTERS_OF_MAILBOX_PER_DAY: Budget = Budget { name: "letters_of_mailbox_per_day", max: 10, seconds: DAY };
/// Letters of a signed-in account, which can name any mailbox.
pub const LETTERS_OF_ACCOUNT: Budget = Budget { name: "letters_of_account", max: 20, seconds: DAY };
/// Letters without a sign-in from an IPv4 address or an IPv6 /64. Mobile networks put many customers behind one address,
/// but few of them write on the same day.
pub const LETTERS_OF_NETWORK: Budget = Budget { name: "letters_of_network", max: 40, seconds: DAY };
/// Letters without a sign-in from all networks together: more than support can read. Signed-in customers can still write.
pub const ANONYMOUS_LETTERS: Budget = Budget { name: "anonymous_letters", max: 1_000, seconds: DAY };

// Promo codes that do not exist (order service).

/// Codes have six letters or more and are typed from paper, so a customer may be wrong several times.
pub const PROMO_GUESSES_OF_ACCOUNT: Budget = Budget { name: "promo_guesses_of_account", max: 20, seconds: HOUR };
/// From an IPv4 address or an IPv6 /64, by all accounts: an attacker has many, and a mobile network many customers.
pub const PROMO_GUESSES_OF_NETWORK: Budget = Budget { name: "promo_guesses_of_network", max: 100, seconds: HOUR };

//! Limits on abuse. A network is an IPv4 address or an IPv6 /64; mobile operators share one among many customers.

pub use crate::security::Budget;

const HOUR: u32 = 60 * 60;
const DAY: u32 = 24 * HOUR;

// Mails (auth service).

/// All spellings of a mailbox count together.
pub const MAILS_TO_MAILBOX: Budget = Budget { name: "mails_to_mailbox", max: 10, seconds: DAY };
pub const MAILS_FROM_ACCOUNT: Budget = Budget { name: "mails_from_account", max: 10, seconds: DAY };
pub const MAILS_FROM_NETWORK: Budget = Budget { name: "mails_from_network", max: 300, seconds: DAY };
/// An attacker with the password must not fill the mailbox.
pub const NEW_DEVICE_NOTICES: Budget = Budget { name: "new_device_notices", max: 5, seconds: DAY };

// One-time codes (auth service), except on devices with earlier sign-ins of the account.

/// Counts all phone numbers together. Customers mistype every fourth code.
pub const WRONG_CODES: Budget = Budget { name: "wrong_codes", max: 500, seconds: HOUR };
/// While `WRONG_CODES` is used up, guessing is only as fast as codes are sent.
pub const CODE_TRIES_UNDER_ATTACK: i32 = 2;
pub const CODES_FROM_NETWORK_HOUR: Budget = Budget { name: "codes_from_network_hour", max: 100, seconds: HOUR };
pub const CODES_FROM_NETWORK_DAY: Budget = Budget { name: "codes_from_network_day", max: 300, seconds: DAY };
/// Codes to numbers of Azerbaijan: as many as sign-ins on new devices on the busiest day.
pub const CODES_AT_HOME_HOUR: Budget = Budget { name: "codes_at_home_hour", max: 2_000, seconds: HOUR };
pub const CODES_AT_HOME_DAY: Budget = Budget { name: "codes_at_home_day", max: 10_000, seconds: DAY };
/// Codes to each other country. SMS to some of them earn money for the attacker (SMS pumping).
pub const CODES_ABROAD_HOUR: Budget = Budget { name: "codes_abroad_hour", max: 60, seconds: HOUR };
pub const CODES_ABROAD_DAY: Budget = Budget { name: "codes_abroad_day", max: 300, seconds: DAY };

// Second factors and passkeys (auth service).

/// A guess of six digits is right once in 330,000 times.
pub const SECOND_FACTORS: Budget = Budget { name: "second_factors", max: 20, seconds: DAY };
pub const PASSKEYS_OF_ACCOUNT: Budget = Budget { name: "passkeys_of_account", max: 20, seconds: DAY };
pub const PASSKEY_CHALLENGES_FROM_NETWORK: Budget =
    Budget { name: "passkey_challenges_from_network", max: 1_000, seconds: HOUR };

// Orders that are neither confirmed nor paid (order service); cancelled ones count for `seconds` more. An account's
// history is the number of its delivered orders. Prepaid orders are refused at 1.5 × `max`, with the longest history at
// 19: fewer than a delivery window takes.

/// Enough for three gifts for a holiday and two corrections.
pub const ORDERS_BY_ACCOUNT: Budget = Budget { name: "orders_by_account", max: 5, seconds: DAY };
/// Counts orders of accounts with the number, and separately those whose recipient has it.
pub const ORDERS_BY_PHONE: Budget = Budget { name: "orders_by_phone", max: 6, seconds: DAY };
/// Counts only orders of accounts without history.
pub const ORDERS_TO_ADDRESS: Budget = Budget { name: "orders_to_address", max: 10, seconds: 0 };
/// Counts only orders of accounts without history. 13 orders are 4 % of a day's windows in Baku.
pub const ORDERS_FROM_NETWORK: Budget = Budget { name: "orders_from_network", max: 13, seconds: 0 };
/// The units for each order that a budget allows: bouquets for an office, but not a store's stock.
pub const UNITS_PER_ORDER: Budget = Budget { name: "units_per_order", max: 40, seconds: 0 };
/// Each delivered order raises the budgets of an account and its numbers by one, up to this.
pub const ORDER_HISTORY: u32 = 7;

// Letters of the contact form (notification service). Each mails a confirmation to any address.

pub const LETTERS_OF_MAILBOX_PER_HOUR: Budget = Budget { name: "letters_of_mailbox_per_hour", max: 5, seconds: HOUR };
pub const LETTERS_OF_MAILBOX_PER_DAY: Budget = Budget { name: "letters_of_mailbox_per_day", max: 10, seconds: DAY };
pub const LETTERS_OF_ACCOUNT: Budget = Budget { name: "letters_of_account", max: 20, seconds: DAY };
pub const LETTERS_OF_NETWORK: Budget = Budget { name: "letters_of_network", max: 40, seconds: DAY };
pub const ANONYMOUS_LETTERS: Budget = Budget { name: "anonymous_letters", max: 1_000, seconds: DAY };

/// Wrong promo codes (order service). Codes are typed from paper.
pub const PROMO_GUESSES_OF_ACCOUNT: Budget = Budget { name: "promo_guesses_of_account", max: 20, seconds: HOUR };
/// Needed because an attacker has many accounts.
pub const PROMO_GUESSES_OF_NETWORK: Budget = Budget { name: "promo_guesses_of_network", max: 100, seconds: HOUR };

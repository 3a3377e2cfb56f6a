//! The budgets of the shop: limits on abuse, by subject (such as an account or a network) and period. Honest customers
//! never reach them; the comment of each budget says why. A network is an IPv4 address or an IPv6 /64. Mobile operators
//! put many customers behind one address.

pub use crate::security::Budget;

const HOUR: u32 = 60 * 60;
const DAY: u32 = 24 * HOUR;

// Mails to addresses that visitors and customers enter in the auth service.

/// Mails to a mailbox in any spelling. One verification and rarely a reset are needed, repeated after typing mistakes.
pub const MAILS_TO_MAILBOX: Budget = Budget { name: "mails_to_mailbox", max: 10, seconds: DAY };
/// Mails caused by a signed-in account, which may correct its address several times.
pub const MAILS_FROM_ACCOUNT: Budget = Budget { name: "mails_from_account", max: 10, seconds: DAY };
/// Mails that a network causes.
pub const MAILS_FROM_NETWORK: Budget = Budget { name: "mails_from_network", max: 300, seconds: DAY };
/// Notices of sign-ins in new browsers. Families share accounts, and private windows are always new. An attacker with
/// the password must not fill the mailbox.
pub const NEW_DEVICE_NOTICES: Budget = Budget { name: "new_device_notices", max: 5, seconds: DAY };

// One-time codes (auth service). Devices with earlier sign-ins of the account do not count.

/// Wrong codes of all numbers together: honest customers mistype a code in every fourth sign-in, and there are up to two
/// thousand sign-ins an hour. While this budget is used up, each code allows only `CODE_TRIES_UNDER_ATTACK` tries, so
/// that guessing is only as fast as codes are sent.
pub const WRONG_CODES: Budget = Budget { name: "wrong_codes", max: 500, seconds: HOUR };
/// Tries at one code while `WRONG_CODES` is used up: one typing mistake and the right code.
pub const CODE_TRIES_UNDER_ATTACK: i32 = 2;
/// Codes asked for from a network.
pub const CODES_FROM_NETWORK_HOUR: Budget = Budget { name: "codes_from_network_hour", max: 100, seconds: HOUR };
pub const CODES_FROM_NETWORK_DAY: Budget = Budget { name: "codes_from_network_day", max: 300, seconds: DAY };
/// Codes to numbers of Azerbaijan: sign-ins on new devices on the busiest day.
pub const CODES_AT_HOME_HOUR: Budget = Budget { name: "codes_at_home_hour", max: 2_000, seconds: HOUR };
pub const CODES_AT_HOME_DAY: Budget = Budget { name: "codes_at_home_day", max: 10_000, seconds: DAY };
/// Codes to numbers of each other country. Relatives abroad are few, and messages to some countries earn money for
/// those who ask for them.
pub const CODES_ABROAD_HOUR: Budget = Budget { name: "codes_abroad_hour", max: 60, seconds: HOUR };
pub const CODES_ABROAD_DAY: Budget = Budget { name: "codes_abroad_day", max: 300, seconds: DAY };

// Second factors and passkeys (auth service).

/// Wrong second factors of an account of staff. The password was right, so an attacker may know it. Each browser in
/// which the account has opened a staff session has its own budget. A guess of six digits is right once in 330,000
/// times, so a day of guessing succeeds once in 16,000 times.
pub const SECOND_FACTORS: Budget = Budget { name: "second_factors", max: 20, seconds: DAY };
/// Passkeys that an account adds. It needs one for each device, perhaps after some failed attempts.
pub const PASSKEYS_OF_ACCOUNT: Budget = Budget { name: "passkeys_of_account", max: 20, seconds: DAY };
/// Sign-ins with a passkey that are begun from a network. Each stores a row for five minutes.
pub const PASSKEY_CHALLENGES_FROM_NETWORK: Budget =
    Budget { name: "passkey_challenges_from_network", max: 1_000, seconds: HOUR };

// Placing orders (order service). Each budget counts orders that hold stock and a delivery slot without being confirmed
// by the shop or paid. `seconds` is how long dropped orders (cancelled or not paid in time) count as well.
//
// A cash order is refused when `max` orders exist, an order paid in advance at one and a half times `max`. With the
// longest history (`ORDER_HISTORY`) a subject may have 19 such orders. The smallest delivery window (hours of a day in
// which orders are delivered) takes 20, so no subject can fill a window alone.

/// Orders of an account. Without history: three gifts for a holiday and two corrections.
pub const ORDERS_BY_ACCOUNT: Budget = Budget { name: "orders_by_account", max: 5, seconds: DAY };
/// Orders of accounts with this phone number, and as many orders whose recipient has it: several friends may send gifts
/// to one person.
pub const ORDERS_BY_PHONE: Budget = Budget { name: "orders_by_phone", max: 6, seconds: DAY };
/// Orders to one building, by accounts without history. Dropped orders do not count, because the people in a building
/// do not answer for each other.
pub const ORDERS_TO_ADDRESS: Budget = Budget { name: "orders_to_address", max: 10, seconds: 0 };
/// Orders from a network, by accounts without history: 4 % of the windows of a day in Baku. Dropped orders do not
/// count.
pub const ORDERS_FROM_NETWORK: Budget = Budget { name: "orders_from_network", max: 13, seconds: 0 };
/// Units (pieces of a product) in these orders, for each order that a budget allows: bouquets for a whole office, but
/// not a store's stock. Larger amounts are sold by wholesale quotes.
pub const UNITS_PER_ORDER: Budget = Budget { name: "units_per_order", max: 40, seconds: 0 };
/// The budgets of an account and of its phone numbers grow by one with each delivered order, up to this.
pub const ORDER_HISTORY: u32 = 7;

// Letters of the contact form (notification service). Each mails a confirmation to an address that anybody can type.

/// Letters of a mailbox in any spelling. A customer with one question writes once or twice.
pub const LETTERS_OF_MAILBOX_PER_HOUR: Budget = Budget { name: "letters_of_mailbox_per_hour", max: 5, seconds: HOUR };
/// Letters of a mailbox in a day, which limits what several networks together can send to it.
pub const LETTERS_OF_MAILBOX_PER_DAY: Budget = Budget { name: "letters_of_mailbox_per_day", max: 10, seconds: DAY };
/// Letters of a signed-in account, which can name any mailbox.
pub const LETTERS_OF_ACCOUNT: Budget = Budget { name: "letters_of_account", max: 20, seconds: DAY };
/// Letters from a network without a sign-in: few of its customers write on the same day.
pub const LETTERS_OF_NETWORK: Budget = Budget { name: "letters_of_network", max: 40, seconds: DAY };
/// Letters from all networks together: more than support can read.
pub const ANONYMOUS_LETTERS: Budget = Budget { name: "anonymous_letters", max: 1_000, seconds: DAY };

// Promo codes that do not exist (order service).

/// Wrong promo codes of an account. Codes have six letters or more and are typed from paper, so a customer may be wrong
/// several times.
pub const PROMO_GUESSES_OF_ACCOUNT: Budget = Budget { name: "promo_guesses_of_account", max: 20, seconds: HOUR };
/// Wrong promo codes of all accounts of a network together, because an attacker has many accounts.
pub const PROMO_GUESSES_OF_NETWORK: Budget = Budget { name: "promo_guesses_of_network", max: 100, seconds: HOUR };

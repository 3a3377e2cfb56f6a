//! All limits on abuse, by subject and period. Honest customers never reach them; each constant says why.

pub use crate::security::Budget;

const DAY: u32 = 24 * 60 * 60;

// Placing orders (order service). Each budget counts orders that hold stock and a delivery slot without being confirmed
// by the shop or paid. `seconds` is how long dropped orders (cancelled or not paid in time) count as well.
//
// A cash order is refused at `max`, an order paid in advance at one and a half times `max`. With all history that is 19
// orders at most, fewer than the smallest delivery window takes (20), so no subject can close one.

/// Orders of an account. Without history: three gifts for a holiday and two corrections.
pub const ORDERS_BY_ACCOUNT: Budget = Budget { name: "orders_by_account", max: 5, seconds: DAY };
/// Orders with a phone number as the account's own, and as many to it as a recipient's: several friends may send gifts to
/// one person.
pub const ORDERS_BY_PHONE: Budget = Budget { name: "orders_by_phone", max: 6, seconds: DAY };
/// Orders of accounts without history to one building. Dropped orders do not count: neighbours do not know each other.
pub const ORDERS_TO_ADDRESS: Budget = Budget { name: "orders_to_address", max: 10, seconds: 0 };
/// Orders of accounts without history from an IPv4 address or an IPv6 /64: 4 % of the windows of a day in Baku, because
/// mobile networks put many customers behind one address. Dropped orders do not count.
pub const ORDERS_FROM_NETWORK: Budget = Budget { name: "orders_from_network", max: 13, seconds: 0 };
/// Units in these orders, for each order that a budget allows: bouquets for a whole office, but not a store's stock.
/// Larger amounts are sold by wholesale quotes.
pub const UNITS_PER_ORDER: Budget = Budget { name: "units_per_order", max: 40, seconds: 0 };
/// Delivered orders by which the budgets of an account and of its phone numbers grow, one for each.
pub const ORDER_HISTORY: u32 = 7;

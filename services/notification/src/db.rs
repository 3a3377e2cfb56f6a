//! The SQL of the service. Functions with the suffix `_for` touch only the rows of the given account.

pub mod change_channel;
pub mod delivery;
pub mod delivery_attempt;
pub mod digest_item;
pub mod erased_account;
pub mod fanout;
pub mod inbox;
pub mod notification;
pub mod pending_notification;
pub mod preference;
pub mod push_subscription;
pub mod support_address;
pub mod ticket;
pub mod ticket_answer;
pub mod ticket_budget;
pub mod updates;

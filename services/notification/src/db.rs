//! SQL, and nothing else.

pub mod audit;
pub mod delivery;
pub mod delivery_attempt;
pub mod departed;
pub mod digest_item;
pub mod fanout;
pub mod inbox;
pub mod news;
pub mod notification;
pub mod preference;
pub mod pulse;
pub mod push_subscription;
pub mod support_address;
pub mod telling;
pub mod ticket;

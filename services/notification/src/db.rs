//! SQL, and nothing else.

pub mod audit;
pub mod content;
pub mod delivery;
pub mod delivery_attempt;
pub mod departed;
pub mod inbox;
pub mod news;
pub mod notification;
pub mod pulse;
pub mod setting;
pub mod ticket;

//! SQL, and nothing else.

pub mod delivery;
pub mod delivery_attempt;
pub mod departed;
pub mod inbox;
pub mod notification;
pub mod pulse;
pub mod setting;

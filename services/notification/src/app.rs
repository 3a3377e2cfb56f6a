//! The verbs. Transactions begin and commit here, and nowhere else.

pub mod carry;
pub mod content;
pub mod housekeeping;
pub mod inbox;
pub mod notifications;
pub mod settings;
pub mod take;
pub mod ticket;
pub mod work;

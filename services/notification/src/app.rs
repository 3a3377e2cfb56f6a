//! The verbs. Transactions begin and commit here, and nowhere else.

pub mod carry;
pub mod housekeeping;
pub mod inbox;
pub mod notifications;
pub mod take;
pub mod work;

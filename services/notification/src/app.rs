//! The verbs. Transactions begin and commit here, and nowhere else.

pub mod carry;
pub mod digest;
pub mod fanout;
pub mod housekeeping;
pub mod inbox;
pub mod message;
pub mod notifications;
pub mod preferences;
pub mod push;
pub mod take;
pub mod tell;
pub mod ticket;
pub mod tried;
pub mod work;

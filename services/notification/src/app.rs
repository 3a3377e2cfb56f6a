//! The use cases and workers.

pub mod accept;
pub mod attempt_report;
pub mod deliver;
pub mod delivery_worker;
pub mod digest;
pub mod dispatch;
pub mod fanout;
pub mod housekeeping;
pub mod inbox;
pub mod message;
pub mod notifications;
pub mod preferences;
pub mod push;
pub mod ticket;

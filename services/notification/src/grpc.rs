//! The gRPC handlers.

mod deliveries;
mod inbox;
mod notifications;
mod preferences;
mod ticket_desk;
mod tickets;

pub use deliveries::Deliveries;
pub use inbox::Inbox;
pub use notifications::Notifications;
pub use preferences::Preferences;
pub use ticket_desk::TicketDesk;
pub use tickets::Tickets;

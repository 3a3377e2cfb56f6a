//! proto ⇄ domain: parse, act, reply.

mod content;
mod content_desk;
mod deliveries;
mod inbox;
mod notifications;
mod preferences;

pub use content::Content;
pub use content_desk::ContentDesk;
pub use deliveries::Deliveries;
pub use inbox::Inbox;
pub use notifications::Notifications;
pub use preferences::Preferences;

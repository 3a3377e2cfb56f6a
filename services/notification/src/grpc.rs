//! proto ⇄ domain: parse, act, reply.

mod content;
mod notifications;

pub use content::Content;
pub use notifications::Notifications;

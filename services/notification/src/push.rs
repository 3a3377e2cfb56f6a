//! Web push: subscriptions and the allowed push services, encryption (RFC 8291) and signatures (RFC 8292). Nothing here
//! performs I/O.

mod encryption;
mod subscription;
mod vapid;

pub use encryption::encrypt;
pub use subscription::{PushHosts, Subscription};
pub use vapid::Vapid;

//! Web push: subscriptions, encryption (RFC 8291) and signatures (RFC 8292).

mod encryption;
mod subscription;
mod vapid;

pub use encryption::encrypt;
pub use subscription::{PushHosts, Subscription};
pub use vapid::Vapid;

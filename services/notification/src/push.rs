//! Web push: who may be pushed to, how a push is encrypted for one browser alone (RFC 8291), and how it is signed (RFC 8292).
//! Nothing here performs I/O.

mod encryption;
mod subscription;
mod vapid;

pub use encryption::encrypt;
pub use subscription::{Hosts, Subscription};
pub use vapid::Vapid;

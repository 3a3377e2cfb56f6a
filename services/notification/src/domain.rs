//! Nouns and rules of this service, pure. Nothing here performs I/O.

pub mod backoff;
mod birthday;
pub mod content;
mod dates;
mod delivery;
mod fill;
pub mod gsm;
mod kind;
mod letters;
pub mod markdown;
pub mod phone;
pub mod recipient;
mod relation;
pub mod settings;
mod step;
mod template;
pub mod ticket;

pub use birthday::Birthday;
pub use delivery::{Channel, End, Recipient, may_go};
pub use fill::escape;
pub use kind::{Kind, words};
pub use letters::{Content, render};
use relation::Relation;
pub use settings::Settings;
pub use step::{Ordered, Step};
pub use template::Template;

//! Nouns and rules of this service, pure. Nothing here performs I/O.

pub mod backoff;
mod birthday;
mod dates;
mod delivery;
mod fill;
pub mod gsm;
mod kind;
mod letters;
pub mod recipient;
mod relation;
mod settings;
mod step;
mod template;

pub use birthday::Birthday;
pub use delivery::{Channel, End, Recipient, may_go};
pub use fill::escape;
pub use kind::{Kind, words};
pub use letters::{Content, render};
use relation::Relation;
pub use settings::Settings;
pub use step::{Ordered, Step};
pub use template::Template;

//! Nouns and rules of this service, pure. Nothing here performs I/O.

mod kind;
mod settings;

pub use kind::{Kind, words};
pub use settings::Settings;

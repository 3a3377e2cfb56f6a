//! Nouns and rules of this service, pure. Nothing here performs I/O.

pub mod backoff;
mod birthday;
mod dates;
mod delivery;
mod fill;
pub mod gsm;
mod kind;
mod letters;
pub mod nature;
mod offer;
mod plan;
mod preferences;
pub mod quiet;
pub mod recipient;
mod relation;
mod settings;
mod step;
mod template;
mod topic;

pub use birthday::Birthday;
pub use delivery::{Channel, End, Recipient, may_go};
pub use fill::escape;
pub use kind::{Kind, words};
pub use letters::{Content, render};
pub use nature::{Nature, Urgency, nature};
pub use offer::{Campaign, Cheaper, Returned};
pub use plan::{Plan, plan};
pub use preferences::{Change, Digest, Preferences};
pub use quiet::Quiet;
use relation::Relation;
pub use settings::Settings;
pub use step::{Ordered, Step};
pub use template::Template;
pub use topic::{DIGEST, Topic, Way};

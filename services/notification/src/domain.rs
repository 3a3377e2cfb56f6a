//! Nouns and rules of this service, pure. Nothing here performs I/O.

pub mod backoff;
mod birthday;
mod cashout;
mod dates;
mod delivery;
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
mod step;
mod template;
pub mod ticket;
mod topic;

pub use birthday::Birthday;
pub use cashout::EndedCashout;
pub use delivery::{Channel, End, Recipient, may_go};
pub use kind::{Kind, words};
pub use letters::{Content, render};
pub use nature::{Nature, Urgency, nature};
pub use offer::{Campaign, Cheaper, ExpiringBonuses, Returned};
pub use plan::{Plan, plan};
pub use preferences::{Change, Digest, Preferences};
pub use quiet::Quiet;
use relation::Relation;
pub use step::{Ordered, Step};
pub use template::Template;
pub use topic::{DIGEST, Topic, Way};

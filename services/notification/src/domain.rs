//! Types and rules of this service. Nothing here performs I/O.

pub mod backoff;
mod birthday;
mod cashout;
mod dates;
mod delivery;
pub mod gsm;
mod kind;
mod notification_text;
mod offers;
mod order_step;
mod plan;
pub mod policy;
mod preferences;
pub mod quiet_hours;
pub mod recipient;
mod relation;
mod rendering;
mod template;
pub mod ticket;
mod topic;

pub use birthday::Birthday;
pub use cashout::EndedCashout;
pub use delivery::{DeliveryChannel, End, Recipient, fits_channel};
pub use kind::Kind;
pub use notification_text::notification_text;
pub use offers::{BackInStock, Campaign, ExpiringBonuses, PriceDrop};
pub use order_step::{OrderStep, OrderSubject};
pub use plan::{Plan, plan};
pub use policy::{KindPolicy, Urgency, policy};
pub use preferences::{Change, Digest, Preferences};
pub use quiet_hours::QuietHours;
use relation::Relation;
pub use rendering::{Content, render};
pub use template::Template;
pub use topic::{DIGEST, NotificationChannel, Topic};

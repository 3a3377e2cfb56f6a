//! What this service announces, and what it does with what it hears.

mod current;
mod heard;

use outbox::Event;
use proto::store::{CampaignChanged, CampaignEnded, CampaignStarted, StoreChanged};

pub use current::Current;
pub use heard::{ACCOUNTS, Accounts, CATALOG, Catalogue, listener};

/// An event of this service, as others read it.
#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Changed(pub StoreChanged);

impl Event for Changed {
    const KIND: &'static str = "store_changed";
}

#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Started(pub CampaignStarted);

impl Event for Started {
    const KIND: &'static str = "campaign_started";
}

#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Prolonged(pub CampaignChanged);

impl Event for Prolonged {
    const KIND: &'static str = "campaign_changed";
}

#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Ended(pub CampaignEnded);

impl Event for Ended {
    const KIND: &'static str = "campaign_ended";
}

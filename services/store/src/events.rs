//! The events that this service publishes and consumes.

mod handlers;
mod snapshot;

use outbox::Event;
use proto::store::{CampaignChanged, CampaignEnded, CampaignStarted, StoreChanged};

pub use handlers::{ACCOUNTS, AccountsHandler, CATALOG, CatalogueHandler, handler_of};
pub use snapshot::StoreSnapshot;

/// An event in the form in which it is published.
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

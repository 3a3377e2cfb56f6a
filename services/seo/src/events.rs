//! The events that this service publishes and consumes. It publishes changed contact data. From the feeds of the
//! catalogue and the store service (their events in order), it records changed pages for search engines. If events of a
//! feed are missing, the handlers continue at its newest event, because search engines find missed changes by
//! themselves, only later.

mod contact_snapshot;

use kit::Clock;
use outbox::{Handler, Start, parse};
use proto::{catalog::ProductChanged, event::Event as _, feed, seo::ContactChanged, store::StoreChanged};
use sqlx::PgConnection;

use crate::{
    db::indexnow_change,
    domain::{changed_page::Kind, settings::Contact},
};

pub use contact_snapshot::ContactSnapshot;

/// Returns the event with the current contact data.
pub fn contact_changed(contact: &Contact) -> ContactChanged {
    let Contact { email, phone_number, whatsapp } = contact.clone();
    ContactChanged { email, phone_number, whatsapp }
}

/// Name of the catalogue's feed.
pub const CATALOG: &str = "catalog";
/// Name of the store service's feed.
pub const STORES: &str = "store";

/// Returns the handler of a feed's events.
pub fn handler(feed: &str, clock: Clock) -> Box<dyn Handler> {
    if feed == STORES { Box::new(Stores(clock)) } else { Box::new(Products(clock)) }
}

/// Records products that were published, changed or withdrawn.
pub struct Products(pub Clock);

#[async_trait::async_trait]
impl Handler for Products {
    fn kinds(&self) -> &'static [&'static str] {
        &[ProductChanged::KIND]
    }

    fn start(&self) -> Start {
        Start::Head
    }

    async fn apply(&self, tx: &mut PgConnection, event: &feed::Event) -> kit::Result<()> {
        let changed = parse::<ProductChanged>(event)?;
        Ok(indexnow_change::record(tx, Kind::Product, changed.product_id, None, self.0.now()).await?)
    }
}

/// Records stores that were opened, closed or renamed. Search engines then remove the pages of closed stores.
pub struct Stores(pub Clock);

#[async_trait::async_trait]
impl Handler for Stores {
    fn kinds(&self) -> &'static [&'static str] {
        &[StoreChanged::KIND]
    }

    fn start(&self) -> Start {
        Start::Head
    }

    async fn apply(&self, tx: &mut PgConnection, event: &feed::Event) -> kit::Result<()> {
        let changed = parse::<StoreChanged>(event)?;
        Ok(indexnow_change::record(tx, Kind::Store, changed.store_id, Some(&changed.slug), self.0.now()).await?)
    }
}

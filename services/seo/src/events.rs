//! Published events, and handlers of consumed ones. After a gap in a feed, consumption continues at its newest event,
//! because search engines find missed changes by themselves.

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

pub fn contact_changed(contact: &Contact) -> ContactChanged {
    let Contact { email, phone_number, whatsapp } = contact.clone();
    ContactChanged { email, phone_number, whatsapp }
}

pub const CATALOG: &str = "catalog";
pub const STORES: &str = "store";

pub fn handler(feed: &str, clock: Clock) -> Box<dyn Handler> {
    if feed == STORES { Box::new(Stores(clock)) } else { Box::new(Products(clock)) }
}

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

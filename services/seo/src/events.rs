//! What this service does with what it hears. It announces nothing, and hears only while there is somebody to tell.

use kit::Clock;
use outbox::{Handler, parse};
use proto::{catalog::ProductChanged, feed, store::StoreChanged};
use sqlx::PgConnection;

use crate::{db::indexnow_change, domain::change::Kind};

pub const CATALOG: &str = "catalog";
pub const STORES: &str = "store";

/// Who listens to a feed.
pub fn listener(feed: &str, clock: Clock) -> Box<dyn Handler> {
    if feed == STORES { Box::new(Stores(clock)) } else { Box::new(Products(clock)) }
}

/// Notes the pages of products that were published, changed or withdrawn.
pub struct Products(pub Clock);

#[async_trait::async_trait]
impl Handler for Products {
    fn kinds(&self) -> &'static [&'static str] {
        &["product_changed"]
    }

    async fn apply(&self, tx: &mut PgConnection, event: &feed::Event) -> kit::Result<()> {
        let changed = parse::<ProductChanged>(event)?;
        Ok(indexnow_change::note(tx, Kind::Product, changed.product_id, None, self.0.now()).await?)
    }
}

/// Notes the pages of stores that opened, closed or were renamed. One that closed is told too: search engines want to know
/// what to leave out.
pub struct Stores(pub Clock);

#[async_trait::async_trait]
impl Handler for Stores {
    fn kinds(&self) -> &'static [&'static str] {
        &["store_changed"]
    }

    async fn apply(&self, tx: &mut PgConnection, event: &feed::Event) -> kit::Result<()> {
        let changed = parse::<StoreChanged>(event)?;
        Ok(indexnow_change::note(tx, Kind::Store, changed.store_id, Some(&changed.slug), self.0.now()).await?)
    }
}

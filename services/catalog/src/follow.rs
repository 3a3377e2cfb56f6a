//! Keeps the search index on disk up to date with the service's own outbox.
//!
//! An unusable index is replaced by the shared index (`shared_index.rs`) or built anew.

mod build;
mod share;

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use proto::{catalog::ProductChanged, event::Event as _};
use search::{Cursor, Index, Search, Taxonomy, TaxonomyRows};
use sqlx::{
    PgPool,
    postgres::{PgListener, PgPoolOptions},
};
use tokio::{task::spawn_blocking, time::Instant};
use tokio_util::{sync::CancellationToken, task::AbortOnDropHandle};

use crate::{
    db::{
        self,
        index::{Change, OutboxHead},
    },
    events::{StoreProductsChanged, TreeChanged},
    shared_index::SharedIndex,
};

/// Also polls, because notifications may be lost.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Each commit of the index creates a segment, so changes are collected.
const COLLECT_DELAY: Duration = Duration::from_millis(150);
const RETRY_DELAY: Duration = Duration::from_millis(500);
const BATCH: i64 = 4_000;

pub async fn keep_index(
    search: Search,
    pool: PgPool,
    shared: Option<SharedIndex>,
    stop: CancellationToken,
) -> anyhow::Result<()> {
    let taxonomy = Arc::default();
    IndexFollower { search, pool, shared, upload: None, last_upload_check: None, index: None, taxonomy }.run(stop).await
}

/// Any failure closes the index (`None`); after a pause it is opened again.
struct IndexFollower {
    search: Search,
    pool: PgPool,
    shared: Option<SharedIndex>,
    upload: Option<AbortOnDropHandle<()>>,
    last_upload_check: Option<Instant>,
    index: Option<Index>,
    taxonomy: Arc<Taxonomy>,
}

impl IndexFollower {
    async fn run(mut self, stop: CancellationToken) -> anyhow::Result<()> {
        while !stop.is_cancelled() {
            let failure = tokio::select! {
                () = stop.cancelled() => return Ok(()),
                Err(failure) = self.follow() => failure,
            };
            tracing::warn!(error = format!("{failure:#}"), "Following the outbox failed; retrying in {RETRY_DELAY:?}");
            self.index = None;
            tokio::select! {
                () = stop.cancelled() => {}
                () = tokio::time::sleep(RETRY_DELAY) => {}
            }
        }
        Ok(())
    }

    /// Returns only with an error.
    async fn follow(&mut self) -> anyhow::Result<std::convert::Infallible> {
        let mut listener = self.listener().await?;
        self.open().await?;
        loop {
            while self.catch_up().await? {}
            self.upload_if_due().await?;

            // After a timeout, the outbox is polled.
            let _ = tokio::time::timeout(POLL_INTERVAL, listener.recv()).await;
            tokio::time::sleep(COLLECT_DELAY).await;
            // The next `catch_up` reads the events of all buffered notifications.
            while listener.next_buffered().is_some() {}
        }
    }

    /// Connects outside the pool, because LISTEN occupies a connection permanently.
    async fn listener(&self) -> sqlx::Result<PgListener> {
        let options = self.pool.connect_options().as_ref().clone();
        let own_pool = PgPoolOptions::new().max_connections(1).connect_with(options).await?;
        let mut listener = PgListener::connect_with(&own_pool).await?;
        listener.listen("outbox_numbered").await?;
        Ok(listener)
    }

    /// Opens the index on disk, else the shared index, else builds a new one.
    async fn open(&mut self) -> anyhow::Result<()> {
        let root = self.search.folder().to_owned();
        self.index = spawn_blocking(move || Index::open(&root)).await??;

        let head = self.head().await?;
        let is_usable = self.index.as_ref().is_some_and(|index| can_continue(&index.cursor, &head));
        if !is_usable && let Err(error) = self.download(&head).await {
            let error = format!("{error:#}");
            tracing::warn!(error, "The shared search index could not be used; building a new one");
        }

        match &self.index {
            Some(index) if can_continue(&index.cursor, &head) => {
                self.taxonomy = Arc::new(self.read_taxonomy().await?);
                self.search_in_new_version().await?;
                self.remove_old_indexes().await
            }
            _ => self.rebuild().await,
        }
    }

    /// Returns whether there may be more events.
    async fn catch_up(&mut self) -> anyhow::Result<bool> {
        let head = self.head().await?;
        let Some(cursor) = self.index.as_ref().map(|index| index.cursor.clone()) else { return Ok(false) };
        if !can_continue(&cursor, &head) {
            self.rebuild().await?;
            return Ok(true);
        }

        let changes = db::index::changes_after(&mut *self.pool.acquire().await?, cursor.position, BATCH).await?;
        let Some(last) = changes.last() else {
            if let Some(index) = &mut self.index {
                index.cursor.position = head.position;
                self.search.set_position(head.position);
            }
            return Ok(false);
        };

        let (position, is_full) = (last.position, changes.len() == BATCH as usize);
        if changes.iter().any(|change| change.kind == TreeChanged::KIND) {
            self.rebuild().await?;
            return Ok(true);
        }

        let products = self.changed_products(&changes).await?;
        self.replace(&products, Cursor { stamp: head.stamp, position }).await?;
        Ok(is_full)
    }

    /// An event of a store changes all its products.
    async fn changed_products(&mut self, changes: &[Change]) -> anyhow::Result<Vec<i64>> {
        let of_kind = |kind: &'static str| changes.iter().filter(move |change| change.kind == kind);
        let mut products: BTreeSet<i64> =
            of_kind(ProductChanged::KIND).filter_map(|change| change.product_id).collect();
        let stores: BTreeSet<i64> = of_kind(StoreProductsChanged::KIND).filter_map(|change| change.store_id).collect();
        if !stores.is_empty() {
            self.taxonomy = Arc::new(self.read_taxonomy().await?);
        }
        let mut connection = self.pool.acquire().await?;
        for store in stores {
            products.extend(db::store::product_ids(&mut connection, store).await?);
        }
        Ok(products.into_iter().collect())
    }

    async fn replace(&mut self, products: &[i64], cursor: Cursor) -> anyhow::Result<()> {
        for products in products.chunks(BATCH as usize) {
            let for_sale = db::index::products_for_sale(&mut *self.pool.acquire().await?, products).await?;
            let (taxonomy, products) = (self.taxonomy.clone(), products.to_owned());
            self.with_index(move |index| Ok(index.replace(&products, &for_sale, &taxonomy)?)).await?;
        }
        self.with_index(move |index| index.commit(cursor)).await?;
        self.search_in_new_version().await
    }

    async fn remove_old_indexes(&mut self) -> anyhow::Result<()> {
        let root = self.search.folder().to_owned();
        self.with_index(move |index| index.remove_others(&root)).await
    }

    /// Lets searches use the last commit.
    async fn search_in_new_version(&mut self) -> anyhow::Result<()> {
        let (search, taxonomy) = (self.search.clone(), self.taxonomy.clone());
        self.with_index(move |index| {
            search.switch_to(index, taxonomy)?;
            Ok(())
        })
        .await
    }

    /// Does blocking work on another thread. A failure closes the index.
    async fn with_index<T: Send + 'static>(
        &mut self,
        work: impl FnOnce(&mut Index) -> anyhow::Result<T> + Send + 'static,
    ) -> anyhow::Result<T> {
        let mut index = self.index.take().ok_or_else(|| anyhow::anyhow!("the index is not open"))?;
        let (index, output) = spawn_blocking(move || work(&mut index).map(|output| (index, output))).await??;
        self.index = Some(index);
        Ok(output)
    }

    async fn head(&self) -> anyhow::Result<OutboxHead> {
        Ok(db::index::head(&mut *self.pool.acquire().await?).await?)
    }

    async fn read_taxonomy(&self) -> anyhow::Result<Taxonomy> {
        let mut tx = self.pool.acquire().await?;
        let rows = TaxonomyRows {
            categories: db::index::categories(&mut tx).await?,
            fields: db::index::fields(&mut tx).await?,
            values: db::index::values(&mut tx).await?,
            stores: db::index::stores(&mut tx).await?,
        };
        Ok(spawn_blocking(move || Taxonomy::new(rows)).await?)
    }
}

/// Whether the database still has all events after `cursor`.
fn can_continue(cursor: &Cursor, head: &OutboxHead) -> bool {
    let is_behind = head.position > cursor.position;
    let has_next_event = head.oldest.is_some_and(|oldest| oldest <= cursor.position + 1);
    cursor.stamp == head.stamp && head.position >= cursor.position && (!is_behind || has_next_event)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn can_continue_is_false_when_an_event_is_missing() {
        let cursor = |position| Cursor { stamp: "a".to_owned(), position };
        let head = |position, oldest| OutboxHead { stamp: "a".to_owned(), position, oldest };
        for (index, database, expected) in [
            (0, head(0, None), true),
            (5, head(5, Some(1)), true),
            (5, head(9, Some(1)), true),
            (5, head(9, Some(6)), true),
            // Event 6 was deleted.
            (5, head(9, Some(7)), false),
            (5, head(9, None), false),
            (5, head(5, None), true),
            // The database was restored from a backup.
            (5, head(4, Some(1)), false),
            (5, OutboxHead { stamp: "b".to_owned(), ..head(9, Some(1)) }, false),
        ] {
            let (position, oldest) = (database.position, database.oldest);
            assert_eq!(can_continue(&cursor(index), &database), expected, "{index} of {position}, from {oldest:?}");
        }
    }
}

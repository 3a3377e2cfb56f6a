//! Builds the search index from all products.

use std::sync::Arc;

use search::{Cursor, IndexBuilder, Taxonomy};
use tokio::{
    task::{JoinSet, spawn_blocking},
    time::Instant,
};

use super::{BATCH, IndexFollower};
use crate::db;

/// More threads would leave no CPU time for the database.
const MAX_THREADS: usize = 4;

impl IndexFollower {
    /// Until the new index is complete, searches use the old one.
    pub(super) async fn rebuild(&mut self) -> anyhow::Result<()> {
        let began = Instant::now();
        // Read before the products; later events are applied after the build.
        let head = self.head().await?;

        let taxonomy = Arc::new(self.read_taxonomy().await?);
        let threads = std::thread::available_parallelism()?.get().min(MAX_THREADS);
        let root = self.search.folder().to_owned();

        let builder = Arc::new(spawn_blocking(move || IndexBuilder::create(&root, threads)).await??);
        let count = self.add_all_products(&builder, &taxonomy, threads).await?;
        let builder = Arc::into_inner(builder).ok_or_else(|| anyhow::anyhow!("the index builder is still in use"))?;

        let cursor = Cursor { stamp: head.stamp, position: head.position };
        self.index = Some(spawn_blocking(move || builder.finish(cursor)).await??);
        self.taxonomy = taxonomy;

        self.search_in_new_version().await?;
        self.remove_old_indexes().await?;
        tracing::info!("Built the search index: {count} products in {:.1?}", began.elapsed());
        Ok(())
    }

    /// While a batch is read, up to `threads` earlier batches are written.
    async fn add_all_products(
        &self,
        builder: &Arc<IndexBuilder>,
        taxonomy: &Arc<Taxonomy>,
        threads: usize,
    ) -> anyhow::Result<usize> {
        let (mut count, mut after, mut writes) = (0, 0, JoinSet::new());
        loop {
            let products = db::index::products_after(&mut *self.pool.acquire().await?, after, BATCH).await?;
            let Some(last) = products.last() else { break };
            after = last.product_id;
            count += products.len();
            if writes.len() >= threads
                && let Some(written) = writes.join_next().await
            {
                written??;
            }
            let (builder, taxonomy) = (builder.clone(), taxonomy.clone());
            writes.spawn_blocking(move || products.iter().try_for_each(|product| builder.add(product, &taxonomy)));
        }
        while let Some(written) = writes.join_next().await {
            written??;
        }
        Ok(count)
    }
}

//! The current state of the catalogue, for new subscribers of its events.

use outbox::{Entity, State};
use proto::{
    catalog::{ProductChanged, ProductRated},
    event::Event as _,
};
use sqlx::PgConnection;

use crate::db;

pub struct CurrentState;

#[async_trait::async_trait]
impl State for CurrentState {
    fn kinds(&self) -> &'static [&'static str] {
        &[ProductChanged::KIND, ProductRated::KIND]
    }

    async fn page(
        &self,
        connection: &mut PgConnection,
        kind: &str,
        after: i64,
        limit: i64,
    ) -> kit::Result<Vec<Entity>> {
        if kind == ProductRated::KIND {
            let rated = db::event_snapshot::rated(connection, after, limit).await?;
            let entities = rated.into_iter().map(|product| {
                let event = ProductRated {
                    product_id: product.product_id,
                    review_count: product.review_count,
                    star_sum: product.star_sum,
                };
                Entity::new(product.product_id, &event)
            });
            return entities.collect();
        }
        let published = db::event_snapshot::published(connection, after, limit).await?;
        let entities = published.into_iter().map(|product| {
            let (product_id, store_id) = (product.product_id, product.store_id);
            Entity::new(product_id, &ProductChanged { product_id, store_id, is_published: true })
        });
        entities.collect()
    }
}

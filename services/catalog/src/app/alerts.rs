//! Publishes events for shoppers who wait for a lower price or for stock. A use case that changes products reads their
//! state first, and publishes the difference at the end of its transaction.

use std::collections::HashMap;

use proto::catalog::{BackInStock, PriceDropped};
use search::Texts;
use sqlx::PgConnection;

use crate::db::{self, alerts::ProductState};

/// Price and availability of products before a change. The products stay locked until the transaction ends.
pub struct ProductsBefore(Vec<ProductState>);

impl ProductsBefore {
    pub async fn lock(tx: &mut PgConnection, products: &[i64]) -> sqlx::Result<Self> {
        Ok(Self(if products.is_empty() { Vec::new() } else { db::alerts::lock_states(tx, products).await? }))
    }

    /// Publishes products that are now cheaper or available again.
    pub async fn publish_alerts(self, tx: &mut PgConnection) -> sqlx::Result<()> {
        if self.0.is_empty() {
            return Ok(());
        }
        let (products, prices): (Vec<_>, Vec<_>) =
            self.0.iter().map(|before| (before.product_id, before.price_now)).unzip();
        let dropped = db::alerts::price_drops(tx, &products, &prices).await?.into_iter().map(|product| {
            let (product_id, from, to, slug) = (product.product_id, product.from, product.to, product.slug);
            PriceDropped { product_id, from, to, names: all_languages(&product.name), slug }
        });
        outbox::append_all(tx, dropped).await?;
        let sold_out: Vec<_> =
            self.0.iter().filter(|before| !before.is_available).map(|before| before.product_id).collect();
        publish_back_in_stock(tx, &sold_out).await
    }
}

pub async fn publish_back_in_stock(tx: &mut PgConnection, sold_out: &[i64]) -> sqlx::Result<()> {
    if sold_out.is_empty() {
        return Ok(());
    }
    let back = db::alerts::back_in_stock(tx, sold_out).await?.into_iter().map(|product| {
        let (product_id, slug) = (product.product_id, product.slug);
        BackInStock { product_id, names: all_languages(&product.name), slug }
    });
    outbox::append_all(tx, back).await
}

fn all_languages(name: &Texts) -> HashMap<String, String> {
    let names =
        ["az", "ru", "en"].map(|language| (language.to_owned(), name.get(language).unwrap_or(&name.az).to_owned()));
    names.into()
}

//! Publishes `PriceDropped` and `BackInStock`. Call [`ProductsBefore::lock`] before changing products, and
//! [`ProductsBefore::publish_alerts`] at the end of the transaction.

use std::collections::HashMap;

use proto::catalog::{BackInStock, PriceDropped};
use search::Texts;
use sqlx::PgConnection;

use crate::db::{self, alerts::ProductState};

/// The products stay locked until the transaction ends.
pub struct ProductsBefore(Vec<ProductState>);

impl ProductsBefore {
    pub async fn lock(tx: &mut PgConnection, products: &[i64]) -> sqlx::Result<Self> {
        Ok(Self(if products.is_empty() { Vec::new() } else { db::alerts::lock_states(tx, products).await? }))
    }

    pub async fn publish_alerts(self, tx: &mut PgConnection) -> sqlx::Result<()> {
        if self.0.is_empty() {
            return Ok(());
        }

        let (products, old_prices): (Vec<_>, Vec<_>) =
            self.0.iter().map(|before| (before.product_id, before.price_now)).unzip();
        let price_drops = db::alerts::price_drops(tx, &products, &old_prices).await?;
        let dropped = price_drops.into_iter().map(|price_drop| PriceDropped {
            product_id: price_drop.product_id,
            from: price_drop.from,
            to: price_drop.to,
            names: all_languages(&price_drop.name),
            slug: price_drop.slug,
        });
        outbox::append_all(tx, dropped).await?;

        let sold_out: Vec<_> =
            self.0.iter().filter(|before| !before.is_available).map(|before| before.product_id).collect();
        publish_back_in_stock(tx, &sold_out).await
    }
}

/// All of these products were sold out before the change.
pub async fn publish_back_in_stock(tx: &mut PgConnection, sold_out: &[i64]) -> sqlx::Result<()> {
    if sold_out.is_empty() {
        return Ok(());
    }
    let available = db::alerts::back_in_stock(tx, sold_out).await?;
    let events = available.into_iter().map(|product| BackInStock {
        product_id: product.product_id,
        names: all_languages(&product.name),
        slug: product.slug,
    });
    outbox::append_all(tx, events).await
}

/// A missing translation is replaced by the Azerbaijani name.
fn all_languages(name: &Texts) -> HashMap<String, String> {
    let names =
        ["az", "ru", "en"].map(|language| (language.to_owned(), name.get(language).unwrap_or(&name.az).to_owned()));
    names.into()
}

//! Good news for who waits for a product: it costs less than before, or it is there again. Whoever changes products looks
//! at them before and tells afterwards, in the same transaction, so that the news is true or was never told. Why the price
//! fell makes no difference: a campaign, a discount of its own, or another price.

use std::collections::HashMap;

use proto::catalog::{BackInStock, PriceDropped};
use search::Texts;
use sqlx::PgConnection;

use crate::{
    db::{self, news::Standing},
    events,
};

/// How products stood that are about to change. It holds them: nobody else changes them meanwhile.
pub struct Watch(Vec<Standing>);

impl Watch {
    pub async fn over(tx: &mut PgConnection, products: &[i64]) -> sqlx::Result<Self> {
        Ok(Self(if products.is_empty() { Vec::new() } else { db::news::standing(tx, products).await? }))
    }

    /// What of them is good news now.
    pub async fn tell(self, tx: &mut PgConnection) -> sqlx::Result<()> {
        if self.0.is_empty() {
            return Ok(());
        }
        let (products, prices): (Vec<_>, Vec<_>) =
            self.0.iter().map(|before| (before.product_id, before.price_now)).unzip();
        let dropped = db::news::fallen(tx, &products, &prices).await?.into_iter().map(|product| {
            let (product_id, from, to, slug) = (product.product_id, product.from, product.to, product.slug);
            events::Dropped(PriceDropped { product_id, from, to, names: in_every_language(&product.name), slug })
        });
        outbox::append_all(tx, dropped).await?;
        let sold_out: Vec<_> =
            self.0.iter().filter(|before| !before.is_there).map(|before| before.product_id).collect();
        tell_of_return(tx, &sold_out).await
    }
}

/// Tells who of these, which were sold out, can be had now.
pub async fn tell_of_return(tx: &mut PgConnection, sold_out: &[i64]) -> sqlx::Result<()> {
    if sold_out.is_empty() {
        return Ok(());
    }
    let back = db::news::returned(tx, sold_out).await?.into_iter().map(|product| {
        let (product_id, slug) = (product.product_id, product.slug);
        events::Back(BackInStock { product_id, names: in_every_language(&product.name), slug })
    });
    outbox::append_all(tx, back).await
}

fn in_every_language(name: &Texts) -> HashMap<String, String> {
    let names =
        ["az", "ru", "en"].map(|language| (language.to_owned(), name.get(language).unwrap_or(&name.az).to_owned()));
    names.into()
}

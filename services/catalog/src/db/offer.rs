//! Reads the current offers for products in carts: cards, names, likes and sizes. Concurrent requests share statements.

use std::collections::HashMap;

use kit::{Language, db::batch};
use sqlx::{PgConnection, types::Json};

use super::{card, size};

/// The request for one cart.
pub struct OfferQuery {
    pub language: Language,
    /// Account whose likes are returned, or `None` for a guest.
    pub account: Option<i64>,
    /// Ids of the products, without duplicates.
    pub products: Vec<i64>,
    pub sizes: Vec<i64>,
}

/// The result for one cart.
#[derive(Default)]
pub struct Offers {
    pub cards: Vec<card::CardRow>,
    /// Details by product id.
    pub details: HashMap<i64, ProductDetails>,
    /// Sizes by id.
    pub sizes: HashMap<i64, size::SizeRow>,
}

pub struct ProductDetails {
    /// All categories that list the product, and their ancestors.
    pub categories: Vec<i64>,
    pub is_liked: bool,
    /// Names by language.
    pub names: HashMap<String, String>,
}

impl batch::BatchQuery for OfferQuery {
    type Output = Offers;

    async fn load_batch(tx: &mut PgConnection, queries: &[Self]) -> kit::Result<Vec<Offers>> {
        let mut all_offers: Vec<_> = queries.iter().map(|_| Offers::default()).collect();
        let card_requests: Vec<_> = queries.iter().map(|query| (query.language, &*query.products)).collect();
        for card in card::of_each(tx, &card_requests).await? {
            if let Some(offers) = all_offers.get_mut(card.place as usize) {
                offers.cards.push(card);
            }
        }
        for row in details(tx, queries).await? {
            if let Some(offers) = all_offers.get_mut(row.place as usize) {
                offers.details.insert(
                    row.product_id,
                    ProductDetails { categories: row.categories, is_liked: row.is_liked, names: row.names.0 },
                );
            }
        }
        let size_requests: Vec<_> = queries.iter().map(|query| (query.language, &*query.sizes)).collect();
        if size_requests.iter().any(|(_, sizes)| !sizes.is_empty()) {
            for (place, size) in size::of_each(tx, &size_requests).await? {
                all_offers.get_mut(place).map(|offers| offers.sizes.insert(size.size_id, size));
            }
        }
        Ok(all_offers)
    }
}

struct DetailsRow {
    place: i64,
    product_id: i64,
    categories: Vec<i64>,
    is_liked: bool,
    names: Json<HashMap<String, String>>,
}

/// Reads categories, names and likes of products. Without an account, no product is liked. The arrays' lengths are
/// hidden from the planner, as `card::of_each` explains.
async fn details(tx: &mut PgConnection, queries: &[OfferQuery]) -> sqlx::Result<Vec<DetailsRow>> {
    let accounts: Vec<_> = queries.iter().map(|query| query.account).collect();
    let indexed_ids = queries.iter().zip(0i64..);
    let indexed_ids =
        indexed_ids.flat_map(|(query, place)| query.products.iter().map(move |product| (place, *product)));
    let (places, products): (Vec<_>, Vec<_>) = indexed_ids.unzip();
    sqlx::query_as!(
        DetailsRow,
        r#"select place as "place!", product_id as "product_id!",
                  array(
                      select distinct category_path.ancestor_id
                      from product_category
                      join category_path on category_path.descendant_id = product_category.category_id
                      where product_category.product_id = wanted.product_id
                  ) as "categories!",
                  exists (
                      select
                      from product_like
                      where product_like.account_id = ($1::bigint[])[place + 1] and product_like.product_id = wanted.product_id
                  ) as "is_liked!",
                  coalesce((select name from product where product.product_id = wanted.product_id), '{}')
                      as "names!: Json<HashMap<String, String>>"
           from unnest((select $2::bigint[]), (select $3::bigint[])) as wanted (place, product_id)"#,
        &accounts as &[Option<i64>],
        &places,
        &products,
    )
    .fetch_all(tx)
    .await
}

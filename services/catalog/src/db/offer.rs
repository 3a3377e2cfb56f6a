//! Reads the current offers for products in carts. Concurrent requests share statements.

use std::collections::HashMap;

use kit::{Language, db::batch};
use sqlx::{PgConnection, types::Json};

use super::{card, size};

pub struct OfferQuery {
    pub language: Language,
    /// `None` for a guest.
    pub account: Option<i64>,
    /// Without duplicates.
    pub products: Vec<i64>,
    pub sizes: Vec<i64>,
}

#[derive(Default)]
pub struct Offers {
    pub cards: Vec<card::CardRow>,
    pub details: HashMap<i64, ProductDetails>,
    pub sizes: HashMap<i64, size::SizeRow>,
}

pub struct ProductDetails {
    /// All categories that list the product, and their ancestors.
    pub categories: Vec<i64>,
    pub is_liked: bool,
    /// By language.
    pub names: HashMap<String, String>,
}

impl batch::BatchQuery for OfferQuery {
    type Output = Offers;

    async fn load_batch(tx: &mut PgConnection, queries: &[Self]) -> kit::Result<Vec<Offers>> {
        let mut all_offers: Vec<_> = queries.iter().map(|_| Offers::default()).collect();
        let card_requests: Vec<_> = queries.iter().map(|query| (query.language, &*query.products)).collect();
        for card in card::of_each(tx, &card_requests).await? {
            if let Some(offers) = all_offers.get_mut(card.request_index as usize) {
                offers.cards.push(card);
            }
        }

        for row in details(tx, queries).await? {
            let details = ProductDetails { categories: row.categories, is_liked: row.is_liked, names: row.names.0 };
            if let Some(offers) = all_offers.get_mut(row.request_index as usize) {
                offers.details.insert(row.product_id, details);
            }
        }

        let size_requests: Vec<_> = queries.iter().map(|query| (query.language, &*query.sizes)).collect();
        if size_requests.iter().any(|(_, sizes)| !sizes.is_empty()) {
            for (request_index, size) in size::of_each(tx, &size_requests).await? {
                if let Some(offers) = all_offers.get_mut(request_index) {
                    offers.sizes.insert(size.size_id, size);
                }
            }
        }
        Ok(all_offers)
    }
}

struct DetailsRow {
    request_index: i64,
    product_id: i64,
    categories: Vec<i64>,
    is_liked: bool,
    names: Json<HashMap<String, String>>,
}

/// `card::of_each` explains `(select …)`.
async fn details(tx: &mut PgConnection, queries: &[OfferQuery]) -> sqlx::Result<Vec<DetailsRow>> {
    let accounts: Vec<_> = queries.iter().map(|query| query.account).collect();
    let indexed_queries = queries.iter().zip(0i64..);
    let indexed_ids =
        indexed_queries.flat_map(|(query, index)| query.products.iter().map(move |product| (index, *product)));
    let (request_indexes, products): (Vec<_>, Vec<_>) = indexed_ids.unzip();
    sqlx::query_as!(
        DetailsRow,
        r#"select request_index as "request_index!", product_id as "product_id!",
                  array(
                      select distinct category_path.ancestor_id
                      from product_category
                      join category_path on category_path.descendant_id = product_category.category_id
                      where product_category.product_id = requested.product_id
                  ) as "categories!",
                  exists (
                      select
                      from product_like
                      where product_like.account_id = ($1::bigint[])[request_index + 1]
                      and product_like.product_id = requested.product_id
                  ) as "is_liked!",
                  coalesce((select name from product where product.product_id = requested.product_id), '{}')
                      as "names!: Json<HashMap<String, String>>"
           from unnest((select $2::bigint[]), (select $3::bigint[])) as requested (request_index, product_id)"#,
        &accounts as &[Option<i64>],
        &request_indexes,
        &products,
    )
    .fetch_all(tx)
    .await
}

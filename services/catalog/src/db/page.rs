//! Unfiltered pages: a range of one index of a shelf. One statement a sort, because an order that is a parameter uses
//! no index.

use kit::{Language, page::Page};
use sqlx::PgConnection;

use super::card::{Row, cards};
use crate::domain::listing::Sort;

pub async fn page(
    tx: &mut PgConnection,
    language: Language,
    shelf: i64,
    sort: Sort,
    page: Page,
) -> sqlx::Result<Vec<Row>> {
    macro_rules! sorted {
        ($columns:literal, $inner:literal, $outer:literal) => {
            cards!(
                ["select product_id, "
                    + $columns
                    + " from shelf_product where shelf_id = $2 order by "
                    + $inner
                    + " limit $3 offset $4"],
                ["order by " + $outer],
                language.code(),
                shelf,
                page.limit(),
                page.offset(),
            )
            .fetch_all(tx)
            .await
        };
    }
    match sort {
        Sort::Popular | Sort::Relevance => {
            sorted!("popularity", "popularity desc, product_id desc", "picked.popularity desc, picked.product_id desc")
        }
        Sort::Newest => sorted!(
            "published_at",
            "published_at desc, product_id desc",
            "picked.published_at desc, picked.product_id desc"
        ),
        Sort::PriceAsc => sorted!("price", "price, product_id", "picked.price, picked.product_id"),
        Sort::PriceDesc => sorted!("price", "price desc, product_id desc", "picked.price desc, picked.product_id desc"),
        Sort::Rating => sorted!(
            "rating, review_count",
            "rating desc, review_count desc, product_id desc",
            "picked.rating desc, picked.review_count desc, picked.product_id desc"
        ),
    }
}

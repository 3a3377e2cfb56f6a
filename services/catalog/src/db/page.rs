//! Unfiltered pages: a range of one index of a shelf, with the shelf's count, in one statement. One statement a sort,
//! because an order that is a parameter uses no index; and one a kind of place, because what a statement might look at is
//! opened and locked even when it does not look.
//!
//! How long the page is and where it begins are hidden from the planner by `(select …)`: whoever sees
//! them plans anew each time, which takes longer than to read the page. That a page has a hundred rows at most it is told,
//! or it would expect a tenth of the shelf.

use kit::{Language, page::Page};
use sqlx::PgConnection;

use super::{
    card::{Row, cards},
    shelf::Place,
};
use crate::domain::listing::Sort;

/// Each row tells the total. No row: the page lies behind the last, the shelf is empty, or there is no such place.
pub async fn page(
    tx: &mut PgConnection,
    language: Language,
    place: Place<'_>,
    sort: Sort,
    page: Page,
) -> sqlx::Result<Vec<Row>> {
    macro_rules! page_of {
        ([$shelf:literal $(, $named:expr)*], $columns:literal, $inner:literal, $outer:literal) => {
            cards!(
                ["select *
                  from (with chosen as materialized (select shelf_id, product_count from shelf where "
                    + $shelf
                    + ") select product_id, (select product_count from chosen) as total, "
                    + $columns
                    + " from shelf_product where shelf_id = (select shelf_id from chosen) order by "
                    + $inner
                    + " limit (select $2::bigint) offset (select $3::bigint)) as cut limit 100"],
                ["order by " + $outer],
                language.code(),
                page.limit(),
                page.offset(),
                $($named),*
            )
            .fetch_all(tx)
            .await
        };
    }
    // The choice of the shelf is that of `shelf::count`.
    macro_rules! sorted {
        ($columns:literal, $inner:literal, $outer:literal) => {
            match place {
                Place::Shop => page_of!(["category_id is null and store_id is null"], $columns, $inner, $outer),
                Place::Category(slug) => page_of!(
                    [
                        "category_id = coalesce(
                             (select category_id from category where slug = $4),
                             (select category_id from category_slug where slug = $4),
                             $5)",
                        slug,
                        place.id()
                    ],
                    $columns,
                    $inner,
                    $outer
                ),
                Place::Store(slug) => page_of!(
                    [
                        "store_id = (
                             select store_id
                             from store_ref
                             where is_open and (slug = $4 or store_id = $5)
                             order by slug = $4 desc
                             limit 1)",
                        slug,
                        place.id()
                    ],
                    $columns,
                    $inner,
                    $outer
                ),
            }
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

/// Those of these products that are for sale, in an order.
pub async fn sorted(tx: &mut PgConnection, products: &[i64], sort: Sort) -> sqlx::Result<Vec<i64>> {
    let key = match sort {
        Sort::Popular | Sort::Relevance => "popular",
        Sort::Newest => "newest",
        Sort::PriceAsc => "price_asc",
        Sort::PriceDesc => "price_desc",
        Sort::Rating => "rating",
    };
    sqlx::query_scalar!(
        "select shelf_product.product_id
         from shelf
         join shelf_product on shelf_product.shelf_id = shelf.shelf_id
         where shelf.category_id is null and shelf.store_id is null and shelf_product.product_id = any ($1)
         order by case when $2 = 'popular' then shelf_product.popularity end desc,
                  case when $2 = 'newest' then shelf_product.published_at end desc,
                  case when $2 = 'price_asc' then shelf_product.price end,
                  case when $2 = 'price_desc' then shelf_product.price end desc,
                  case when $2 = 'rating' then shelf_product.rating end desc,
                  case when $2 = 'rating' then shelf_product.review_count end desc,
                  case when $2 = 'price_asc' then shelf_product.product_id end,
                  shelf_product.product_id desc",
        products,
        key,
    )
    .fetch_all(tx)
    .await
}

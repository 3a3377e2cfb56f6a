//! Unfiltered pages: ranges of one index of a shelf, with the shelf's count. Who asks at the same moment for pages of a kind is
//! answered by one statement. A kind is a sort, because an order that is a parameter uses no index, and a kind of place,
//! because what a statement might look at is opened and locked even when it does not look.
//!
//! How many ask is hidden from the planner by `(select …)`: whoever sees it plans anew each time, which takes longer than to
//! read the page.

use std::collections::HashMap;

use kit::{Language, db::together, page::Page};
use sqlx::PgConnection;

use super::{
    card::{Row, cards},
    shelf::Place,
};
use crate::domain::listing::Sort;

pub struct Question {
    pub language: Language,
    pub place: Place,
    pub sort: Sort,
    pub page: Page,
}

impl together::Question for Question {
    /// Each row tells the total. No row: the page lies behind the last, the shelf is empty, or there is no such place.
    type Answer = Vec<Row>;

    const MOST: usize = 16;
    const TAKES_TURNS: bool = false;

    async fn answer(tx: &mut PgConnection, questions: &[Self]) -> kit::Result<Vec<Vec<Row>>> {
        let mut kinds: HashMap<_, Vec<(usize, &Self)>> = HashMap::new();
        for (place, asked) in questions.iter().enumerate() {
            kinds.entry((asked.place.kind(), asked.sort)).or_default().push((place, asked));
        }
        let mut answers: Vec<_> = questions.iter().map(|_| Vec::new()).collect();
        for ((kind, sort), alike) in kinds {
            for row in pages(tx, kind, sort, &alike).await? {
                if let Some(answer) = answers.get_mut(row.place as usize) {
                    answer.push(row);
                }
            }
        }
        Ok(answers)
    }
}

/// The rows of those who ask, each with its question's place.
async fn pages(
    tx: &mut PgConnection,
    kind: &str,
    sort: Sort,
    questions: &[(usize, &Question)],
) -> sqlx::Result<Vec<Row>> {
    let each = questions.iter();
    let places: Vec<_> = each.clone().map(|(place, _)| *place as i64).collect();
    let languages: Vec<_> = each.clone().map(|(_, asked)| asked.language.code().to_owned()).collect();
    let rows: Vec<_> = each.clone().map(|(_, asked)| asked.page.limit()).collect();
    let skipped: Vec<_> = each.clone().map(|(_, asked)| asked.page.offset()).collect();
    let slugs: Vec<_> = each.clone().map(|(_, asked)| asked.place.slug().unwrap_or_default().to_owned()).collect();
    let ids: Vec<_> = each.map(|(_, asked)| asked.place.id()).collect();
    macro_rules! pages_of {
        ($shelf:literal, $columns:literal, $inner:literal, $outer:literal) => {
            cards!(
                ["select asked.place, asked.language, cut.*
                  from unnest(
                      (select $1::bigint[]), (select $2::text[]), (select $3::bigint[]), (select $4::bigint[]), (select $5::text[]), (select $6::bigint[])
                  ) as asked (place, language, rows, skipped, slug, id)
                  cross join lateral (
                      with chosen as materialized (select shelf_id, product_count from shelf where "
                    + $shelf
                    + ") select product_id, (select product_count from chosen) as total, "
                    + $columns
                    + " from shelf_product where shelf_id = (select shelf_id from chosen) order by "
                    + $inner
                    + " limit asked.rows offset asked.skipped) as cut"],
                ["order by picked.place, " + $outer],
                &places,
                &languages,
                &rows,
                &skipped,
                &slugs,
                &ids as &[Option<i64>],
            )
            .fetch_all(tx)
            .await
        };
    }
    // The choice of the shelf is that of `shelf::count`.
    macro_rules! sorted {
        ($columns:literal, $inner:literal, $outer:literal) => {
            match kind {
                "category" => pages_of!(
                    "category_id = coalesce(
                         (select category_id from category where slug = asked.slug),
                         (select category_id from category_slug where slug = asked.slug),
                         asked.id)",
                    $columns,
                    $inner,
                    $outer
                ),
                "store" => pages_of!(
                    "store_id = (
                         select store_id
                         from store_ref
                         where is_open and (slug = asked.slug or store_id = asked.id)
                         order by slug = asked.slug desc
                         limit 1)",
                    $columns,
                    $inner,
                    $outer
                ),
                _ => pages_of!("category_id is null and store_id is null", $columns, $inner, $outer),
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

//! Unfiltered pages: ranges of one index of a shelf, with the shelf's count. Who asks at the same moment for pages of a kind is
//! answered by one statement. A kind is a sort, because an order that is a parameter uses no index, and a kind of place,
//! because what a statement might look at is opened and locked even when it does not look.
//!
//! How many ask is hidden from the planner by `(select …)`: whoever sees it plans anew each time, which takes longer than to
//! read the page.

use std::collections::HashMap;

use kit::{db::together, page::Page};
use sqlx::PgConnection;

use super::{shelf::Place, standing::Standing};
use crate::domain::listing::Sort;

pub struct Question {
    pub place: Place,
    pub sort: Sort,
    pub page: Page,
}

/// What stands on a page: which products, and in which version. Its cards are another's (`cards.rs`).
#[derive(Default)]
pub struct Answer {
    pub standing: Vec<Standing>,
    /// How many stand in this place; `None` when there is no such place.
    pub total: Option<i64>,
}

impl together::Question for Question {
    type Answer = Answer;

    const MOST: usize = 16;
    const TAKES_TURNS: bool = false;

    async fn answer(tx: &mut PgConnection, questions: &[Self]) -> kit::Result<Vec<Answer>> {
        let mut kinds: HashMap<_, Vec<(usize, &Self)>> = HashMap::new();
        for (place, asked) in questions.iter().enumerate() {
            kinds.entry((asked.place.kind(), asked.sort)).or_default().push((place, asked));
        }
        let mut answers: Vec<_> = questions.iter().map(|_| Answer::default()).collect();
        for ((kind, sort), alike) in kinds {
            for row in pages(tx, kind, sort, &alike).await? {
                let standing = row.products.into_iter().zip(row.versions);
                let standing = standing.map(|(product_id, version)| Standing { product_id, version });
                if let Some(answer) = answers.get_mut(row.place as usize) {
                    *answer = Answer { standing: standing.collect(), total: row.total };
                }
            }
        }
        Ok(answers)
    }
}

struct Row {
    place: i64,
    total: Option<i64>,
    products: Vec<i64>,
    versions: Vec<i64>,
}

/// One row for each who asks, with its question's place.
async fn pages(
    tx: &mut PgConnection,
    kind: &str,
    sort: Sort,
    questions: &[(usize, &Question)],
) -> sqlx::Result<Vec<Row>> {
    let each = questions.iter();
    let places: Vec<_> = each.clone().map(|(place, _)| *place as i64).collect();
    let rows: Vec<_> = each.clone().map(|(_, asked)| asked.page.limit()).collect();
    let skipped: Vec<_> = each.clone().map(|(_, asked)| asked.page.offset()).collect();
    let slugs: Vec<_> = each.clone().map(|(_, asked)| asked.place.slug().unwrap_or_default().to_owned()).collect();
    let ids: Vec<_> = each.map(|(_, asked)| asked.place.id()).collect();
    macro_rules! pages_of {
        ($shelf:literal, $columns:literal, $order:literal) => {
            sqlx::query_as!(
                Row,
                r#"select asked.place as "place!", cut.total, cut.products as "products!", cut.versions as "versions!"
                   from unnest(
                       (select $1::bigint[]), (select $2::bigint[]), (select $3::bigint[]), (select $4::text[]), (select $5::bigint[])
                   ) as asked (place, rows, skipped, slug, id)
                   cross join lateral (
                       with chosen as materialized (select shelf_id, product_count from shelf where "#
                    + $shelf
                    + r#")
                       select (select product_count from chosen) as total,
                              coalesce(array_agg(page.product_id order by "#
                    + $order
                    + r#"), '{}') as products,
                              coalesce(array_agg(product.xmin::text::bigint order by "#
                    + $order
                    + r#"), '{}') as versions
                       from (
                           select product_id, "#
                    + $columns
                    + r#"
                           from shelf_product as page
                           where shelf_id = (select shelf_id from chosen)
                           order by "#
                    + $order
                    + r#"
                           limit asked.rows
                           offset asked.skipped
                       ) as page
                       join product on product.product_id = page.product_id
                       where product.is_published and product.store_is_open
                   ) as cut"#,
                &places,
                &rows,
                &skipped,
                &slugs,
                &ids as &[Option<i64>],
            )
            .fetch_all(tx)
            .await
        };
    }
    macro_rules! sorted {
        ($columns:literal, $order:literal) => {
            match kind {
                "category" => pages_of!(
                    "category_id = coalesce(
                         (select category_id from category where slug = asked.slug),
                         (select category_id from category_slug where slug = asked.slug),
                         asked.id)",
                    $columns,
                    $order
                ),
                "store" => pages_of!(
                    "store_id = (
                         select store_id
                         from store_ref
                         where is_open and (slug = asked.slug or store_id = asked.id)
                         order by slug = asked.slug desc
                         limit 1)",
                    $columns,
                    $order
                ),
                _ => pages_of!("category_id is null and store_id is null", $columns, $order),
            }
        };
    }
    match sort {
        // The shelves are not kept in this order: the search index answers it.
        Sort::Popular | Sort::Relevance | Sort::Soonest => {
            sorted!("popularity", "page.popularity desc, page.product_id desc")
        }
        Sort::Newest => sorted!("published_at", "page.published_at desc, page.product_id desc"),
        Sort::PriceAsc => sorted!("price", "page.price, page.product_id"),
        Sort::PriceDesc => sorted!("price", "page.price desc, page.product_id desc"),
        Sort::Rating => {
            sorted!("rating, review_count", "page.rating desc, page.review_count desc, page.product_id desc")
        }
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
        Sort::Soonest => "soonest",
    };
    sqlx::query_scalar!(
        "select shelf_product.product_id
         from shelf
         join shelf_product on shelf_product.shelf_id = shelf.shelf_id
         join product on product.product_id = shelf_product.product_id
         where shelf.category_id is null and shelf.store_id is null and shelf_product.product_id = any ($1)
         order by case when $2 = 'soonest' then product.preparation_days end,
                  case when $2 in ('popular', 'soonest') then shelf_product.popularity end desc,
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

//! Filtered pages: everything on the shelf that fits is found, counted and sorted in one statement, because an exact
//! total needs them all anyway. Filters compare columns of the shelf's own rows; words are found by their trigrams,
//! fields by an index of their values.
//!
//! Fields are matched key by key: a product fits when as many different keys hit as were asked for.

use kit::page::Page;
use sqlx::PgConnection;

use crate::domain::listing::{Filters, Sort};

/// The filters as the statement takes them.
struct Arguments<'a> {
    filters: &'a Filters,
    /// The rarest word by guess, for the trigram index, and a pattern for each.
    longest: Option<String>,
    contained: Vec<String>,
    begun: Vec<String>,
    keys: Vec<String>,
    values: Vec<String>,
    range_keys: Vec<String>,
    at_least: Vec<f64>,
    at_most: Vec<f64>,
    distinct_keys: i64,
}

impl<'a> Arguments<'a> {
    fn of(filters: &'a Filters) -> Self {
        let words = filters.words.as_deref().unwrap_or_default();
        let contains = |word: &String| format!("%{word}%");
        let choices = filters
            .fields
            .iter()
            .flat_map(|wanted| wanted.values.iter().map(|value| (wanted.key.clone(), value.clone())));
        let (keys, values) = choices.unzip();
        let ranges = filters.fields.iter().filter_map(|wanted| Some((wanted.key.clone(), wanted.between?)));
        let (range_keys, bounds): (Vec<_>, Vec<_>) = ranges.unzip();
        let (at_least, at_most) = bounds.into_iter().unzip();
        let distinct: std::collections::HashSet<_> = filters.fields.iter().map(|wanted| &wanted.key).collect();
        Self {
            filters,
            longest: words.iter().max_by_key(|word| word.chars().count()).map(contains),
            contained: words.iter().map(contains).collect(),
            begun: words.iter().map(|word| format!("% {word}%")).collect(),
            keys,
            values,
            range_keys,
            at_least,
            at_most,
            distinct_keys: distinct.len() as i64,
        }
    }
}

/// The ids of a page and how many products fit in all.
pub async fn page(
    tx: &mut PgConnection,
    shelf: i64,
    filters: &Filters,
    sort: Sort,
    page: Page,
) -> sqlx::Result<(Vec<i64>, i64)> {
    let arguments = Arguments::of(filters);
    let found = select(tx, shelf, &arguments, sort, page.limit(), page.offset()).await?;
    if let Some(first) = found.first() {
        return Ok((found.iter().map(|hit| hit.product_id).collect(), first.total));
    }
    if page.offset() == 0 {
        return Ok((Vec::new(), 0));
    }
    // The page is behind the last one, so no row could bring the total.
    let first = select(tx, shelf, &arguments, sort, 1, 0).await?;
    Ok((Vec::new(), first.first().map_or(0, |hit| hit.total)))
}

struct Hit {
    product_id: i64,
    total: i64,
}

/// The statement with or without words. Were it one with an optional condition, PostgreSQL would soon settle on a plan
/// that suits neither and reads the whole shelf for every search.
macro_rules! hits {
    ([$($from:tt)+], [$($words:tt)+], [$($rank:tt)+], $shelf:expr, $arguments:expr, $sort:expr, $limit:expr, $offset:expr $(, $more:expr)*) => {
        sqlx::query_as!(
            Hit,
            r#"select shelf_product.product_id, count(*) over () as "total!" from "# + $($from)+ + r#"
               where shelf_product.shelf_id = $1
               and ($2::bigint is null or shelf_product.store_id = $2)
               and ($3::bigint is null or shelf_product.price >= $3)
               and ($4::bigint is null or shelf_product.price <= $4)
               and (not $5::boolean or shelf_product.is_discounted)
               and (not $6::boolean or shelf_product.in_stock)
               and ($7::smallint is null or shelf_product.rating >= $7)
               and ($8::bigint = 0 or shelf_product.product_id in (
                       select hit.product_id
                       from (
                           select product_field.product_id, product_field.key
                           from product_field
                           join unnest($9::text[], $10::text[]) as wanted (key, value)
                           on wanted.key = product_field.key and wanted.value = product_field.value
                           union all
                           select product_field.product_id, product_field.key
                           from product_field
                           join unnest($11::text[], $12::float8[], $13::float8[]) as wanted (key, at_least, at_most)
                           on wanted.key = product_field.key and product_field.number between wanted.at_least and wanted.at_most
                       ) as hit
                       group by hit.product_id
                       having count(distinct hit.key) = $8
                   )) "# + $($words)+ + r#"
               order by "# + $($rank)+ + r#"
                        case when $14 in ('relevance', 'popular') then shelf_product.popularity end desc,
                        case when $14 = 'newest' then shelf_product.published_at end desc,
                        case when $14 = 'price_asc' then shelf_product.price end,
                        case when $14 = 'price_desc' then shelf_product.price end desc,
                        case when $14 = 'rating' then shelf_product.rating end desc,
                        case when $14 = 'rating' then shelf_product.review_count end desc,
                        case when $14 = 'price_asc' then shelf_product.product_id end,
                        shelf_product.product_id desc
               limit $15
               offset $16"#,
            $shelf,
            $arguments.filters.store,
            $arguments.filters.min_price,
            $arguments.filters.max_price,
            $arguments.filters.discounted,
            $arguments.filters.in_stock,
            $arguments.filters.rating,
            $arguments.distinct_keys,
            &$arguments.keys,
            &$arguments.values,
            &$arguments.range_keys,
            &$arguments.at_least,
            &$arguments.at_most,
            $sort.key(),
            $limit,
            $offset
            $(, $more)*
        )
    };
}

async fn select(
    tx: &mut PgConnection,
    shelf: i64,
    arguments: &Arguments<'_>,
    sort: Sort,
    limit: i64,
    offset: i64,
) -> sqlx::Result<Vec<Hit>> {
    let Some(longest) = &arguments.longest else {
        return hits!(["shelf_product"], [""], [""], shelf, arguments, sort, limit, offset).fetch_all(tx).await;
    };
    hits!(
        ["product join shelf_product on shelf_product.product_id = product.product_id"],
        ["and product.search_text like $17 and product.search_text like all ($18)"],
        ["case when $14 = 'relevance' then
              case when product.search_name like all ($19) then 2
                   when product.search_name like all ($18) then 1
                   else 0 end
          end desc, "],
        shelf,
        arguments,
        sort,
        limit,
        offset,
        longest,
        &arguments.contained,
        &arguments.begun
    )
    .fetch_all(tx)
    .await
}

//! Reads lists of products for staff.

use chrono::{DateTime, Utc};
use search::Texts;
use sqlx::{PgConnection, Postgres, QueryBuilder, types::Json};

use crate::domain::product_rows::{Direction, Filter, Key, Missing, Order, Position, Scarcity, Sort};

/// `among` are the products that match the text of the filter.
///
/// The statement is not prepared, so that it is planned for the filter: one plan for all filters would read a whole
/// index to find the few products of a small category.
pub async fn page(
    tx: &mut PgConnection,
    filter: &Filter,
    among: Option<&[i64]>,
    order: Order,
    after: Option<&Position>,
    limit: i64,
) -> sqlx::Result<Vec<i64>> {
    let mut query = QueryBuilder::<Postgres>::new("select product.product_id from product");
    if filter.scarcity.is_some() {
        query.push(" join scarce_product on scarce_product.product_id = product.product_id");
    }
    query.push(" where true");
    push_conditions(&mut query, filter, among);
    if let Some(after) = after {
        push_position(&mut query, order, after);
    }
    push_order(&mut query, order);
    query.push(" limit ").push_bind(limit);
    query.build_query_scalar().persistent(false).fetch_all(tx).await
}

fn push_conditions(query: &mut QueryBuilder<Postgres>, filter: &Filter, among: Option<&[i64]>) {
    if let Some(among) = among {
        query.push(" and product.product_id = any (").push_bind(among.to_vec()).push(")");
    }
    if let Some(state) = filter.state {
        query.push(format!(" and product.state = '{}'", state.name()));
    }
    if let Some(store) = filter.store {
        query.push(" and product.store_id = ").push_bind(store);
    }
    if let Some(category) = filter.category {
        query.push(
            " and exists (
                 select
                 from category_path
                 join product_category on product_category.category_id = category_path.descendant_id
                 where product_category.product_id = product.product_id and category_path.ancestor_id = ",
        );
        query.push_bind(category).push(")");
    }
    match filter.scarcity {
        None => {}
        Some(Scarcity::Low) => {
            query.push(" and scarce_product.available > 0");
        }
        Some(Scarcity::SoldOut) => {
            query.push(" and scarce_product.available = 0");
        }
    }
    match filter.missing {
        None => {}
        Some(Missing::Russian) => {
            query.push(" and 'ru' = any (product.missing_texts)");
        }
        Some(Missing::English) => {
            query.push(" and 'en' = any (product.missing_texts)");
        }
        Some(Missing::Picture) => {
            query.push(" and cardinality(product.pictures) = 0");
        }
    }
}

/// For example `and (product.price, product.product_id) > ($1, $2)`.
fn push_position(query: &mut QueryBuilder<Postgres>, order: Order, after: &Position) {
    let (key_column, id_column) = sort_columns(order.sort);
    let columns = key_column.map_or_else(|| id_column.to_owned(), |key| format!("{key}, {id_column}"));
    let comparison = match order.direction {
        Direction::Ascending => ">",
        Direction::Descending => "<",
    };
    query.push(format!(" and ({columns}) {comparison} ("));
    match &after.key {
        Key::Id => {}
        Key::Number(number) => {
            query.push_bind(*number).push(", ");
        }
        Key::Text(text) => {
            query.push_bind(text.clone()).push(", ");
        }
        Key::Time(time) => {
            query.push_bind(*time).push(", ");
        }
    }
    query.push_bind(after.id).push(")");
}

fn push_order(query: &mut QueryBuilder<Postgres>, order: Order) {
    let (key_column, id_column) = sort_columns(order.sort);
    let direction = match order.direction {
        Direction::Ascending => " asc",
        Direction::Descending => " desc",
    };
    query.push(" order by ");
    if let Some(key_column) = key_column {
        query.push(key_column).push(direction).push(", ");
    }
    query.push(id_column).push(direction);
}

/// Returns the column of the key, unless it is the id, and that of the id.
fn sort_columns(sort: Sort) -> (Option<&'static str>, &'static str) {
    match sort {
        Sort::Newest => (None, "product.product_id"),
        Sort::Name => (Some("(product.name ->> 'az')"), "product.product_id"),
        Sort::Price => (Some("product.price"), "product.product_id"),
        Sort::Changed => (Some("coalesce(product.changed_at, product.published_at)"), "product.product_id"),
        Sort::Stock => (Some("scarce_product.available"), "scarce_product.product_id"),
    }
}

/// Finds products that the search index does not have: by id, slug or former slug, and hidden products by name or slug.
pub async fn matching(tx: &mut PgConnection, text: &str, limit: i64) -> sqlx::Result<Vec<i64>> {
    let pattern = format!("%{}%", text.replace('\\', r"\\").replace('%', r"\%").replace('_', r"\_"));
    sqlx::query_scalar!(
        r#"with hidden as materialized (
               select product_id, name, slug from product where state <> 'published'
               union all
               select product.product_id, product.name, product.slug
               from store_ref
               join product on product.store_id = store_ref.store_id
               where not store_ref.is_open and product.state = 'published'
           )
           select product_id as "product_id!" from product where product_id = $2 or slug = $1
           union
           select product_id from product_slug where slug = $1
           union
           select product_id
           from hidden
           where concat_ws(' ', name ->> 'az', name ->> 'ru', name ->> 'en', slug) ilike $3
           order by 1 desc
           limit $4"#,
        text,
        text.parse::<i64>().ok(),
        pattern,
        limit,
    )
    .fetch_all(tx)
    .await
}

pub struct ProductRow {
    pub product_id: i64,
    pub version: i64,
    pub slug: String,
    pub name: Json<Texts>,
    pub image_url: Option<String>,
    pub state: String,
    pub store_id: i64,
    pub store_name: String,
    pub category_id: i64,
    pub category_name: Json<Texts>,
    pub price: i64,
    pub price_now: i64,
    pub stock: i64,
    pub reserved: i64,
    pub sold_count: i64,
    /// Languages without a translation.
    pub missing_texts: Vec<String>,
    pub published_at: DateTime<Utc>,
    pub changed_at: DateTime<Utc>,
}

pub async fn rows(tx: &mut PgConnection, products: &[i64]) -> sqlx::Result<Vec<ProductRow>> {
    sqlx::query_as!(
        ProductRow,
        r#"select product.product_id, version, slug, name as "name: Json<Texts>", pictures[1] as image_url, state,
                  store_id, store_name, category_id, category_name as "category_name: Json<Texts>", price, price_now,
                  stock, reserved, sold_count, missing_texts, published_at,
                  coalesce(changed_at, published_at) as "changed_at!"
           from unnest($1::bigint[]) with ordinality as requested (product_id, position)
           join product on product.product_id = requested.product_id
           order by requested.position"#,
        products,
    )
    .fetch_all(tx)
    .await
}

impl ProductRow {
    pub fn position(&self, order: Order) -> Position {
        let key = match order.sort {
            Sort::Newest => Key::Id,
            Sort::Name => Key::Text(self.name.az.clone()),
            Sort::Price => Key::Number(self.price),
            Sort::Stock => Key::Number(self.stock - self.reserved),
            Sort::Changed => Key::Time(self.changed_at),
        };
        Position { order, key, id: self.product_id }
    }
}

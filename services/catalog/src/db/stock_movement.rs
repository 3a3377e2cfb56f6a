//! Stores movements of stock. Sales insert theirs in `db/reservation.rs`, imports in `db/import/stock.rs`.

use chrono::{DateTime, Utc};
use kit::{Error, db::OnConstraint as _};
use sqlx::{PgConnection, types::Uuid};

use crate::domain::{
    stock::{Item, Lines},
    stock_movement::{Kind, Level, NewMovement, Report},
};

pub async fn insert_returns(tx: &mut PgConnection, order: &str, lines: &Lines, now: DateTime<Utc>) -> sqlx::Result<()> {
    let products: Vec<_> = lines.iter().map(|line| line.item.product).collect();
    let sizes: Vec<_> = lines.iter().map(|line| line.item.size).collect();
    let counts: Vec<_> = lines.iter().map(|line| line.count).collect();
    sqlx::query!(
        "insert into stock_movement (product_id, moved_at, size_id, kind, change, order_key)
         select product_id, $5, size_id, 'returned', count, $1
         from unnest($2::bigint[], $3::bigint[], $4::bigint[]) as line (product_id, size_id, count)",
        order,
        &products,
        &sizes as &[Option<i64>],
        &counts,
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub struct LockedProduct {
    pub has_sizes: bool,
    pub level: Level,
}

pub async fn lock_product(tx: &mut PgConnection, product: i64) -> sqlx::Result<Option<LockedProduct>> {
    let row = sqlx::query!(
        "select has_sizes, stock, reserved from product where product_id = $1 for no key update",
        product,
    )
    .fetch_optional(tx)
    .await?;
    Ok(row.map(|row| LockedProduct {
        has_sizes: row.has_sizes,
        level: Level { stock: row.stock, reserved: row.reserved },
    }))
}

/// The caller has locked the product.
pub async fn lock_size(tx: &mut PgConnection, product: i64, size: i64) -> sqlx::Result<Option<Level>> {
    sqlx::query_as!(
        Level,
        "select stock, reserved from product_size where product_id = $1 and size_id = $2 for no key update",
        product,
        size,
    )
    .fetch_optional(tx)
    .await
}

pub struct MovedSince {
    /// Sum of sales, returns, receipts and damages.
    pub change: i64,
    /// Whether an import or a later count has set the stock.
    pub is_set: bool,
}

/// Sums the movements after `at`, the time of a count.
pub async fn moved_since(tx: &mut PgConnection, item: Item, at: DateTime<Utc>) -> sqlx::Result<MovedSince> {
    sqlx::query_as!(
        MovedSince,
        r#"select coalesce(sum(change) filter (where kind not in ('counted', 'imported')), 0)::bigint as "change!",
                  coalesce(bool_or(kind = 'imported' or kind = 'counted' and counted_at > $3), false) as "is_set!"
           from stock_movement
           where product_id = $1 and moved_at > $3 and size_id is not distinct from $2"#,
        item.product,
        item.size,
        at,
    )
    .fetch_one(tx)
    .await
}

#[derive(Clone, Copy)]
pub struct Entered {
    pub operator: i64,
    pub at: DateTime<Utc>,
    /// `None` for the stock of a new product.
    pub key: Option<Uuid>,
}

pub async fn insert(tx: &mut PgConnection, movement: &NewMovement, change: i64, entered: Entered) -> kit::Result<i64> {
    let counted = match movement.report {
        Report::Counted { count, at } => Some((count, at.unwrap_or(entered.at))),
        _ => None,
    };
    sqlx::query_scalar!(
        "insert into stock_movement
             (product_id, moved_at, size_id, kind, change, operator_id, note, counted, counted_at, request_key)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         returning movement_id",
        movement.item.product,
        entered.at,
        movement.item.size,
        movement.report.kind().name(),
        change,
        entered.operator,
        movement.note,
        counted.map(|(count, _)| count),
        counted.map(|(_, at)| at),
        entered.key,
    )
    .fetch_one(tx)
    .await
    .on_constraint("stock_movement_request_key", || Error::conflict("idempotency_key_reused"))
}

#[derive(Debug, Clone)]
pub struct Movement {
    pub id: i64,
    pub moved_at: DateTime<Utc>,
    pub size_id: Option<i64>,
    pub kind: String,
    pub change: i64,
    pub operator_id: Option<i64>,
    pub order_key: Option<String>,
    pub note: Option<String>,
    pub counted: Option<i64>,
    pub counted_at: Option<DateTime<Utc>>,
    /// Stock of the size, if one is given, otherwise of the product.
    pub stock_now: i64,
}

impl Movement {
    pub fn kind(&self) -> Option<Kind> {
        Kind::from_name(&self.kind)
    }
}

/// The first values are the product and, for the stock of one size, the size.
macro_rules! movements {
    ($condition:literal, $($value:expr),+ $(,)?) => {
        sqlx::query_as!(
            Movement,
            r#"select movement_id as id, moved_at, size_id, kind, change, operator_id, order_key, note,
                      counted, counted_at,
                      coalesce(
                          case
                              when $2::bigint is null
                                  then (select stock from product where product.product_id = $1)
                              else (select stock from product_size where product_size.size_id = $2)
                          end,
                          0
                      ) as "stock_now!"
               from stock_movement
               where product_id = $1 "# + $condition,
            $($value),+
        )
    };
}

/// The last movement of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Position {
    pub at: DateTime<Utc>,
    pub id: i64,
    /// The stock before the movement.
    pub stock: i64,
}

pub async fn page(
    tx: &mut PgConnection,
    product: i64,
    size: Option<i64>,
    after: Option<Position>,
    limit: i64,
) -> sqlx::Result<Vec<Movement>> {
    let (after_time, after_id) = after.map(|after| (after.at, after.id)).unzip();
    movements!(
        "and ($2::bigint is null or size_id = $2)
             and ($3::timestamptz is null or (moved_at, movement_id) < ($3, $4))
         order by moved_at desc, movement_id desc
         limit $5",
        product,
        size,
        after_time,
        after_id,
        limit,
    )
    .fetch_all(tx)
    .await
}

pub async fn find(tx: &mut PgConnection, product: i64, key: Uuid) -> sqlx::Result<Option<Movement>> {
    movements!("and request_key = $3", product, None::<i64>, key).fetch_optional(tx).await
}

pub async fn sum_after(tx: &mut PgConnection, product: i64, movement: &Movement) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select coalesce(sum(change), 0)::bigint as "sum!"
           from stock_movement
           where product_id = $1 and (moved_at, movement_id) > ($2, $3)"#,
        product,
        movement.moved_at,
        movement.id,
    )
    .fetch_one(tx)
    .await
}

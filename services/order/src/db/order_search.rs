//! Searches orders for operators.

use chrono::{DateTime, Utc};
use kit::page::Page;
use sqlx::PgConnection;

use crate::domain::{code::Code, payment::Payment, status::Status};

/// Selects orders; `None` does not filter.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    pub status: Option<Status>,
    pub payment: Option<Payment>,
    pub store: Option<i64>,
    /// The beginning of the stored code.
    pub prefix: Option<String>,
    pub since: Option<DateTime<Utc>>,
    pub until: Option<DateTime<Utc>>,
}

pub async fn count(tx: &mut PgConnection, filter: &Filter) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!"
           from purchase
           where stage not in ('placed', 'refused')
             and ($1::text is null or status = $1)
             and ($2::text is null or payment_status = $2)
             and ($3::bigint is null or order_id in (select order_id from purchase_part where store_id = $3))
             and ($4::text is null or code like $4 || '%')
             and ($5::timestamptz is null or placed_at >= $5)
             and ($6::timestamptz is null or placed_at < $6)"#,
        filter.status.map(Status::key),
        filter.payment.map(Payment::key),
        filter.store,
        filter.prefix,
        filter.since,
        filter.until,
    )
    .fetch_one(tx)
    .await
}

/// Returns ids, newest first.
pub async fn page(tx: &mut PgConnection, filter: &Filter, page: Page) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select order_id
         from purchase
         where stage not in ('placed', 'refused')
           and ($1::text is null or status = $1)
           and ($2::text is null or payment_status = $2)
           and ($3::bigint is null or order_id in (select order_id from purchase_part where store_id = $3))
           and ($4::text is null or code like $4 || '%')
           and ($5::timestamptz is null or placed_at >= $5)
           and ($6::timestamptz is null or placed_at < $6)
         order by order_id desc
         limit $7 offset $8",
        filter.status.map(Status::key),
        filter.payment.map(Payment::key),
        filter.store,
        filter.prefix,
        filter.since,
        filter.until,
        page.limit(),
        page.offset(),
    )
    .fetch_all(tx)
    .await
}

pub async fn id(tx: &mut PgConnection, code: &Code) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "select order_id from purchase where code = $1 and stage not in ('placed', 'refused')",
        code.as_str(),
    )
    .fetch_optional(tx)
    .await
}

//! Promo codes and their history for operators. Changes and uses lock the code's row.

use chrono::{DateTime, Utc};
use kit::{Error, db::OnConstraint as _, page::Page};
use serde_json::Value;
use sqlx::PgConnection;

use super::promo::benefit_of;
use crate::domain::promo::{Code, Promo, Rules, Scope, Status};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromoRecord {
    pub promo: Promo,
    pub used: i64,
    /// Detects concurrent changes.
    pub version: i64,
    pub created_at: DateTime<Utc>,
    /// `None` for demo data.
    pub created_by: Option<i64>,
}

pub struct PromoChange {
    pub version: i64,
    pub action: String,
    pub operator: i64,
    pub changed_at: DateTime<Utc>,
    /// Maps each field's name to `[old value, new value]`.
    pub fields: Value,
}

/// `None` does not filter.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    pub status: Option<Status>,
    /// The start of the folded code (without case and accents).
    pub prefix: Option<String>,
}

struct PromoRow {
    promo_id: i64,
    code: String,
    kind: String,
    value: Option<i64>,
    at_most: Option<i64>,
    minimum: i64,
    is_for_reduced: bool,
    category_ids: Vec<i64>,
    store_ids: Vec<i64>,
    starts_at: Option<DateTime<Utc>>,
    ends_at: Option<DateTime<Utc>>,
    total_limit: Option<i64>,
    user_limit: Option<i64>,
    used: i64,
    is_paused: bool,
    version: i64,
    created_at: DateTime<Utc>,
    created_by: Option<i64>,
}

impl From<PromoRow> for PromoRecord {
    fn from(row: PromoRow) -> Self {
        let rules = Rules {
            benefit: benefit_of(&row.kind, row.value, row.at_most),
            code: row.code,
            minimum: row.minimum,
            is_for_reduced: row.is_for_reduced,
            scope: Scope { categories: row.category_ids, stores: row.store_ids },
            starts_at: row.starts_at,
            ends_at: row.ends_at,
            total_limit: row.total_limit,
            user_limit: row.user_limit,
        };
        Self {
            promo: Promo { id: row.promo_id, is_paused: row.is_paused, rules },
            used: row.used,
            version: row.version,
            created_at: row.created_at,
            created_by: row.created_by,
        }
    }
}

macro_rules! records {
    ($ending:literal, $($value:expr),+ $(,)?) => {
        sqlx::query_as!(
            PromoRow,
            r#"select promo_id, code, kind, value, at_most, minimum, is_for_reduced, category_ids, store_ids, starts_at, ends_at,
                      total_limit, user_limit, used, paused_at is not null as "is_paused!", version, created_at, created_by
               from promo "# + $ending,
            $($value),+
        )
    };
}

pub async fn find(tx: &mut PgConnection, promo: i64) -> sqlx::Result<Option<PromoRecord>> {
    Ok(records!("where promo_id = $1", promo).fetch_optional(tx).await?.map(PromoRecord::from))
}

/// Locks before reading, to include concurrent commits.
pub async fn lock(tx: &mut PgConnection, promo: i64) -> sqlx::Result<Option<PromoRecord>> {
    let locked = sqlx::query_scalar!("select promo_id from promo where promo_id = $1 for no key update", promo);
    match locked.fetch_optional(&mut *tx).await? {
        Some(promo) => find(tx, promo).await,
        None => Ok(None),
    }
}

/// Newest first. `now` determines the status.
pub async fn page(
    tx: &mut PgConnection,
    filter: &Filter,
    now: DateTime<Utc>,
    page: Page,
) -> sqlx::Result<Vec<PromoRecord>> {
    let rows = records!(
        "where ($1::text is null or promo_status(promo, $2) = $1) and ($3::text is null or starts_with(folded, $3))
         order by promo_id desc
         limit $4 offset $5",
        filter.status.map(Status::key),
        now,
        filter.prefix,
        page.limit(),
        page.offset(),
    );
    Ok(rows.fetch_all(tx).await?.into_iter().map(PromoRecord::from).collect())
}

pub async fn count(tx: &mut PgConnection, filter: &Filter, now: DateTime<Utc>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!"
           from promo
           where ($1::text is null or promo_status(promo, $2) = $1) and ($3::text is null or starts_with(folded, $3))"#,
        filter.status.map(Status::key),
        now,
        filter.prefix,
    )
    .fetch_one(tx)
    .await
}

/// Returns `None` if the code exists. `created` is the operator and the time, or `None` for demo data.
pub async fn insert(
    tx: &mut PgConnection,
    folded: &Code,
    rules: &Rules,
    created: Option<(i64, DateTime<Utc>)>,
) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "insert into promo (code, folded, kind, value, at_most, minimum, is_for_reduced, category_ids, store_ids, starts_at,
                            ends_at, total_limit, user_limit, created_by, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, coalesce($15, now()))
         on conflict (folded) do nothing
         returning promo_id",
        rules.code,
        folded.as_str(),
        rules.benefit.kind(),
        rules.benefit.value(),
        rules.benefit.at_most(),
        rules.minimum,
        rules.is_for_reduced,
        &rules.scope.categories,
        &rules.scope.stores,
        rules.starts_at,
        rules.ends_at,
        rules.total_limit,
        rules.user_limit,
        created.map(|(operator, _)| operator),
        created.map(|(_, at)| at),
    )
    .fetch_optional(tx)
    .await
}

pub async fn update(tx: &mut PgConnection, promo: i64, folded: &Code, rules: &Rules) -> kit::Result<()> {
    sqlx::query!(
        "update promo
         set code = $2, folded = $3, kind = $4, value = $5, at_most = $6, minimum = $7, is_for_reduced = $8,
             category_ids = $9, store_ids = $10, starts_at = $11, ends_at = $12, total_limit = $13, user_limit = $14,
             version = version + 1
         where promo_id = $1",
        promo,
        rules.code,
        folded.as_str(),
        rules.benefit.kind(),
        rules.benefit.value(),
        rules.benefit.at_most(),
        rules.minimum,
        rules.is_for_reduced,
        &rules.scope.categories,
        &rules.scope.stores,
        rules.starts_at,
        rules.ends_at,
        rules.total_limit,
        rules.user_limit,
    )
    .execute(tx)
    .await
    .on_constraint("promo_folded_key", || Error::invalid("code", "duplicate"))?;
    Ok(())
}

/// `None` resumes the code.
pub async fn set_paused(tx: &mut PgConnection, promo: i64, since: Option<DateTime<Utc>>) -> sqlx::Result<()> {
    sqlx::query!("update promo set paused_at = $2, version = version + 1 where promo_id = $1", promo, since)
        .execute(tx)
        .await?;
    Ok(())
}

pub async fn insert_change(tx: &mut PgConnection, promo: i64, change: &PromoChange) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into promo_change (promo_id, version, action, operator_id, changed_at, fields)
         values ($1, $2, $3, $4, $5, $6)",
        promo,
        change.version,
        change.action,
        change.operator,
        change.changed_at,
        change.fields,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn changes(tx: &mut PgConnection, promo: i64, limit: i64) -> sqlx::Result<Vec<PromoChange>> {
    sqlx::query_as!(
        PromoChange,
        "select version, action, operator_id as operator, changed_at, fields
         from promo_change
         where promo_id = $1
         order by version desc
         limit $2",
        promo,
        limit,
    )
    .fetch_all(tx)
    .await
}

/// The outer `None` means no order, the inner one a customer without an account.
pub async fn shopper_of(
    tx: &mut PgConnection,
    order_code: &crate::domain::code::Code,
) -> sqlx::Result<Option<Option<i64>>> {
    sqlx::query_scalar!(
        "select account_id from purchase where code = $1 and stage not in ('placed', 'refused')",
        order_code.as_str(),
    )
    .fetch_optional(tx)
    .await
}

//! Queries of the audit log. sqlx does not check them, because this crate has no database.

use chrono::{DateTime, Utc};
use kit::client::{ClientInfo, Device};
use serde_json::{Map, Value};
use sqlx::{PgConnection, Postgres, QueryBuilder};

use crate::{
    entry::{Actor, DATA_READ, Entry},
    filter::Filter,
};

/// The channel of notifications.
pub const CHANGES: &str = "staff_changes";

#[derive(sqlx::FromRow)]
pub struct EntryRow {
    pub audit_id: i64,
    pub acted_at: DateTime<Utc>,
    pub account_id: i64,
    pub action: String,
    pub subject_kind: String,
    pub subject: String,
    pub before: Option<String>,
    pub after: Option<String>,
    pub address: Option<String>,
    pub browser: String,
    pub system: String,
}

pub async fn insert(tx: &mut PgConnection, actor: Actor<'_>, entry: &Entry, at: DateTime<Utc>) -> sqlx::Result<()> {
    let address = actor.origin.and_then(|origin| origin.address).map(|address| address.to_canonical().to_string());
    let device = actor.origin.map(ClientInfo::device).unwrap_or_default();
    let Device { browser, system } = device;
    let json = |fields: &Option<Map<String, Value>>| fields.clone().map(Value::Object);
    sqlx::query(
        "insert into audit
             (acted_at, account_id, action, subject_kind, subject, before, after, address, browser, system)
         values ($1, $2, $3, $4, $5, $6, $7, ($8::text)::inet, $9, $10)",
    )
    .bind(at)
    .bind(actor.account)
    .bind(&*entry.action)
    .bind(entry.subject_kind)
    .bind(&entry.subject.0)
    .bind(json(&entry.before))
    .bind(json(&entry.after))
    .bind(address)
    .bind(browser)
    .bind(system)
    .execute(&mut *tx)
    .await?;
    if entry.action != DATA_READ {
        announce(tx).await?;
    }
    Ok(())
}

/// PostgreSQL notifies the listeners when the transaction commits.
pub async fn announce(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query("select pg_notify($1, '')").bind(CHANGES).execute(tx).await?;
    Ok(())
}

pub async fn search(connection: &mut PgConnection, filter: &Filter) -> sqlx::Result<Vec<EntryRow>> {
    // Ordering outside of a materialized query makes PostgreSQL use the indexes on the subject instead of reading the
    // whole log in the order of time.
    let is_ordered_outside = filter.subject.is_some();
    let mut query = QueryBuilder::<Postgres>::new(if is_ordered_outside { "with found as materialized (" } else { "" });
    query.push(
        "select audit_id, acted_at, account_id, action, subject_kind, subject, before::text as before, after::text as after,
             host(address) as address, browser, system
         from audit
         where true",
    );
    if let Some(account) = filter.account {
        query.push(" and account_id = ").push_bind(account);
    }
    if let Some(action) = &filter.action {
        query.push(" and action = ").push_bind(action);
    }
    if let Some(kind) = &filter.subject_kind {
        query.push(" and subject_kind = ").push_bind(kind);
    }
    if let Some(subject) = &filter.subject {
        // Lists that showed the subject match, too.
        query.push(" and (subject = ").push_bind(subject);
        query.push(format!(" or (action = '{DATA_READ}' and after -> 'shown' ? ")).push_bind(subject).push("))");
    }
    if let Some(since) = filter.since {
        query.push(" and acted_at >= ").push_bind(since);
    }
    if let Some(until) = filter.until {
        query.push(" and acted_at < ").push_bind(until);
    }
    if let Some((at, id)) = filter.older_than {
        query.push(" and (acted_at, audit_id) < (").push_bind(at).push(", ").push_bind(id).push(")");
    }
    if is_ordered_outside {
        query.push(") select * from found");
    }
    query.push(" order by acted_at desc, audit_id desc limit ").push_bind(filter.limit);
    query.build_query_as().fetch_all(connection).await
}

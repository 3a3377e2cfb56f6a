//! Subjects of orders: account, phone numbers, building and network, by which open orders are limited.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::domain::order_limits::{Held, Subject, SubjectKind};

pub struct NewSubject {
    pub subject: Subject,
    pub order_id: i64,
    pub units: i64,
    pub placed_at: DateTime<Utc>,
}

/// Locks subjects until the transaction ends, in the order of their keys and before any row, to avoid deadlock.
pub async fn lock(tx: &mut PgConnection, subjects: &[Subject]) -> sqlx::Result<()> {
    let mut keys: Vec<_> = subjects.iter().map(|subject| lock_key(*subject)).collect();
    keys.sort_unstable();
    keys.dedup();
    sqlx::query!("select pg_advisory_xact_lock(key) from unnest($1::bigint[]) as subject (key)", &keys)
        .execute(tx)
        .await?;
    Ok(())
}

fn lock_key(subject: Subject) -> i64 {
    subject.key.first_chunk().copied().map_or(0, i64::from_be_bytes)
}

/// Counts each account up to `limit`. Accounts without delivered orders are missing.
pub async fn delivered(tx: &mut PgConnection, accounts: &[i64], limit: i64) -> sqlx::Result<HashMap<i64, i64>> {
    let counts = sqlx::query!(
        r#"select account_id as "account_id!", delivered as "delivered!"
           from unnest($1::bigint[]) as wanted (account_id),
                lateral (
                    select count(*) as delivered
                    from (
                        select
                        from purchase
                        where purchase.account_id = wanted.account_id and status = 'delivered'
                        limit $2
                    ) as latest
                ) as history
           where delivered > 0"#,
        accounts,
        limit,
    )
    .fetch_all(tx)
    .await?;
    Ok(counts.into_iter().map(|row| (row.account_id, row.delivered)).collect())
}

/// Returns open and dropped orders by subject, without `except`. Orders before `since` do not count as dropped.
pub async fn held(
    tx: &mut PgConnection,
    subjects: &[Subject],
    since: DateTime<Utc>,
    except: Option<i64>,
) -> sqlx::Result<HashMap<[u8; 16], Held>> {
    let keys: Vec<_> = subjects.iter().map(|subject| subject.key.to_vec()).collect();
    let rows = sqlx::query!(
        r#"select subject as "subject!", count(*) filter (where is_open) as "open!",
                  coalesce(sum(units) filter (where is_open), 0)::bigint as "units!",
                  count(*) filter (where not is_open) as "dropped!"
           from (
               select subject, units,
                      stage in ('placed', 'paying')
                      or (stage in ('accepted', 'sold') and status = 'waiting' and payment_method = 'cash'
                          and payment_status = 'unpaid') as is_open,
                      stage in ('cancelled', 'expired') and purchase.placed_at > $2 as is_dropped
               from purchase_subject
               join purchase using (order_id)
               where subject = any($1) and order_id is distinct from $3
           ) as counted
           where is_open or is_dropped
           group by subject"#,
        &keys,
        since,
        except,
    )
    .fetch_all(tx)
    .await?;
    let held = rows.into_iter().filter_map(|row| {
        let key = row.subject.try_into().ok()?;
        Some((key, Held { open: row.open, dropped: row.dropped, units: row.units }))
    });
    Ok(held.collect())
}

pub async fn insert_all(tx: &mut PgConnection, new: &[NewSubject]) -> sqlx::Result<()> {
    let keys: Vec<_> = new.iter().map(|row| row.subject.key.to_vec()).collect();
    let kinds: Vec<_> = new.iter().map(|row| row.subject.kind.key().to_owned()).collect();
    let orders: Vec<_> = new.iter().map(|row| row.order_id).collect();
    let units: Vec<_> = new.iter().map(|row| row.units).collect();
    let placed_at: Vec<_> = new.iter().map(|row| row.placed_at).collect();
    sqlx::query!(
        "insert into purchase_subject (subject, kind, order_id, units, placed_at)
         select subject, kind, order_id, units, placed_at
         from unnest($1::bytea[], $2::text[], $3::bigint[], $4::bigint[], $5::timestamptz[])
              as new (subject, kind, order_id, units, placed_at)",
        &keys,
        &kinds,
        &orders,
        &units,
        &placed_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn of_order(tx: &mut PgConnection, order: i64) -> sqlx::Result<Vec<Subject>> {
    let rows = sqlx::query!("select subject, kind from purchase_subject where order_id = $1", order);
    let subjects = rows.fetch_all(tx).await?.into_iter().filter_map(|row| {
        let kind = SubjectKind::of_key(&row.kind)?;
        Some(Subject { key: row.subject.try_into().ok()?, kind })
    });
    Ok(subjects.collect())
}

/// Returns unconfirmed cash orders before `until`, of accounts without delivered orders.
pub async fn unconfirmed(tx: &mut PgConnection, until: DateTime<Utc>, limit: i64) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select distinct order_id
         from purchase_subject
         join purchase using (order_id)
         where purchase_subject.placed_at < $1
           and stage in ('accepted', 'sold') and status = 'waiting' and payment_method = 'cash' and payment_status = 'unpaid'
           and not exists (
               select
               from purchase as delivered
               where delivered.account_id = purchase.account_id and delivered.status = 'delivered'
           )
         order by order_id
         limit $2",
        until,
        limit,
    )
    .fetch_all(tx)
    .await
}

/// Deletes subjects of orders before `until` that are confirmed, paid or ended.
pub async fn delete_old(tx: &mut PgConnection, until: DateTime<Utc>) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from purchase_subject
         using purchase
         where purchase.order_id = purchase_subject.order_id
           and purchase_subject.placed_at < $1
           and purchase.stage not in ('placed', 'paying')
           and (purchase.stage not in ('accepted', 'sold') or purchase.status <> 'waiting')",
        until,
    )
    .execute(tx)
    .await?;
    Ok(deleted.rows_affected())
}

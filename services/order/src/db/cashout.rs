//! Cash-outs: payouts of a blogger's earnings to a card.

mod decision;

use chrono::{DateTime, Utc};
use kit::page::Page;
use sqlx::PgConnection;

pub use decision::{set_approved, set_cancelled, set_declined, set_first_approval};

use crate::domain::{
    cashout::{Limits, State},
    two_people::FirstApproval,
};

#[derive(Debug, Clone)]
pub struct Cashout {
    pub id: i64,
    pub code: String,
    pub holder: i64,
    /// It is `None` once erased.
    pub account: Option<i64>,
    pub amount: i64,
    pub state: State,
    pub card_mask: String,
    /// It is `None` once erased.
    pub card: Option<SealedCard>,
    pub requested_at: DateTime<Utc>,
    pub first_approval: Option<FirstApproval>,
    pub decided_at: Option<DateTime<Utc>>,
    pub reason: Option<String>,
    pub provider: Option<String>,
    /// The bank's id of the payout.
    pub transaction: Option<String>,
    pub tries: i32,
    pub due_at: Option<DateTime<Utc>>,
    pub failure: Option<String>,
    pub paid_amount: Option<i64>,
    pub finished_at: Option<DateTime<Utc>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedCard {
    pub sealed: Vec<u8>,
    pub full_name: String,
}

pub struct NewCashout<'a> {
    pub code: &'a str,
    pub holder: i64,
    pub amount: i64,
    pub card_mask: &'a str,
    pub card: &'a SealedCard,
    pub request_key: &'a str,
    pub at: DateTime<Utc>,
}

pub async fn limits(tx: &mut PgConnection) -> sqlx::Result<Limits> {
    sqlx::query_as!(Limits, "select minimum, maximum from cashout_setting").fetch_one(tx).await
}

/// Returns `None` if nothing was ever earned.
pub async fn lock_balance(tx: &mut PgConnection, holder: i64) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!("select balance from influencer_account where holder_id = $1 for update", holder)
        .fetch_optional(tx)
        .await
}

pub async fn pending(tx: &mut PgConnection, holder: i64, now: DateTime<Utc>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select coalesce(sum(earned - taken_back), 0)::bigint as "pending!"
           from line_referral
           where holder_id = $1 and earned > 0 and matures_at > $2"#,
        holder,
        now,
    )
    .fetch_one(tx)
    .await
}

pub async fn insert(tx: &mut PgConnection, new: &NewCashout<'_>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        "insert into cashout (code, holder_id, amount, state, card_mask, card_sealed, card_holder, request_key, requested_at)
         values ($1, $2, $3, 'requested', $4, $5, $6, $7, $8)
         returning cashout_id",
        new.code,
        new.holder,
        new.amount,
        new.card_mask,
        new.card.sealed,
        new.card.full_name,
        new.request_key,
        new.at,
    )
    .fetch_one(tx)
    .await
}

/// A field that is `None` does not filter.
#[derive(Debug, Clone, Copy, Default)]
pub struct Filter<'a> {
    pub id: Option<i64>,
    pub code: Option<&'a str>,
    pub account: Option<i64>,
    pub request_key: Option<&'a str>,
    pub is_open: Option<bool>,
}

/// Cash-outs that wait for an operator come first, then the newest.
pub async fn page(tx: &mut PgConnection, filter: Filter<'_>, page: Page) -> sqlx::Result<Vec<Cashout>> {
    let rows = sqlx::query!(
        r#"select cashout_id, code, holder_id, account_id as "account_id?", amount, state, card_mask, card_sealed, card_holder,
                  requested_at, first_approved_by, first_approved_at, decided_at, reason, provider, transaction, tries, due_at,
                  failure, paid_amount, finished_at
           from cashout
           join holder using (holder_id)
           where ($1::bigint is null or cashout_id = $1)
             and ($2::text is null or code = $2)
             and ($3::bigint is null or account_id = $3)
             and ($4::text is null or request_key = $4)
             and ($5::boolean is null or (finished_at is null) = $5)
           order by finished_at is null and (state = 'requested' or state = 'sent' and due_at is null) desc, cashout_id desc
           limit $6
           offset $7"#,
        filter.id,
        filter.code,
        filter.account,
        filter.request_key,
        filter.is_open,
        page.limit(),
        page.offset(),
    )
    .fetch_all(tx)
    .await?;
    let cashouts = rows.into_iter().map(|row| {
        Ok(Cashout {
            id: row.cashout_id,
            code: row.code,
            holder: row.holder_id,
            account: row.account_id,
            amount: row.amount,
            state: State::of_key(&row.state).ok_or_else(|| sqlx::Error::Decode(row.state.into()))?,
            card_mask: row.card_mask,
            card: row.card_sealed.zip(row.card_holder).map(|(sealed, full_name)| SealedCard { sealed, full_name }),
            requested_at: row.requested_at,
            first_approval: row
                .first_approved_by
                .zip(row.first_approved_at)
                .map(|(account, at)| FirstApproval { account, at }),
            decided_at: row.decided_at,
            reason: row.reason,
            provider: row.provider,
            transaction: row.transaction,
            tries: row.tries,
            due_at: row.due_at,
            failure: row.failure,
            paid_amount: row.paid_amount,
            finished_at: row.finished_at,
        })
    });
    cashouts.collect()
}

pub async fn count(tx: &mut PgConnection, filter: Filter<'_>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!"
           from cashout
           join holder using (holder_id)
           where ($1::bigint is null or account_id = $1) and ($2::boolean is null or (finished_at is null) = $2)"#,
        filter.account,
        filter.is_open,
    )
    .fetch_one(tx)
    .await
}

pub async fn count_stuck(tx: &mut PgConnection) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select count(*) as "count!" from cashout where state = 'sent' and due_at is null"#)
        .fetch_one(tx)
        .await
}

pub async fn find(tx: &mut PgConnection, filter: Filter<'_>) -> sqlx::Result<Option<Cashout>> {
    Ok(page(tx, filter, Page::single(1)).await?.pop())
}

/// Reads again after locking, to see concurrent changes.
pub async fn lock(tx: &mut PgConnection, filter: Filter<'_>) -> sqlx::Result<Option<Cashout>> {
    let Some(found) = find(tx, filter).await? else { return Ok(None) };
    sqlx::query_scalar!("select cashout_id from cashout where cashout_id = $1 for update", found.id)
        .fetch_one(&mut *tx)
        .await?;
    find(tx, Filter { id: Some(found.id), ..Filter::default() }).await
}

pub async fn set_paid(
    tx: &mut PgConnection,
    id: i64,
    paid_amount: i64,
    transaction: Option<&str>,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update cashout
         set state = 'paid', paid_amount = $2, transaction = coalesce($3, transaction), finished_at = $4, due_at = null,
             failure = null
         where cashout_id = $1",
        id,
        paid_amount,
        transaction,
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn set_failed(
    tx: &mut PgConnection,
    id: i64,
    failure: &str,
    transaction: Option<&str>,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update cashout
         set state = 'failed', failure = $2, transaction = coalesce($3, transaction), finished_at = $4, due_at = null
         where cashout_id = $1",
        id,
        failure,
        transaction,
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Claims the cash-out that has been due longest. A bank that was chosen before is kept.
pub async fn claim(
    tx: &mut PgConnection,
    bank: Option<&str>,
    now: DateTime<Utc>,
    leased_until: DateTime<Utc>,
) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "with next as (
             select cashout_id
             from cashout
             where due_at <= $2 and (provider is not null or $1::text is not null)
             order by due_at
             limit 1
             for update skip locked
         )
         update cashout
         set state = 'sent', provider = coalesce(provider, $1), tries = tries + 1, due_at = $3
         from next
         where cashout.cashout_id = next.cashout_id
         returning cashout.cashout_id",
        bank,
        now,
        leased_until,
    )
    .fetch_optional(tx)
    .await
}

/// Without `due_at`, the cash-out waits for an operator.
pub async fn reschedule(
    tx: &mut PgConnection,
    id: i64,
    transaction: Option<&str>,
    failure: Option<&str>,
    due_at: Option<DateTime<Utc>>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update cashout
         set transaction = coalesce(transaction, $2), failure = $3, due_at = $4
         where cashout_id = $1 and state = 'sent'",
        id,
        transaction,
        failure,
        due_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Returns false if the payout is unknown.
pub async fn set_due(
    tx: &mut PgConnection,
    provider: &str,
    transaction: &str,
    reference: Option<&str>,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!(
        "select cashout_id
         from cashout
         where provider = $1 and (transaction = $2 or transaction is null and code = $3)
         for update",
        provider,
        transaction,
        reference,
    )
    .fetch_optional(&mut *tx)
    .await?;
    let Some(id) = found else { return Ok(false) };
    sqlx::query!(
        "update cashout
         set transaction = coalesce(transaction, $2), due_at = $3
         where cashout_id = $1 and state = 'sent'",
        id,
        transaction,
        now,
    )
    .execute(tx)
    .await?;
    Ok(true)
}

pub async fn erase_cards(
    tx: &mut PgConnection,
    before: DateTime<Utc>,
    now: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<u64> {
    let erased = sqlx::query!(
        "update cashout
         set card_sealed = null, card_holder = null, card_erased_at = $2
         where cashout_id = any (array(
             select cashout_id
             from cashout
             where finished_at <= $1 and card_sealed is not null
             order by finished_at
             limit $3
             for update skip locked
         ))",
        before,
        now,
        limit,
    )
    .execute(tx)
    .await?;
    Ok(erased.rows_affected())
}

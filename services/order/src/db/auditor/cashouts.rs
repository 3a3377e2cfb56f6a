//! Compares bloggers' balances and cash-outs with the ledger.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::MAX_FINDINGS;
use crate::domain::auditor::Difference;

/// `balance`: earnings less cash-outs are booked. `account`: the booked balance is stored.
pub async fn earnings(tx: &mut PgConnection) -> sqlx::Result<Vec<Difference>> {
    sqlx::query_as!(
        Difference,
        r#"with lines as (
             select holder_id, sum(earned) as earned, sum(taken_back) as taken_back from line_referral group by holder_id
         ),
         booked as (
             select holder_id, -sum(amount) as balance from entry where account = 'payable_influencer' group by holder_id
         ),
         cashed as (
             select holder_id,
                    sum(case when finished_at is null then amount else least(amount, coalesce(paid_amount, 0)) end) as out
             from cashout
             group by holder_id
         )
         select holder_id::text as "subject!", field as "field!", expected::text as "expected!", found::text as "found!"
         from lines
         full join booked using (holder_id)
         full join influencer_account using (holder_id)
         left join cashed using (holder_id)
         cross join lateral (values
             ('balance', coalesce(lines.earned - lines.taken_back, 0) - coalesce(cashed.out, 0), coalesce(booked.balance, 0)),
             ('account', coalesce(booked.balance, 0), coalesce(influencer_account.balance, 0)::numeric)
         ) as figure (field, expected, found)
         where expected <> found
         order by holder_id, field
         limit $1"#,
        MAX_FINDINGS,
    )
    .fetch_all(tx)
    .await
}

/// Repeats the check of the trigger `cashout_is_booked`.
pub async fn compare(tx: &mut PgConnection) -> sqlx::Result<Vec<Difference>> {
    sqlx::query_as!(
        Difference,
        r#"with booked as (
             select cashout_id,
                    sum(amount) filter (where account = 'payout') as payout,
                    sum(amount) filter (where account = 'payable_influencer') as payable,
                    sum(amount) filter (where account = 'bank') as bank,
                    sum(amount) filter (where account = 'difference') as difference
             from movement
             join entry using (movement_id)
             where cashout_id is not null
             group by cashout_id
         )
         select code as "subject!", field as "field!", expected::text as "expected!", found::text as "found!"
         from cashout
         left join booked using (cashout_id)
         cross join lateral (values
             ('payout', case when finished_at is null then -amount else 0 end, coalesce(payout, 0)),
             (
                 'payable',
                 case when finished_at is null then amount else least(amount, coalesce(paid_amount, 0)) end,
                 coalesce(payable, 0)
             ),
             ('bank', -coalesce(paid_amount, 0), coalesce(bank, 0)),
             ('difference', greatest(coalesce(paid_amount, 0) - amount, 0), coalesce(difference, 0))
         ) as figure (field, expected, found)
         where expected <> found
         order by code, field
         limit $1"#,
        MAX_FINDINGS,
    )
    .fetch_all(tx)
    .await
}

pub struct SentCashout {
    pub id: i64,
    pub code: String,
    pub provider: String,
    pub transaction: String,
    /// In qəpik; 0 if the cash-out failed.
    pub paid_amount: i64,
}

pub async fn sent(
    tx: &mut PgConnection,
    after: i64,
    since: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<Vec<SentCashout>> {
    sqlx::query_as!(
        SentCashout,
        r#"select cashout_id as id, code, provider as "provider!", transaction as "transaction!",
                  coalesce(paid_amount, 0) as "paid_amount!"
           from cashout
           where cashout_id > $1 and finished_at >= $2 and transaction is not null
           order by cashout_id
           limit $3"#,
        after,
        since,
        limit,
    )
    .fetch_all(tx)
    .await
}

//! Uses of promo codes. Every use locks the code's row, so that limits are exact.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::domain::promo::{Benefit, Code, Promo, PromoRefusal, Rules, Scope, UseCounts};

pub async fn find_for(tx: &mut PgConnection, account: i64, code: &Code) -> sqlx::Result<Option<(Promo, UseCounts)>> {
    let row = sqlx::query!(
        r#"select promo_id, code, kind, value, at_most, minimum, is_for_reduced, category_ids, store_ids, starts_at, ends_at,
                  total_limit, user_limit, used, paused_at is not null as "is_paused!",
                  (select count(*) from promo_use where promo_use.promo_id = promo.promo_id and account_id = $2) as "by_you!"
           from promo
           where folded = $1"#,
        code.as_str(),
        account,
    )
    .fetch_optional(tx)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let rules = Rules {
        code: row.code,
        benefit: benefit_of(&row.kind, row.value, row.at_most),
        minimum: row.minimum,
        is_for_reduced: row.is_for_reduced,
        scope: Scope { categories: row.category_ids, stores: row.store_ids },
        starts_at: row.starts_at,
        ends_at: row.ends_at,
        total_limit: row.total_limit,
        user_limit: row.user_limit,
    };
    let promo = Promo { id: row.promo_id, is_paused: row.is_paused, rules };
    Ok(Some((promo, UseCounts { by_all: row.used, by_shopper: row.by_you })))
}

/// A constraint of the table allows only valid combinations of these columns.
pub(super) fn benefit_of(kind: &str, value: Option<i64>, at_most: Option<i64>) -> Benefit {
    let value = value.unwrap_or_default();
    match kind {
        "percent" => Benefit::Percent { percent: value, at_most },
        "fixed" => Benefit::Fixed { amount: value },
        _ => Benefit::FreeDelivery,
    }
}

/// Uses the code for an order that the caller has locked. After a refusal, the caller must roll back. Idempotent per
/// order.
pub async fn take(
    tx: &mut PgConnection,
    promo_id: i64,
    account: i64,
    order_id: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<PromoRefusal>> {
    // The foreign key of the insert below takes a weaker lock. Upgrading that lock concurrently failed with "new
    // multixact has more than one updating member".
    sqlx::query_scalar!("select promo_id from promo where promo_id = $1 for no key update", promo_id)
        .fetch_optional(&mut *tx)
        .await?;
    let inserted = sqlx::query!(
        "insert into promo_use (order_id, promo_id, account_id, used_at)
         values ($1, $2, $3, $4)
         on conflict (order_id) do nothing",
        order_id,
        promo_id,
        account,
        now,
    )
    .execute(&mut *tx)
    .await?;
    if inserted.rows_affected() == 0 {
        return Ok(None);
    }
    let taken = sqlx::query_as!(
        Taken,
        r#"update promo
           set used = used + 1
           where promo_id = $1 and (total_limit is null or used < total_limit)
           returning user_limit, coalesce($2 < starts_at, false) as "is_early!", coalesce($2 >= ends_at, false) as "is_late!",
                     paused_at is not null as "is_paused!""#,
        promo_id,
        now,
    )
    .fetch_optional(&mut *tx)
    .await?;
    let Some(taken) = taken else { return Ok(Some(PromoRefusal::UsedUp)) };
    if let Some(refusal) = taken.refusal() {
        return Ok(Some(refusal));
    }
    let Some(limit) = taken.user_limit else { return Ok(None) };
    // Includes this order.
    let uses_by_shopper = count_uses(tx, promo_id, account).await?;
    Ok((uses_by_shopper > limit).then_some(PromoRefusal::UsedByYou))
}

/// The promo code at the time of its use.
struct Taken {
    user_limit: Option<i64>,
    is_early: bool,
    is_late: bool,
    is_paused: bool,
}

impl Taken {
    fn refusal(&self) -> Option<PromoRefusal> {
        if self.is_late {
            Some(PromoRefusal::Ended)
        } else if self.is_paused {
            Some(PromoRefusal::Paused)
        } else if self.is_early {
            Some(PromoRefusal::NotStarted)
        } else {
            None
        }
    }
}

async fn count_uses(tx: &mut PgConnection, promo_id: i64, account: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "by_you!" from promo_use where promo_id = $1 and account_id = $2"#,
        promo_id,
        account,
    )
    .fetch_one(tx)
    .await
}

/// Idempotent.
pub async fn release(tx: &mut PgConnection, order_id: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "with released as (delete from promo_use where order_id = $1 returning promo_id)
         update promo
         set used = used - 1
         from released
         where promo.promo_id = released.promo_id",
        order_id,
    )
    .execute(tx)
    .await?;
    Ok(())
}

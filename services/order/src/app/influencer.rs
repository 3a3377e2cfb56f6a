//! Bloggers earn a share of each order line whose shopper came by their link. Earnings are promised by an order, booked
//! at its delivery, and revoked for returned goods.
//!
//! A *holder* owns a balance in the ledger, even after the account is erased.

mod attribute;
mod click;
mod read;

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use kit::Result;
use sqlx::PgConnection;

pub use attribute::{Attributed, attribute};
pub use click::{count_click, count_visitors, delete_click_visitors};
pub use read::{Earnings, read};

use crate::{
    db::{
        self,
        ledger::Claim,
        referral::{BookedLine, Booking},
        saga::Locked,
    },
    domain::{baku, bonus::Term, ledger::Movement, referral::ReferredLine},
};

/// Idempotent. Bloggers with erased accounts earn nothing.
pub async fn earn(tx: &mut PgConnection, order: &Locked, now: DateTime<Utc>) -> Result<()> {
    if !order.is_referred {
        return Ok(());
    }
    let matures_at = Term::of_delivery(now).matures_at;
    for (holder, lines) in by_holder(db::referral::lines(tx, order.order_id, Booking::Open).await?) {
        if !db::referral::lock_holder(tx, holder).await? {
            continue;
        }
        let mut booked = Vec::with_capacity(lines.len());
        for line in &lines {
            db::referral::set_earned(tx, line.line_id, line.lost(), now, matures_at).await?;
            booked.push(BookedLine { line_id: line.line_id, earned: line.promised, taken_back: line.lost() });
        }
        let amount = booked.iter().map(|booked| booked.earned - booked.taken_back).sum();
        if amount > 0 {
            let key = holder.to_string();
            let movement = Movement::influencer_earned(amount);
            db::ledger::write_for(tx, &movement, order.order_id, Claim::of_blogger(holder), &key, now).await?;
        }
        db::referral::add_to_day(tx, &booked, baku::local(now).date()).await?;
    }
    Ok(())
}

/// Revokes the earnings of goods returned by the refund `key`, which the order's lines must already include.
pub async fn take_back(tx: &mut PgConnection, order: &Locked, key: &str, now: DateTime<Utc>) -> Result<()> {
    if !order.is_referred {
        return Ok(());
    }
    for (holder, lines) in by_holder(db::referral::lines(tx, order.order_id, Booking::Done).await?) {
        let mut booked = Vec::new();
        for line in &lines {
            let taken_back = line.lost() - line.taken_back;
            if taken_back > 0 {
                db::referral::take_back(tx, line.line_id, taken_back).await?;
                booked.push(BookedLine { line_id: line.line_id, earned: 0, taken_back });
            }
        }
        let amount = booked.iter().map(|booked| booked.taken_back).sum();
        if amount > 0 {
            let movement = Movement::influencer_taken_back(amount);
            let claim = Claim::of_blogger(holder);
            db::ledger::write_for(tx, &movement, order.order_id, claim, &format!("{holder}:{key}"), now).await?;
            db::referral::add_to_day(tx, &booked, baku::local(now).date()).await?;
        }
    }
    Ok(())
}

/// Sorted by holder, which is the lock order of balances.
fn by_holder(lines: Vec<ReferredLine>) -> BTreeMap<i64, Vec<ReferredLine>> {
    let mut by_holder: BTreeMap<i64, Vec<ReferredLine>> = BTreeMap::new();
    for line in lines {
        by_holder.entry(line.holder).or_default().push(line);
    }
    by_holder
}

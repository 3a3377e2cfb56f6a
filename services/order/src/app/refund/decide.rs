//! Decides a refund for an operator. An approved amount is owed at once: to a card it is sent in the background; cash
//! was handed over.

use chrono::{DateTime, Utc};
use kit::{Error, Result, identity::Caller};
use sqlx::PgConnection;

use super::RefundOfOrder;
use crate::{
    App,
    app::{
        bonus, influencer, order_ledger,
        saga::{self, Locked},
    },
    db,
    domain::{
        checkout::Event,
        order::{Actor, ChangedBy},
        refund::{self, Refund, RefundMethod, RefundStatus},
    },
};

/// Statuses that count when the whole order is refunded: only approved refunds.
const PAID_OUT: [RefundStatus; 2] = [RefundStatus::Approved, RefundStatus::Paid];

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    Approve {
        answer: Option<String>,
        /// The goods are put back on sale.
        is_restocked: bool,
    },
    Refuse {
        answer: String,
    },
}

/// Repeating the same decision is not an error.
pub async fn decide(app: &App, operator: &Caller, id: i64, decision: &Decision) -> Result<RefundOfOrder> {
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    let order = db::refund::order_of(&mut tx, id).await?.ok_or(Error::NotFound("refund_not_found"))?;
    let order = saga::lock(&mut tx, order).await?;
    let (_, refund) = db::refund::load_one(&mut tx, id).await?;
    if refund.status == RefundStatus::Requested {
        match decision {
            Decision::Approve { answer, is_restocked } => {
                let answer = answer.as_deref();
                approve(&mut tx, operator, &order, refund, (answer, *is_restocked), now).await?;
            }
            Decision::Refuse { answer } => {
                let refused = db::refund::Decision {
                    status: RefundStatus::Refused,
                    delivery_fee: refund.delivery_fee,
                    answer: Some(answer),
                    operator: operator.account,
                    is_restocked: false,
                    at: now,
                };
                db::refund::decide(&mut tx, id, &refused).await?;
            }
        }
        db::audit::insert(&mut tx, operator.account, decision.audit_action(), id, now).await?;
    } else if (refund.status == RefundStatus::Refused) != matches!(decision, Decision::Refuse { .. }) {
        return Err(Error::conflict("refund_decided"));
    }
    let (order_code, refund) = db::refund::load_one(&mut tx, id).await?;
    tx.commit().await?;
    Ok(RefundOfOrder { order_code, refund })
}

async fn approve(
    tx: &mut PgConnection,
    operator: &Caller,
    order: &Locked,
    mut refund: Refund,
    (answer, is_restocked): (Option<&str>, bool),
    now: DateTime<Utc>,
) -> Result<()> {
    let lines = db::refund::lines(tx, order.order_id, &PAID_OUT).await?;
    let is_whole = refund::is_whole(&lines, &refund.lines);
    refund.delivery_fee = if is_whole { db::refund::delivery_fee(tx, order.order_id).await? } else { 0 };
    // A refund of 0 in money needs no payment.
    let is_by_card = refund.method == RefundMethod::Card && refund.amount() > 0;
    let decision = db::refund::Decision {
        status: if is_by_card { RefundStatus::Approved } else { RefundStatus::Paid },
        delivery_fee: refund.delivery_fee,
        answer,
        operator: operator.account,
        is_restocked,
        at: now,
    };
    db::refund::decide(tx, refund.refund_id, &decision).await?;
    // The lots that paid belong to earlier orders, and lots are locked by their order's id: give back before
    // revoking.
    order_ledger::give_back_bonuses(tx, order.order_id, &refund.key(), refund.bonus, now).await?;
    bonus::take_back(tx, order.order_id, &refund.key(), now).await?;
    influencer::take_back(tx, order, &refund.key(), now).await?;
    if is_by_card {
        order_ledger::schedule_return(tx, order.order_id, &refund.key(), refund.amount(), now).await
    } else if refund.amount() > 0 {
        let refunded = order_ledger::book_payout(tx, order.order_id, &refund.key(), refund.amount(), now).await?;
        let by = ChangedBy::of(Actor::Operator(operator.account));
        saga::step(tx, order, Event::MoneyReturned { refunded }, &by, now).await.map(drop)
    } else {
        Ok(())
    }
}

impl Decision {
    fn audit_action(&self) -> &'static str {
        match self {
            Self::Approve { .. } => "refund_approved",
            Self::Refuse { .. } => "refund_refused",
        }
    }
}

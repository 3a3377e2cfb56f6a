//! Decides about requested refunds. Money goes back to a card in the background; cash was already handed over.

use audit::Entry;
use chrono::{DateTime, Utc};
use kit::{Error, Result, identity::Caller};
use serde_json::json;
use sqlx::PgConnection;

use super::RefundOfOrder;
use crate::{
    App,
    app::{
        bonus, influencer, order_ledger,
        other_person::require_other_person,
        saga::{self, Locked},
    },
    db,
    domain::{
        checkout::Event,
        order::{Actor, ChangedBy},
        refund::{self, Refund, RefundMethod, RefundStatus},
        two_people::{self, Approval},
    },
};

const PAID_OUT: [RefundStatus; 2] = [RefundStatus::Approved, RefundStatus::Paid];

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    Approve { answer: Option<String>, is_restocked: bool },
    Refuse { answer: String },
}

/// A large refund needs two approvals, of which the second pays. Repeating the final decision is not an error.
pub async fn decide(app: &App, operator: &Caller, id: i64, decision: &Decision) -> Result<RefundOfOrder> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let order = db::refund::order_of(&mut tx, id).await?.ok_or(Error::NotFound("refund_not_found"))?;
    let order = saga::lock(&mut tx, order).await?;
    require_other_person(operator, order.account, "own_refund")?;
    let (_, refund) = db::refund::load_one(&mut tx, id).await?;
    if refund.status == RefundStatus::Requested {
        let action = match decision {
            Decision::Approve { answer, is_restocked } => {
                let (answer, two_people_from) = (answer.as_deref(), app.two_people.refund);
                let terms = Terms { answer, is_restocked: *is_restocked, two_people_from };
                approve(&mut tx, operator, &order, refund, &terms, now).await?
            }
            Decision::Refuse { answer } => refuse(&mut tx, operator, &refund, answer, now).await?,
        };
        let (order_code, decided) = db::refund::load_one(&mut tx, id).await?;
        let after = json!({"status": decided.status.key(), "amount": decided.amount(), "order": order_code});
        let entry = Entry::new(action, "refund", id).changed(json!({"status": RefundStatus::Requested.key()}), after);
        audit::insert(&mut tx, operator, entry, now).await?;
    } else if (refund.status == RefundStatus::Refused) != matches!(decision, Decision::Refuse { .. }) {
        return Err(Error::conflict("refund_decided"));
    }
    let (order_code, refund) = db::refund::load_one(&mut tx, id).await?;
    tx.commit().await?;
    Ok(RefundOfOrder { order_code, refund })
}

struct Terms<'a> {
    answer: Option<&'a str>,
    is_restocked: bool,
    /// In qəpik.
    two_people_from: i64,
}

/// Returns the action for the audit log.
async fn approve(
    tx: &mut PgConnection,
    operator: &Caller,
    order: &Locked,
    refund: Refund,
    terms: &Terms<'_>,
    now: DateTime<Utc>,
) -> Result<&'static str> {
    let refund = with_delivery_fee(tx, order, refund).await?;
    let first = refund.first_approval.as_ref();
    let approval = two_people::approve(refund.value(), terms.two_people_from, first, operator.account);
    match approval.map_err(|_| Error::conflict("second_person_required"))? {
        Approval::First => {
            db::refund::set_first_approval(tx, refund.refund_id, operator.account, now).await?;
            Ok("refund_first_approved")
        }
        Approval::Final => {
            pay(tx, operator, order, &refund, terms, now).await?;
            Ok("refund_approved")
        }
    }
}

/// Returns the action for the audit log.
async fn refuse(
    tx: &mut PgConnection,
    operator: &Caller,
    refund: &Refund,
    answer: &str,
    now: DateTime<Utc>,
) -> Result<&'static str> {
    let decision = db::refund::Decision {
        status: RefundStatus::Refused,
        delivery_fee: refund.delivery_fee,
        answer: Some(answer),
        operator: operator.account,
        two_people_from: None,
        is_restocked: false,
        at: now,
    };
    db::refund::decide(tx, refund.refund_id, &decision).await?;
    Ok("refund_refused")
}

/// The fee is refunded only with the whole order.
async fn with_delivery_fee(tx: &mut PgConnection, order: &Locked, refund: Refund) -> Result<Refund> {
    let lines = db::refund::lines(tx, order.order_id, &PAID_OUT).await?;
    let is_whole = refund::is_whole(&lines, &refund.lines);
    let delivery_fee = if is_whole { db::refund::delivery_fee(tx, order.order_id).await? } else { 0 };
    Ok(Refund { delivery_fee, ..refund })
}

async fn pay(
    tx: &mut PgConnection,
    operator: &Caller,
    order: &Locked,
    refund: &Refund,
    terms: &Terms<'_>,
    now: DateTime<Utc>,
) -> Result<()> {
    // A refund of bonuses alone needs no payment.
    let is_by_card = refund.method == RefundMethod::Card && refund.amount() > 0;
    let decision = db::refund::Decision {
        status: if is_by_card { RefundStatus::Approved } else { RefundStatus::Paid },
        delivery_fee: refund.delivery_fee,
        answer: terms.answer,
        operator: operator.account,
        two_people_from: Some(terms.two_people_from),
        is_restocked: terms.is_restocked,
        at: now,
    };
    db::refund::decide(tx, refund.refund_id, &decision).await?;
    // Lock order: lots are locked by order id, and the spent bonuses were earned by earlier orders.
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

//! Requests to give goods of an order back, by its shopper or by staff.

use audit::Entry;
use chrono::{DateTime, Utc};
use kit::{Error, Result, identity::Caller};
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::RefundOfOrder;
use crate::{
    App,
    app::{
        other_person::require_other_person,
        saga::{self, Locked},
    },
    db,
    domain::{
        code::Code,
        order::Request,
        refund::{self, Ground, RefundMethod, RefundStatus, Refused, Wanted},
        returns,
    },
};

/// The units of these refunds cannot be claimed again.
const CLAIMED: [RefundStatus; 3] = [RefundStatus::Requested, RefundStatus::Approved, RefundStatus::Paid];

pub struct RefundRequest {
    pub ground: Ground,
    /// In the shopper's words.
    pub reason: String,
    pub wanted: Wanted,
    pub pictures: Vec<String>,
    pub idempotency: Request,
}

#[derive(Clone, Copy)]
pub enum Requester<'a> {
    Shopper(i64),
    Staff(&'a Caller),
}

/// Idempotent by the request's key.
pub async fn request(
    app: &App,
    requester: Requester<'_>,
    code: &Code,
    request: &RefundRequest,
) -> Result<RefundOfOrder> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let id = match requester {
        Requester::Shopper(account) => db::order::id_for(&mut tx, account, code).await?,
        Requester::Staff(_) => db::order_search::id_of_code(&mut tx, code).await?,
    };
    let id = id.ok_or(Error::NotFound("order_not_found"))?;
    let order = saga::lock(&mut tx, id).await?;
    if let Requester::Staff(operator) = requester {
        require_other_person(operator, order.account, "own_refund")?;
    }
    let refund = match db::refund::of_request(&mut tx, id, &request.idempotency.key).await? {
        Some((refund, hash)) if hash == request.idempotency.hash => refund,
        Some(_) => return Err(Error::conflict("idempotency_key_reused")),
        None => insert(&mut tx, requester, &order, request, app.clock.now()).await?,
    };
    let (order_code, refund) = db::refund::load_one(&mut tx, refund).await?;
    tx.commit().await?;
    Ok(RefundOfOrder { order_code, refund })
}

async fn insert(
    tx: &mut PgConnection,
    requester: Requester<'_>,
    order: &Locked,
    request: &RefundRequest,
    now: DateTime<Utc>,
) -> Result<i64> {
    if !refund::is_allowed_in(&order.state) {
        return Err(Error::conflict("order_not_refundable"));
    }
    if request.ground == Ground::ChangedMind {
        check_return_period(tx, order.order_id, now).await?;
    }
    let lines = db::refund::lines(tx, order.order_id, &CLAIMED).await?;
    let claimable = refund::returnable(&lines, &request.wanted, request.ground).map_err(into_error)?;
    let parts = refund::claim(&claimable, &request.wanted).map_err(into_error)?;
    let is_whole = refund::is_whole(&lines, &parts);
    let delivery_fee = if is_whole { db::refund::delivery_fee(tx, order.order_id).await? } else { 0 };
    let new = db::refund::NewRefund {
        order: order.order_id,
        idempotency: &request.idempotency,
        reason: &request.reason,
        pictures: &request.pictures,
        parts: &parts,
        delivery_fee,
        method: RefundMethod::of(&order.state),
        ground: request.ground,
        at: now,
    };
    let refund = db::refund::insert(tx, &new).await?;
    if let Requester::Staff(operator) = requester {
        let after = json!({"order": order.code, "ground": request.ground.key(), "lines": parts.len()});
        let entry = Entry::new("refund_requested", "refund", refund).changed(Value::Null, after);
        audit::insert(tx, operator, entry, now).await?;
    }
    Ok(refund)
}

async fn check_return_period(tx: &mut PgConnection, order: i64, now: DateTime<Utc>) -> Result<()> {
    let delivered_at = db::refund::delivered_at(tx, order).await?;
    let is_within_period = delivered_at.is_some_and(|delivered_at| now < returns::period_ends(delivered_at));
    if is_within_period { Ok(()) } else { Err(Error::conflict("return_period_over")) }
}

fn into_error(refused: Refused) -> Error {
    match refused {
        Refused::UnknownLine => Error::invalid("lines", "unknown_value"),
        Refused::TooMany => Error::conflict("refund_too_large"),
        Refused::NotReturnable => Error::invalid("lines", "not_returnable"),
    }
}

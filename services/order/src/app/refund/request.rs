use audit::Entry;
use kit::{Error, Result, identity::Caller};
use serde_json::{Value, json};

use super::RefundOfOrder;
use crate::{
    App,
    app::{other_person::require_other_person, saga},
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
        Requester::Staff(_) => db::order_search::id(&mut tx, code).await?,
    };
    let id = id.ok_or(Error::NotFound("order_not_found"))?;
    let order = saga::lock(&mut tx, id).await?;
    if let Requester::Staff(operator) = requester {
        require_other_person(operator, order.account, "own_refund")?;
    }
    let refund = match db::refund::of_request(&mut tx, id, &request.idempotency.key).await? {
        Some((refund, hash)) if hash == request.idempotency.hash => refund,
        Some(_) => return Err(Error::conflict("idempotency_key_reused")),
        None => {
            if !refund::is_allowed_in(&order.state) {
                return Err(Error::conflict("order_not_refundable"));
            }
            let now = app.clock.now();
            let delivered_at = db::refund::delivered_at(&mut tx, id).await?;
            let is_within_period = delivered_at.is_some_and(|delivered_at| now < returns::period_ends(delivered_at));
            if request.ground == Ground::ChangedMind && !is_within_period {
                return Err(Error::conflict("return_period_over"));
            }
            let lines = db::refund::lines(&mut tx, id, &CLAIMED).await?;
            let claimable = refund::returnable(&lines, &request.wanted, request.ground).map_err(into_error)?;
            let parts = refund::claim(&claimable, &request.wanted).map_err(into_error)?;
            let is_whole = refund::is_whole(&lines, &parts);
            let delivery_fee = if is_whole { db::refund::delivery_fee(&mut tx, id).await? } else { 0 };
            let new = db::refund::NewRefund {
                order: id,
                idempotency: &request.idempotency,
                reason: &request.reason,
                pictures: &request.pictures,
                parts: &parts,
                delivery_fee,
                method: RefundMethod::of(&order.state),
                ground: request.ground,
                at: now,
            };
            let refund = db::refund::insert(&mut tx, &new).await?;
            if let Requester::Staff(operator) = requester {
                let after = json!({"order": code.as_str(), "ground": request.ground.key(), "lines": parts.len()});
                let entry = Entry::new("refund_requested", "refund", refund).changed(Value::Null, after);
                audit::insert(&mut tx, operator, entry, now).await?;
            }
            refund
        }
    };
    let (order_code, refund) = db::refund::load_one(&mut tx, refund).await?;
    tx.commit().await?;
    Ok(RefundOfOrder { order_code, refund })
}

fn into_error(refused: Refused) -> Error {
    match refused {
        Refused::UnknownLine => Error::invalid("lines", "unknown_value"),
        Refused::TooMany => Error::conflict("refund_too_large"),
        Refused::NotReturnable => Error::invalid("lines", "not_returnable"),
    }
}

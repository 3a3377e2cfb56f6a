//! The call `payout`, which sends money of the shop to a card.

use axum::{Json, http::StatusCode, response::IntoResponse as _, response::Response};
use chrono::{DateTime, TimeDelta, Utc};
use rand::Rng as _;
use serde_json::Value;

use crate::{
    Bank,
    callbacks::queue_payout_callback,
    cards::{self, CardBehaviour},
    money,
    payment::MAX_ORDER_ID_LENGTH,
    payout::Payout,
    refusal::{Refusal, refusal, trace_id},
    sandbox::{Kind, WRONG_BY},
};

/// The bank settles a late payout after this time.
const LATE_DELAY: TimeDelta = TimeDelta::seconds(1);

/// The valid fields of a request for a payout.
struct PayoutRequest<'a> {
    order_id: &'a str,
    card_number: &'a str,
    /// In qəpik.
    amount: i64,
    /// [`cards::SUCCESS_CODE`] or the decline code of the card.
    code: String,
}

pub fn pay_out(bank: &Bank, payload: &Value) -> Result<Response, Refusal> {
    let request = PayoutRequest::parse(payload)?;
    let mut state = bank.store.lock();
    if state.payouts().any(|payout| payout.order_id == request.order_id) {
        return Err(refusal("905", "order_id was used before"));
    }
    let misbehaviour = state.payout_misbehaviours.pop_front();
    // Unlike `Lost` (see `respond`), `Silent` makes no payout.
    if misbehaviour == Some(Kind::Silent) {
        return Ok(gateway_timeout());
    }

    let now = bank.clock.now();
    let payout = new_payout(request, misbehaviour, now);
    let journal_error = |_| refusal("909", "the journal cannot be written");
    state.save_payout(payout.clone()).map_err(journal_error)?;

    let callback_count = match misbehaviour {
        Some(Kind::Drop) => 0,
        Some(Kind::Duplicate) => 2,
        _ => 1,
    };
    for _ in 0..callback_count {
        queue_payout_callback(bank, &mut state, &payout).map_err(journal_error)?;
    }
    Ok(respond(payout, misbehaviour, now))
}

impl<'a> PayoutRequest<'a> {
    fn parse(payload: &'a Value) -> Result<Self, Refusal> {
        let text = |name: &str| payload[name].as_str().unwrap_or_default();
        let amount = money::parse(&payload["amount"]).ok_or(refusal("903", "invalid amount"))?;
        let (order_id, card_number) = (text("order_id"), text("card_number"));
        if order_id.is_empty() || order_id.len() > MAX_ORDER_ID_LENGTH || payload["currency"] != "AZN" {
            return Err(refusal("903", "invalid order_id or currency"));
        }
        let code = match CardBehaviour::of(card_number) {
            CardBehaviour::Invalid => return Err(refusal(cards::UNKNOWN_CARD_CODE, "invalid card_number")),
            CardBehaviour::Declined { code } => code,
            // Codes and silence concern only payments, and every real card can receive money.
            CardBehaviour::Approved
            | CardBehaviour::WithConfirmation
            | CardBehaviour::Silent
            | CardBehaviour::Unknown => cards::SUCCESS_CODE.to_owned(),
        };
        Ok(Self { order_id, card_number, amount, code })
    }
}

fn new_payout(request: PayoutRequest<'_>, misbehaviour: Option<Kind>, now: DateTime<Utc>) -> Payout {
    let paid = if request.code != cards::SUCCESS_CODE {
        0
    } else if misbehaviour == Some(Kind::WrongAmount) {
        request.amount + WRONG_BY
    } else {
        request.amount
    };
    Payout {
        transaction: format!("tp{:010}", rand::thread_rng().gen_range(0_u64..10_000_000_000)),
        order_id: request.order_id.to_owned(),
        amount: request.amount,
        paid,
        code: request.code,
        card_mask: cards::mask(request.card_number),
        created_at: now,
        settled_at: if misbehaviour == Some(Kind::Late) { now + LATE_DELAY } else { now },
    }
}

fn respond(payout: Payout, misbehaviour: Option<Kind>, now: DateTime<Utc>) -> Response {
    match misbehaviour {
        // The payout is made and saved, but its response is lost.
        Some(Kind::Lost) => gateway_timeout(),
        // The response reports a larger amount than the stored payout, which reached the card.
        Some(Kind::Misstated) => {
            let misstated = Payout { paid: payout.paid + WRONG_BY, ..payout };
            Json(misstated.to_json(now)).into_response()
        }
        _ => Json(payout.to_json(now)).into_response(),
    }
}

/// The response of a gateway in front of a bank that does not respond.
fn gateway_timeout() -> Response {
    (StatusCode::GATEWAY_TIMEOUT, format!("no response in time, {}", trace_id())).into_response()
}

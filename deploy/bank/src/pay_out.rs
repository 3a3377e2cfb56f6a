//! Payouts to cards, with misbehaviour on request.

use axum::{Json, http::StatusCode, response::IntoResponse as _, response::Response};
use chrono::TimeDelta;
use rand::Rng as _;
use serde_json::Value;

use crate::{
    Bank,
    callbacks::announce_payout,
    cards::{self, Card},
    money,
    payout::Payout,
    refusal::{Refusal, refusal, trace},
    sandbox::Kind,
};

const LATE_BY: TimeDelta = TimeDelta::seconds(1);

/// Makes one payout per `order_id`. Returns the response to the call, or a gateway's error.
pub fn pay_out(bank: &Bank, payload: &Value) -> Result<Response, Refusal> {
    let text = |name: &str| payload[name].as_str().unwrap_or_default();
    let amount = money::read(&payload["amount"]).ok_or(refusal("903", "amount is wrong"))?;
    let (order_id, number) = (text("order_id"), text("card_number"));
    if order_id.is_empty() || order_id.len() > 255 || payload["currency"] != "AZN" {
        return Err(refusal("903", "order_id or currency is wrong"));
    }
    let code = match cards::recognise(number) {
        Card::Unreadable => return Err(refusal("111", "card_number is wrong")),
        Card::Declined { code } if number.starts_with("4000000000000") => code,
        // Payouts to all other cards succeed.
        _ => "000".to_owned(),
    };
    let mut pages = bank.book.pages();
    if pages.payouts().any(|payout| payout.order_id == order_id) {
        return Err(refusal("905", "order_id was used before"));
    }
    let mood = pages.payout_moods.pop_front();
    if mood == Some(Kind::Silent) {
        return Ok(gave_up());
    }
    let now = bank.clock.now();
    let paid = match mood {
        _ if code != "000" => 0,
        Some(Kind::WrongAmount) => amount + 100,
        _ => amount,
    };
    let payout = Payout {
        transaction: format!("tp{:010}", rand::thread_rng().gen_range(0_u64..10_000_000_000)),
        order_id: order_id.to_owned(),
        amount,
        paid,
        code,
        card_mask: cards::mask(number),
        created_at: now,
        settled_at: if mood == Some(Kind::Late) { now + LATE_BY } else { now },
    };
    let closed = |_| refusal("909", "the books are closed");
    pages.keep_payout(payout.clone()).map_err(closed)?;
    let calls = match mood {
        Some(Kind::Drop) => 0,
        Some(Kind::Duplicate) => 2,
        _ => 1,
    };
    for _ in 0..calls {
        announce_payout(bank, &mut pages, &payout).map_err(closed)?;
    }
    match mood {
        Some(Kind::Lost) => Ok(gave_up()),
        // The response reports a different amount than the stored one.
        Some(Kind::Misstated) => {
            let lie = Payout { paid: payout.paid + 100, ..payout };
            Ok(Json(lie.told(now)).into_response())
        }
        _ => Ok(Json(payout.told(now)).into_response()),
    }
}

/// Returns the error of a gateway whose upstream did not answer in time.
fn gave_up() -> Response {
    (StatusCode::GATEWAY_TIMEOUT, format!("no answer in time, {}", trace())).into_response()
}

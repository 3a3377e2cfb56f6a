//! Parses requests for refunds and operators' decisions, and converts refunds to messages.

use kit::{
    Error, Result,
    input::{self, Checks},
    picture,
};
use proto::{
    json::{from_name, to_name, to_timestamp},
    order::{self as pb, DecideRefundRequest, RefundGround, RefundLine, RefundOrderRequest, RefundWay},
};

use super::{orders::parse, reply};
use crate::{
    app::refund::{Decision, RefundRequest},
    domain::{
        order::Request,
        refund::{Ground, Refund, RefundStatus, Wanted, WantedLine},
        two_people::needs_two_people,
    },
};

/// In characters.
const REASON_LENGTH: std::ops::RangeInclusive<usize> = 1..=500;
const MAX_LINES: usize = 100;
/// As in the constraint `refund_pictures_check`.
const MAX_PICTURES: usize = 5;

pub fn refund_request(request: &RefundOrderRequest) -> Result<RefundRequest> {
    let mut checks = Checks::default();
    let key = checks.take("idempotencyKey", parse::key(&request.idempotency_key));
    let ground = checks.take("ground", ground(request.ground));
    let reason = checks.take("reason", input::text(&request.reason, REASON_LENGTH));
    let wanted = checks.take("lines", wanted(&request.lines));
    let pictures = checks.take("pictures", pictures(&request.pictures));
    checks.finish()?;
    let idempotency = Request { key: key.unwrap_or_default(), hash: parse::hash_of(request)? };
    let ground = ground.ok_or_else(|| Error::invalid("ground", "required"))?;
    Ok(RefundRequest {
        ground,
        reason: reason.unwrap_or_default(),
        wanted: wanted.unwrap_or(Wanted::Everything),
        pictures: pictures.unwrap_or_default(),
        idempotency,
    })
}

/// Checks that the upload service returned these URLs.
fn pictures(urls: &[String]) -> Result<Vec<String>, &'static str> {
    if urls.len() > MAX_PICTURES {
        return Err("too_many");
    }
    urls.iter().map(|url| picture::parse(url)).collect()
}

fn ground(raw: i32) -> Result<Ground, &'static str> {
    match RefundGround::try_from(raw) {
        Ok(RefundGround::Unspecified) => Err("required"),
        Ok(ground) => Ground::of_key(&to_name(ground)).ok_or("unknown_value"),
        Err(_) => Err("unknown_value"),
    }
}

/// No lines mean the whole order.
fn wanted(lines: &[RefundLine]) -> Result<Wanted, &'static str> {
    let wanted = lines.iter().map(|line| WantedLine { line_id: line.line_id, count: line.count });
    let mut wanted: Vec<_> = wanted.collect();
    wanted.sort_unstable_by_key(|line| line.line_id);
    match &wanted[..] {
        [] => Ok(Wanted::Everything),
        lines if lines.len() > MAX_LINES => Err("too_many"),
        lines if lines.iter().any(|line| line.count < 1) => Err("out_of_range"),
        // The lines are sorted, so equal ids are adjacent.
        lines if lines.windows(2).any(|pair| pair[0].line_id == pair[1].line_id) => Err("invalid"),
        _ => Ok(Wanted::Lines(wanted)),
    }
}

pub fn decision(request: &DecideRefundRequest) -> Result<Decision> {
    let answer = request.answer.as_deref().map(|raw| input::text(raw, 0..=*REASON_LENGTH.end())).transpose();
    let answer = answer.map_err(|code| Error::invalid("answer", code))?.filter(|answer| !answer.is_empty());
    match (request.approve, answer) {
        (true, answer) => Ok(Decision::Approve { answer, is_restocked: request.restock }),
        (false, Some(answer)) => Ok(Decision::Refuse { answer }),
        (false, None) => Err(Error::invalid("answer", "required")),
    }
}

/// No status means all statuses.
pub fn status(raw: i32) -> Result<Option<RefundStatus>> {
    match pb::RefundStatus::try_from(raw) {
        Ok(pb::RefundStatus::Unspecified) => Ok(None),
        Ok(status) => Ok(RefundStatus::of_key(&to_name(status))),
        Err(_) => Err(Error::invalid("status", "unknown_value")),
    }
}

/// `limit` is the value from which two people must approve a refund.
pub fn to_admin_message(order_code: String, refund: Refund, limit: i64) -> pb::Refund {
    let first = refund.first_approval;
    // After the decision, no refund needs another approval.
    let limit = if refund.status == RefundStatus::Requested { limit } else { i64::MAX };
    pb::Refund {
        needs_two_people: needs_two_people(refund.value(), limit, first.as_ref()),
        first_approval: first.as_ref().map(reply::first_approval),
        ..to_message(order_code, refund)
    }
}

pub fn to_message(order_code: String, refund: Refund) -> pb::Refund {
    pb::Refund {
        id: refund.refund_id,
        order_code,
        status: from_name::<pb::RefundStatus>(refund.status.key()).unwrap_or_default().into(),
        amount: refund.amount(),
        bonus_amount: refund.bonus,
        lines: refund.lines.iter().map(|part| RefundLine { line_id: part.line_id, count: part.count }).collect(),
        reason: refund.reason,
        created_at: Some(to_timestamp(refund.asked_at)),
        decided_at: refund.decided_at.map(to_timestamp),
        answer: refund.answer,
        pictures: refund.pictures,
        ground: from_name::<RefundGround>(refund.ground.key()).unwrap_or_default().into(),
        way: from_name::<RefundWay>(refund.method.key()).unwrap_or_default().into(),
        needs_two_people: false,
        first_approval: None,
    }
}

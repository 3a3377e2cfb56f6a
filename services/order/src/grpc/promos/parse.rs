//! Validates operators' requests about promo codes, and reports every broken rule at once.

use kit::{Error, Result, input::Checks};
use proto::{
    json::to_name,
    order::{
        CreatePromoRequest, PromoKind, PromoListRequest, PromoRules, PromoStatus, TrialLine, TryPromoRequest,
        UpdatePromoRequest,
    },
};

use super::super::parse::{moment, positive};
use crate::{
    app::{Destination, Trial},
    db::promo_admin::Filter,
    domain::{
        cart::{Count, Line, LineKey, MAX_LINES},
        code::Code as OrderCode,
        promo::{Code, Draft, Kind, Rules, Status, fold},
    },
};

/// In characters.
const MAX_SEARCH_LENGTH: usize = 64;

pub fn filter(request: &PromoListRequest) -> Result<Filter> {
    let mut checks = Checks::default();
    let status = checks.take("status", status(request.status));
    let typed = request.code.as_deref().map(|raw| kit::input::text(raw, 0..=MAX_SEARCH_LENGTH)).transpose();
    let typed = checks.take("code", typed).flatten();
    checks.finish()?;
    let prefix = typed.map(|typed| fold(&typed)).filter(|prefix| !prefix.is_empty());
    Ok(Filter { status: status.flatten(), prefix })
}

pub fn creation(request: CreatePromoRequest) -> Result<(Code, Rules)> {
    let mut checks = Checks::default();
    let code_and_rules = rules(&mut checks, request.rules);
    checks.finish()?;
    code_and_rules.ok_or_else(|| Error::invalid("", "invalid"))
}

/// Returns the version that the operator has read, and the code with its new rules.
pub fn update(request: UpdatePromoRequest) -> Result<(i64, Code, Rules)> {
    let mut checks = Checks::default();
    let version = checks.take("version", request.version.ok_or("required").and_then(positive));
    let code_and_rules = rules(&mut checks, request.rules);
    checks.finish()?;
    let (version, (code, rules)) = version.zip(code_and_rules).ok_or_else(|| Error::invalid("", "invalid"))?;
    Ok((version, code, rules))
}

pub fn trial(request: &TryPromoRequest) -> Result<Trial> {
    let mut checks = Checks::default();
    let lines = lines(&mut checks, &request.lines);
    let order = request.order_code.as_deref().map(str::trim).filter(|raw| !raw.is_empty());
    let order = order.map(|raw| OrderCode::parse(raw).ok_or("order_not_found")).transpose();
    let order = checks.take("orderCode", order).flatten();
    let city = checks.take("cityId", request.city_id.map(positive).transpose()).flatten();
    let district = checks.take("districtId", request.district_id.map(positive).transpose()).flatten();
    if district.is_some() && request.city_id.is_none() {
        checks.fail("cityId", "required");
    }
    let at = checks.take("at", request.at.map(moment).transpose()).flatten();
    checks.finish()?;
    Ok(Trial { lines, order, destination: city.map(|city| Destination { city, district }), at })
}

fn rules(checks: &mut Checks, rules: Option<PromoRules>) -> Option<(Code, Rules)> {
    let rules = rules.unwrap_or_default();
    let starts_at = checks.take("startsAt", rules.starts_at.map(moment).transpose());
    let ends_at = checks.take("endsAt", rules.ends_at.map(moment).transpose());
    let draft = Draft {
        code: rules.code,
        kind: PromoKind::try_from(rules.kind).ok().and_then(kind),
        value: rules.value,
        at_most: rules.at_most,
        minimum: rules.minimum,
        is_for_reduced: rules.is_for_reduced,
        categories: rules.category_ids.map(|list| list.ids),
        stores: rules.store_ids.map(|list| list.ids),
        starts_at: starts_at.flatten(),
        ends_at: ends_at.flatten(),
        total_limit: rules.total_limit,
        user_limit: rules.user_limit,
    };
    draft.check(checks)
}

fn kind(kind: PromoKind) -> Option<Kind> {
    match kind {
        PromoKind::Unspecified => None,
        PromoKind::Percent => Some(Kind::Percent),
        PromoKind::Fixed => Some(Kind::Fixed),
        PromoKind::FreeDelivery => Some(Kind::FreeDelivery),
    }
}

fn status(raw: i32) -> Result<Option<Status>, &'static str> {
    match PromoStatus::try_from(raw) {
        Ok(PromoStatus::Unspecified) => Ok(None),
        Ok(status) => Ok(Status::of_key(&to_name(status))),
        Err(_) => Err("unknown_value"),
    }
}

/// Each product and size may occur once.
fn lines(checks: &mut Checks, raw: &[TrialLine]) -> Vec<Line> {
    let length = match raw.len() {
        0 => Err("required"),
        count if count > MAX_LINES => Err("too_many"),
        _ => Ok(()),
    };
    if checks.take("lines", length).is_none() {
        return Vec::new();
    }
    let mut lines: Vec<Line> = Vec::with_capacity(raw.len());
    for (index, line) in raw.iter().enumerate() {
        let product = line.product_id.ok_or("required").and_then(positive);
        let product = checks.take(format!("lines[{index}].productId"), product);
        let size = checks.take(format!("lines[{index}].sizeId"), line.size_id.map(positive).transpose());
        let count = line.count.ok_or("required").and_then(Count::parse);
        let count = checks.take(format!("lines[{index}].count"), count);
        let Some(((product, size), count)) = product.zip(size).zip(count) else { continue };
        let key = LineKey { product, size };
        if lines.iter().any(|line| line.key == key) {
            checks.fail(format!("lines[{index}].productId"), "duplicate");
        }
        lines.push(Line { key, count: count.get(), seen_price: 0, referral: None });
    }
    lines
}

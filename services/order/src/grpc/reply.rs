//! Converts carts, checked carts and delivery slots to messages.

use std::collections::HashMap;

use kit::Language;
use proto::{
    json::to_timestamp,
    order::{
        self as pb, AppliedPromo, BonusOffer, Cart, CartItem, CartProblem, CheckedCart, DeliveryDay, DeliverySlot,
        DeliverySlots, DeliveryWindow, EarliestDelivery, MergeOutcome, MergedCart, MergedLine, PromoKind,
    },
};

use crate::{
    app::{self, Assessment, Checked, Earliest, MergedView, Offered, View},
    catalog::Offers,
    domain::{
        cart::LineKey,
        check::Obstacle,
        delivery::{Slot, Zone},
        merge::{Merged, Outcome},
        price::PricedLine,
        promo::Applied,
        two_people::FirstApproval,
    },
};

pub fn first_approval(first: &FirstApproval) -> pb::FirstApproval {
    pb::FirstApproval { account_id: first.account, at: Some(to_timestamp(first.at)) }
}

pub fn cart(mut view: View) -> Cart {
    let items = view.cart.lines.iter().map(|line| item(line, &mut view.offers)).collect();
    Cart { items, subtotal: view.cart.subtotal, discount: view.cart.discount, total: view.cart.total }
}

pub fn merged(merged: MergedView) -> MergedCart {
    MergedCart { cart: Some(cart(merged.view)), lines: merged.outcomes.iter().map(merged_line).collect() }
}

fn merged_line(line: &Merged) -> MergedLine {
    let outcome = match line.outcome {
        Outcome::Added => MergeOutcome::Added,
        Outcome::Shortened => MergeOutcome::Shortened,
        Outcome::Replaced => MergeOutcome::Replaced,
        Outcome::Gone => MergeOutcome::Gone,
    };
    MergedLine {
        product_id: line.product,
        size_id: line.size,
        count: line.count,
        added: line.added,
        outcome: outcome.into(),
        reason: line.reason.map(|reason| reason.code().to_owned()),
    }
}

pub fn checked(checked: Checked) -> CheckedCart {
    let quote = checked.quote.unwrap_or_default();
    CheckedCart { quote, ..assessment(checked.assessment) }
}

/// Leaves the signed quote empty.
pub(super) fn assessment(assessment: Assessment) -> CheckedCart {
    let mut cart = cart(assessment.view);
    let bill_lines = assessment.bill.lines.iter();
    let promo_discounts: HashMap<_, _> = bill_lines.map(|line| (line.key, line.promo_discount)).collect();
    for item in &mut cart.items {
        let key = LineKey { product: item.product_id, size: item.size_id };
        item.promo_discount = promo_discounts.get(&key).copied().unwrap_or_default();
    }
    CheckedCart {
        lines: cart.items,
        problems: assessment.obstacles.into_iter().map(problem).collect(),
        subtotal: assessment.bill.subtotal,
        discount: assessment.bill.discount,
        promo_discount: assessment.bill.promo_discount,
        delivery_fee: assessment.bill.delivery_fee,
        total: assessment.bill.total,
        vat: assessment.bill.vat,
        bonus_amount: assessment.bill.bonus_spent,
        bonus: Some(bonus(assessment.bonus)),
        quote: String::new(),
        promo: assessment.promo.map(promo),
        delivery: assessment.slot.as_ref().map(window),
        free_delivery_from: assessment.zone.and_then(|zone| zone.free_from),
    }
}

fn bonus(offer: app::BonusOffer) -> BonusOffer {
    let app::BonusOffer { balance, spendable, reason } = offer;
    BonusOffer { balance, spendable, reason: reason.map(str::to_owned) }
}

/// Groups the slots by day.
pub fn slots(offered: Offered) -> DeliverySlots {
    let Offered { zone, slots } = offered;
    let mut days: Vec<DeliveryDay> = Vec::new();
    for (slot, is_free) in slots {
        let date = slot.date.to_string();
        if days.last().is_none_or(|day| day.date != date) {
            days.push(DeliveryDay { date, slots: Vec::new() });
        }
        if let Some(day) = days.last_mut() {
            day.slots.push(delivery_slot(&zone, slot, is_free));
        }
    }
    DeliverySlots { days, free_from: zone.free_from }
}

fn delivery_slot(zone: &Zone, slot: Slot, is_free: bool) -> DeliverySlot {
    DeliverySlot {
        fee: zone.fee + slot.surcharge,
        surcharge: slot.surcharge,
        from: Some(to_timestamp(slot.from)),
        until: Some(to_timestamp(slot.until)),
        id: slot.id,
        is_full: !is_free,
    }
}

pub fn earliest(earliest: Earliest, language: Language) -> EarliestDelivery {
    let Earliest { at, zone_with_slots, slot } = earliest;
    let at = Some(to_timestamp(at));
    let Some(zone_with_slots) = zone_with_slots else { return EarliestDelivery { at, ..EarliestDelivery::default() } };
    let (slot, order_until) = slot.map_or((None, None), |(slot, until)| {
        (Some(delivery_slot(&zone_with_slots.zone, slot, true)), Some(to_timestamp(until)))
    });
    EarliestDelivery {
        at,
        zone: Some(zone_with_slots.title.in_language(language).to_owned()),
        slot,
        order_until,
        free_from: zone_with_slots.zone.free_from,
        minimum: zone_with_slots.zone.minimum,
    }
}

fn window(slot: &Slot) -> DeliveryWindow {
    DeliveryWindow { from: Some(to_timestamp(slot.from)), until: Some(to_timestamp(slot.until)) }
}

/// The names of kinds are those of `domain::promo::Benefit::kind`.
fn promo(applied: Applied) -> AppliedPromo {
    let kind = match applied.kind {
        "percent" => PromoKind::Percent,
        "fixed" => PromoKind::Fixed,
        _ => PromoKind::FreeDelivery,
    };
    AppliedPromo { code: applied.code, kind: kind.into(), discount: applied.discount }
}

/// `promo_discount` is unknown before the bill.
fn item(line: &PricedLine, offers: &mut Offers) -> CartItem {
    let (product, size) = offers.take(line.key).map_or((None, None), |offered| (Some(offered.product), offered.size));
    CartItem {
        product_id: line.key.product,
        size_id: line.key.size,
        product,
        size,
        count: line.count,
        available: line.available,
        unit_price: line.unit_price,
        line_total: line.line_total,
        problem: line.problem.map(|problem| problem.code().to_owned()),
        previous_price: line.previous_price,
        promo_discount: 0,
    }
}

fn problem(obstacle: Obstacle) -> CartProblem {
    let problem = CartProblem {
        code: obstacle.code().to_owned(),
        reason: obstacle.reason().map(str::to_owned),
        missing: obstacle.missing(),
        ..CartProblem::default()
    };
    match obstacle {
        Obstacle::Line { key, available, .. } => {
            CartProblem { product_id: Some(key.product), size_id: key.size, available: Some(available), ..problem }
        }
        Obstacle::BonusTooMuch { spendable } => CartProblem { available: Some(spendable), ..problem },
        _ => problem,
    }
}

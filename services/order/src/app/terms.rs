//! Computes the terms of an order: zone, slot, promo code, bonuses and bill. The checkout page, placing an order and
//! trying a promo code share these functions.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use kit::Result;

use super::{Shopper, View, slots::zone_at};
use crate::{
    App,
    auth::Address,
    bonus_rules::BonusConditions,
    catalog::Offered,
    db::{self, zone::ZoneWithSlots},
    domain::{
        bonus::{self, Rule},
        check::{self, Intent, Obstacle},
        delivery::{Slot, Zone},
        engine::{self, Bill},
        line_item::LineItem,
        promo::{Applied, Code, Promo, Reduction, Rules, UseCounts},
        quote::Terms,
    },
};

pub struct Found {
    /// `None` if the destination is unknown, or nothing is delivered there.
    zone_with_slots: Option<Arc<ZoneWithSlots>>,
    promo: Option<(Promo, UseCounts)>,
    bonus_rules: Arc<BonusConditions>,
    /// Spendable bonuses; `None` outside the app.
    balance: Option<i64>,
}

/// One bonus pays for one qəpik.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BonusOffer {
    pub balance: i64,
    /// The part that can be spent on this order.
    pub spendable: i64,
    /// Why nothing can be spent.
    pub reason: Option<&'static str>,
}

pub struct Assessment {
    pub view: View,
    pub bill: Bill,
    pub address: Option<Address>,
    pub zone: Option<Zone>,
    /// The chosen slot, or the next free one.
    pub slot: Option<Slot>,
    pub promo: Option<Applied>,
    pub bonus: BonusOffer,
    pub obstacles: Vec<Obstacle>,
}

impl Assessment {
    /// The terms that a quote promises.
    pub fn terms<'a>(&'a self, intent: &'a Intent) -> Terms<'a> {
        Terms {
            cart: &self.view.cart,
            bill: &self.bill,
            promo: self.promo.as_ref(),
            zone: self.zone.as_ref().map(|zone| zone.id),
            slot: intent.delivery_slot.as_deref(),
            method: intent.method,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Destination {
    pub city: i64,
    pub district: Option<i64>,
}

pub async fn find(
    app: &App,
    shopper: &Shopper,
    promo_code: Option<&Code>,
    destination: Option<Destination>,
    now: DateTime<Utc>,
) -> Result<Found> {
    let zone_with_slots = match destination {
        Some(Destination { city, district }) => zone_at(app, Some(city), district, now).await?,
        None => None,
    };
    let promo = match promo_code {
        Some(code) => {
            let mut connection = app.warm_pool.acquire().await?;
            let found = db::promo::find_for(&mut connection, shopper.account, code).await?;
            connection.release();
            found
        }
        None => None,
    };
    let balance = if shopper.is_app {
        let mut connection = app.warm_pool.acquire().await?;
        let balance = db::bonus::balance_for(&mut connection, shopper.account, now).await?;
        connection.release();
        Some(balance)
    } else {
        None
    };
    let bonus_rules = app.bonus_rules.all().await?;
    Ok(Found { zone_with_slots, promo, bonus_rules, balance })
}

/// Obstacles are in the order of the checkout form's fields.
pub fn assess(
    view: View,
    address: Result<Address, Obstacle>,
    found: Found,
    intent: &Intent,
    now: DateTime<Utc>,
) -> Result<Assessment> {
    let mut obstacles: Vec<_> = check::of_cart(&view.cart).collect();
    let zone = found.zone_with_slots.as_ref().map(|zone_with_slots| &zone_with_slots.zone);
    obstacles.extend(address_obstacle(address.as_ref(), zone, view.cart.total));
    let slot = choice_or_obstacle(choose_slot(&found, intent, preparation_days(&view), now), &mut obstacles);
    let fee = zone.map(|zone| zone.fee(view.cart.total, slot.as_ref()));
    let items = items(&view, &found.bonus_rules.rules, now);
    let reduction = choice_or_obstacle(reduce(&found, intent, &items, fee, now), &mut obstacles);
    let bill = engine::bill(&items, reduction.as_ref(), fee.unwrap_or_default())?;
    let promo = found.promo.as_ref().zip(reduction).map(|((promo, _), reduction)| applied(promo, &reduction, fee));
    let bonus = bonus_offer(&found, &bill);
    obstacles.extend(bonus_obstacle(intent, bonus, found.balance.is_some()));
    let bill = bill.with_bonuses(intent.bonuses.min(bonus.spendable));
    let missing = intent.method.and_then(|method| method.missing(bill.total));
    obstacles.extend(missing.map(|missing| Obstacle::InstallmentBelowMinimum { missing }));
    let zone = found.zone_with_slots.map(|zone_with_slots| zone_with_slots.zone.clone());
    Ok(Assessment { view, bill, address: address.ok(), zone, slot, promo, bonus, obstacles })
}

fn address_obstacle(address: Result<&Address, &Obstacle>, zone: Option<&Zone>, goods: i64) -> Option<Obstacle> {
    match (address, zone) {
        (Err(obstacle), _) => Some(*obstacle),
        (Ok(_), None) => Some(Obstacle::AddressOutsideZones),
        (Ok(_), Some(zone)) if goods < zone.minimum => Some(Obstacle::BelowMinimum { missing: zone.minimum - goods }),
        (Ok(_), Some(_)) => None,
    }
}

fn choice_or_obstacle<T>(chosen: Result<Option<T>, Obstacle>, obstacles: &mut Vec<Obstacle>) -> Option<T> {
    chosen.unwrap_or_else(|obstacle| {
        obstacles.push(obstacle);
        None
    })
}

/// All lines are delivered together.
fn preparation_days(view: &View) -> u64 {
    let offered = view.cart.lines.iter().filter_map(|line| view.offers.get(line.key));
    offered.map(Offered::preparation_days).max().unwrap_or_default()
}

/// Returns the chosen slot, or the next free one; `None` until the destination is known.
fn choose_slot(
    found: &Found,
    intent: &Intent,
    preparation_days: u64,
    now: DateTime<Utc>,
) -> Result<Option<Slot>, Obstacle> {
    let Some(ZoneWithSlots { zone, full, .. }) = found.zone_with_slots.as_deref() else { return Ok(None) };
    let slot = match &intent.delivery_slot {
        Some(id) => zone.slot_after(preparation_days, id, full, now).map_err(Obstacle::Slot),
        None => zone.after(preparation_days).next_slot(full, now).ok_or(Obstacle::NoSlotFree),
    };
    slot.map(Some)
}

fn reduce(
    found: &Found,
    intent: &Intent,
    items: &[LineItem<'_>],
    fee: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Option<Reduction>, Obstacle> {
    match &found.promo {
        Some((promo, used)) => {
            let reduction = promo.is_open(*used, now).and_then(|()| promo.reduce(items, fee));
            reduction.map(Some).map_err(Obstacle::PromoNotApplicable)
        }
        None if intent.promo_code.is_some() => Err(Obstacle::PromoNotFound),
        None => Ok(None),
    }
}

fn bonus_offer(found: &Found, bill: &Bill) -> BonusOffer {
    let balance = found.balance.unwrap_or_default();
    let spendable = bonus::spendable(bill.goods(), found.bonus_rules.spend_share, balance);
    let reason = match found.balance {
        None => Some("bonus_app_only"),
        Some(0) => Some("no_bonuses"),
        Some(_) if spendable == 0 => Some("nothing_to_pay"),
        Some(_) => None,
    };
    BonusOffer { balance, spendable, reason }
}

fn bonus_obstacle(intent: &Intent, BonusOffer { spendable, .. }: BonusOffer, is_app: bool) -> Option<Obstacle> {
    match intent.bonuses {
        0 => None,
        _ if !is_app => Some(Obstacle::BonusAppOnly),
        wanted if wanted > spendable => Some(Obstacle::BonusTooMuch { spendable }),
        _ => None,
    }
}

/// Returns the lines that could be ordered now.
fn items<'a>(view: &'a View, rules: &[Rule], now: DateTime<Utc>) -> Vec<LineItem<'a>> {
    let orderable = view.cart.lines.iter().filter(|line| line.orderable > 0);
    let items = orderable.filter_map(|line| {
        let offered = view.offers.get(line.key)?;
        let item = LineItem {
            key: line.key,
            count: line.orderable,
            unit_price: line.unit_price,
            full_price: line.full_price,
            store: offered.store_id(),
            categories: &offered.categories,
            bonus_rate: 0,
        };
        Some(LineItem { bonus_rate: bonus::rate(rules, &item, now), ..item })
    });
    items.collect()
}

/// The discount includes the delivery fee.
fn applied(promo: &Promo, reduction: &Reduction, fee: Option<i64>) -> Applied {
    let delivery_fee = if reduction.is_delivery_free { fee.unwrap_or_default() } else { 0 };
    let goods: i64 = reduction.by_item.iter().sum();
    let Rules { code, benefit, .. } = &promo.rules;
    Applied { promo_id: promo.id, code: code.clone(), kind: benefit.kind(), discount: goods + delivery_fee }
}

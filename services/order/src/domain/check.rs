//! Everything that stands between a cart and an order, told at once. Placing an order asks the very same.
//!
//! What an order may name is only what the shop has: there are no promo codes and no delivery slots yet, so any that is
//! named is unknown. Whose address it is, is the business of the address book, which is yet to come: here one has to be named.

use super::{
    cart::LineKey,
    price::{Priced, Problem},
};

/// What the shopper has said about the order so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Intent {
    pub address: Option<i64>,
    pub delivery_slot: Option<String>,
    pub promo_code: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obstacle {
    CartEmpty,
    Line { key: LineKey, problem: Problem, available: i64 },
    AddressRequired,
    DeliverySlotNotFound,
    PromoNotFound,
}

impl Obstacle {
    pub fn code(self) -> &'static str {
        match self {
            Self::CartEmpty => "cart_empty",
            Self::Line { problem, .. } => problem.code(),
            Self::AddressRequired => "address_required",
            Self::DeliverySlotNotFound => "delivery_slot_not_found",
            Self::PromoNotFound => "promo_not_found",
        }
    }
}

pub fn obstacles(cart: &Priced, intent: &Intent) -> Vec<Obstacle> {
    let lines = cart.lines.iter().filter_map(|line| {
        let problem = line.problem?;
        Some(Obstacle::Line { key: line.key, problem, available: line.available })
    });
    let of_the_order = [
        cart.lines.is_empty().then_some(Obstacle::CartEmpty),
        intent.address.is_none().then_some(Obstacle::AddressRequired),
        intent.delivery_slot.is_some().then_some(Obstacle::DeliverySlotNotFound),
        intent.promo_code.is_some().then_some(Obstacle::PromoNotFound),
    ];
    lines.chain(of_the_order.into_iter().flatten()).collect()
}

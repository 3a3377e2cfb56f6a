//! A simple model of orders, bonuses and earnings. It predicts every balance without reading the database.
//!
//! A delivered order earns bonuses for its shopper: a lot, which matures and expires as a whole. It also earns money
//! for the blogger whose link brought the shopper. Amounts are in qəpik, 1/100 ₼; one bonus is worth one qəpik.

use std::{cmp::Reverse, collections::BTreeMap};

use chrono::{DateTime, Utc};
use order::domain::{
    bonus::{Term, grace},
    money::share,
};

/// The model. In its methods, the parameter `at` is an order's index in `orders`.
#[derive(Default)]
pub struct Books {
    /// All orders, oldest first.
    pub orders: Vec<Placed>,
    /// The sum paid to the blogger's card.
    pub cashed_out: i64,
}

/// An order.
pub struct Placed {
    pub code: String,
    pub account: i64,
    pub lines: Vec<Line>,
    pub delivery_fee: i64,
    pub stage: Stage,
    /// The bank holds the money. Otherwise the order is paid on delivery.
    pub is_paid_by_card: bool,
    /// The money that was paid back.
    pub refunded: i64,
    /// The spent bonuses that the shopper got back.
    pub bonuses_returned: i64,
    /// The lots from which the order has spent bonuses.
    pub uses: Vec<Use>,
    /// The bonuses that the order has earned.
    pub lot: Option<Lot>,
}

/// A line of an order: some units of one product. The amounts are for all of its units.
#[derive(Debug, Clone, Copy)]
pub struct Line {
    pub id: i64,
    pub count: i64,
    /// The amount paid in money.
    pub money: i64,
    /// The amount paid with bonuses.
    pub bonuses: i64,
    /// The bonuses that the shopper earns.
    pub earns: i64,
    /// The money that the blogger earns.
    pub promises: i64,
    /// The number of units that were given back.
    pub returned: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// On its way to the shopper.
    Coming,
    Delivered,
    /// Cancelled, expired, or returned undelivered.
    Over,
}

/// Bonuses that an order has spent from one lot.
pub struct Use {
    /// The index of the order that earned the lot.
    lot: usize,
    amount: i64,
    /// The part of `amount` that was given back.
    given_back: i64,
}

/// Bonuses that a delivered order has earned.
#[derive(Debug, Clone, Copy)]
pub struct Lot {
    pub amount: i64,
    /// The bonuses that are neither spent, nor taken back, nor expired.
    pub rest: i64,
    /// The bonuses that were reversed, because the goods that earned them were returned.
    pub taken_back: i64,
    pub expired: i64,
    /// The time from which the bonuses can be spent.
    pub matures_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

/// The amounts of a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RefundedAmounts {
    pub money: i64,
    pub bonuses: i64,
}

impl Line {
    /// Returns the share of `line_amount`, an amount of the whole line, for `count` more returned units.
    fn part(&self, line_amount: i64, count: i64) -> i64 {
        share(line_amount, self.returned + count, self.count) - share(line_amount, self.returned, self.count)
    }

    /// Returns the share of `line_amount` for the units that are returned already.
    fn lost(&self, line_amount: i64) -> i64 {
        share(line_amount, self.returned, self.count)
    }

    /// Returns the blogger's earnings from a delivered line, less the reversed part.
    pub fn earned_by_blogger(&self) -> i64 {
        self.promises - self.lost(self.promises)
    }

    /// Returns the number of units that are not returned.
    pub fn left(&self) -> i64 {
        self.count - self.returned
    }
}

impl Placed {
    /// Returns the money that the order costs.
    pub fn total(&self) -> i64 {
        self.lines.iter().map(|line| line.money).sum::<i64>() + self.delivery_fee
    }

    /// Returns the bonuses that the order has spent.
    fn bonuses(&self) -> i64 {
        self.lines.iter().map(|line| line.bonuses).sum()
    }

    /// Returns the earned bonuses that belong to returned goods.
    fn bonuses_lost(&self) -> i64 {
        self.lines.iter().map(|line| line.lost(line.earns)).sum()
    }

    /// Returns the blogger's earnings from the order.
    fn blogger_earns(&self) -> i64 {
        if self.stage != Stage::Delivered {
            return 0;
        }
        self.lines.iter().map(Line::earned_by_blogger).sum()
    }

    pub fn can_be_returned(&self) -> bool {
        self.stage == Stage::Delivered && self.refunded < self.total() && self.lines.iter().any(|line| line.left() > 0)
    }
}

impl Books {
    /// Adds an order. It takes bonuses from the lots that expire first.
    pub fn place(&mut self, order: Placed, now: DateTime<Utc>) {
        let (account, mut missing) = (order.account, order.bonuses());
        let mut spendable: Vec<_> = self.lots_of(account).filter(|(_, lot)| lot.can_be_spent(now)).collect();
        spendable.sort_by_key(|(at, lot)| (lot.expires_at, *at));
        self.orders.push(order);
        for (at, lot) in spendable {
            let amount = lot.rest.min(missing);
            if amount > 0 {
                missing -= amount;
                self.lot_mut(at).rest -= amount;
                self.orders.last_mut().expect("the order was just added").uses.push(Use {
                    lot: at,
                    amount,
                    given_back: 0,
                });
            }
        }
        assert_eq!(missing, 0, "an order cannot spend more bonuses than its shopper has");
    }

    /// Ends an order before it is delivered. The shopper gets back money and bonuses.
    pub fn call_off(&mut self, at: usize, now: DateTime<Utc>) {
        let order = &mut self.orders[at];
        assert_eq!(order.stage, Stage::Coming, "{}", order.code);
        order.stage = Stage::Over;
        // The bank sends back the money it holds.
        order.refunded = if order.is_paid_by_card { order.total() } else { 0 };
        let spent_bonuses = order.bonuses();
        self.give_back(at, spent_bonuses, now);
    }

    /// Delivers an order, which earns its lot of bonuses.
    pub fn deliver(&mut self, at: usize, now: DateTime<Utc>) {
        let order = &mut self.orders[at];
        assert_eq!(order.stage, Stage::Coming, "{}", order.code);
        order.stage = Stage::Delivered;
        let amount = order.lines.iter().map(|line| line.earns).sum();
        let Term { matures_at, expires_at, .. } = Term::of_delivery(now);
        let lot = Lot { amount, rest: amount, taken_back: 0, expired: 0, matures_at, expires_at };
        order.lot = Some(lot).filter(|lot| lot.amount > 0);
    }

    /// Takes back units of an order, and returns the refunded amounts. `counts` has the id of each line and the number
    /// of its units. The delivery fee is refunded with the last unit.
    pub fn refund(&mut self, at: usize, counts: &[(i64, i64)], now: DateTime<Utc>) -> RefundedAmounts {
        let order = &mut self.orders[at];
        let mut amounts = RefundedAmounts { money: 0, bonuses: 0 };
        for (id, count) in counts {
            let line = order.lines.iter_mut().find(|line| line.id == *id).expect("the order has the line");
            amounts.money += line.part(line.money, *count);
            amounts.bonuses += line.part(line.bonuses, *count);
            line.returned += count;
        }
        if order.lines.iter().all(|line| line.left() == 0) {
            amounts.money += order.delivery_fee;
        }
        order.refunded += amounts.money;
        self.give_back(at, amounts.bonuses, now);
        self.take_back(at);
        amounts
    }

    /// Writes off expired lots and returns their number.
    pub fn expire(&mut self, now: DateTime<Utc>) -> usize {
        let mut expired = 0;
        let lots = self.orders.iter_mut().filter_map(|order| order.lot.as_mut());
        for lot in lots.filter(|lot| lot.rest > 0 && lot.expires_at <= now) {
            lot.expired += std::mem::take(&mut lot.rest);
            expired += 1;
        }
        expired
    }

    /// Gives bonuses back to the lots that paid for the order, first to those that expire last.
    fn give_back(&mut self, at: usize, amount: i64, now: DateTime<Utc>) {
        let mut missing = amount;
        self.orders[at].bonuses_returned += amount;
        // Indexes of the order's uses, those of the lots that expire last first.
        let mut uses: Vec<_> = (0..self.orders[at].uses.len()).collect();
        uses.sort_by_key(|number| {
            let lot = self.orders[at].uses[*number].lot;
            Reverse((self.lot_at(lot).expires_at, lot))
        });
        for number in uses {
            let lot_use = &mut self.orders[at].uses[number];
            let (lot, portion) = (lot_use.lot, (lot_use.amount - lot_use.given_back).min(missing));
            if portion > 0 {
                lot_use.given_back += portion;
                missing -= portion;
                let refilled = self.lot_mut(lot);
                refilled.rest += portion;
                // An expired lot gets a short new term.
                refilled.expires_at = if refilled.expires_at <= now { grace(now) } else { refilled.expires_at };
                self.take_back(lot);
            }
        }
        assert_eq!(missing, 0, "an order cannot give back more bonuses than it has spent");
    }

    /// Reverses the bonuses that returned goods have earned. Bonuses that are spent already cannot be reversed.
    fn take_back(&mut self, at: usize) {
        let lost = self.orders[at].bonuses_lost();
        if let Some(lot) = &mut self.orders[at].lot {
            let amount = (lost - lot.taken_back).clamp(0, lot.rest);
            lot.rest -= amount;
            lot.taken_back += amount;
        }
    }

    /// Predicts the balance of every account of the ledger, except those with 0. The VAT counts as a part of the sales.
    /// Assets and expenses are positive, liabilities and sales are negative.
    pub fn accounts(&self) -> BTreeMap<String, i64> {
        let mut accounts: BTreeMap<String, i64> = BTreeMap::new();
        let mut add = |account: &str, amount: i64| *accounts.entry(account.to_owned()).or_default() += amount;
        for order in &self.orders {
            let money = order.total() - order.refunded;
            let bonuses = order.bonuses() - order.bonuses_returned;
            match (order.stage, order.is_paid_by_card) {
                (Stage::Over, _) => {}
                (Stage::Coming, true) => {
                    add("bank", money);
                    add("order", -money - bonuses);
                }
                (Stage::Coming, false) => add("order", -bonuses),
                (Stage::Delivered, is_paid_by_card) => {
                    add(if is_paid_by_card { "bank" } else { "cash" }, money);
                    add("sales", -money - bonuses);
                }
            }
            if let Some(lot) = order.lot {
                add("bonus", -lot.rest);
                add("bonus_expense", lot.amount - lot.taken_back - lot.expired);
            }
            add("payable_influencer", -order.blogger_earns());
            add("expense_influencer", order.blogger_earns());
        }
        add("payable_influencer", self.cashed_out);
        add("bank", -self.cashed_out);
        accounts.retain(|_, amount| *amount != 0);
        accounts
    }

    /// Returns the bonuses of an account that can be spent now, and those that mature later.
    pub fn bonuses_of(&self, account: i64, now: DateTime<Utc>) -> (i64, i64) {
        let unexpired = || self.lots_of(account).filter(|(_, lot)| lot.expires_at > now);
        let (mature, pending): (Vec<_>, Vec<_>) = unexpired().partition(|(_, lot)| lot.matures_at <= now);
        let sum = |lots: Vec<(usize, Lot)>| lots.iter().map(|(_, lot)| lot.rest).sum::<i64>();
        (sum(mature), sum(pending))
    }

    /// Returns the earnings that the blogger has not cashed out.
    pub fn owed_to_blogger(&self) -> i64 {
        self.orders.iter().map(Placed::blogger_earns).sum::<i64>() - self.cashed_out
    }

    /// Returns the lots of an account, each with the index of the order that earned it.
    fn lots_of(&self, account: i64) -> impl Iterator<Item = (usize, Lot)> {
        let orders = self.orders.iter().enumerate().filter(move |(_, order)| order.account == account);
        orders.filter_map(|(at, order)| Some((at, order.lot?)))
    }

    fn lot_at(&self, at: usize) -> &Lot {
        self.orders[at].lot.as_ref().expect("the order has earned bonuses")
    }

    fn lot_mut(&mut self, at: usize) -> &mut Lot {
        self.orders[at].lot.as_mut().expect("the order has earned bonuses")
    }
}

impl Lot {
    fn can_be_spent(&self, now: DateTime<Utc>) -> bool {
        self.rest > 0 && self.matures_at <= now && self.expires_at > now
    }
}

//! A simple model of orders, bonuses and earnings. It predicts every balance without reading the database.

use std::{cmp::Reverse, collections::BTreeMap};

use chrono::{DateTime, Utc};
use order::domain::{
    bonus::{Term, grace},
    money::share,
};

/// All orders, oldest first. In the methods, `at` is an order's index in `orders`.
#[derive(Default)]
pub struct Books {
    pub orders: Vec<Placed>,
    /// The sum paid to the blogger's card.
    pub cashed_out: i64,
}

pub struct Placed {
    pub code: String,
    pub account: i64,
    pub lines: Vec<Line>,
    pub delivery_fee: i64,
    pub stage: Stage,
    /// The bank holds the money. Otherwise the order is paid on delivery.
    pub is_paid_by_card: bool,
    pub refunded: i64,
    pub bonuses_returned: i64,
    pub uses: Vec<Use>,
    pub lot: Option<Lot>,
}

/// A line, with amounts for all of its units.
#[derive(Debug, Clone, Copy)]
pub struct Line {
    pub id: i64,
    pub count: i64,
    /// The amount paid in money.
    pub money: i64,
    /// The amount paid with bonuses.
    pub bonuses: i64,
    /// Earned by the shopper in bonuses, and by the blogger in money.
    pub earns: i64,
    pub promises: i64,
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
    given_back: i64,
}

/// Bonuses that a delivered order has earned.
#[derive(Debug, Clone, Copy)]
pub struct Lot {
    pub amount: i64,
    pub rest: i64,
    pub taken_back: i64,
    pub expired: i64,
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
    /// Returns the share of `all`, an amount of the whole line, for `count` more returned units.
    fn part(&self, all: i64, count: i64) -> i64 {
        share(all, self.returned + count, self.count) - share(all, self.returned, self.count)
    }

    /// Returns the part of `all` for the returned units.
    fn lost(&self, all: i64) -> i64 {
        share(all, self.returned, self.count)
    }

    /// Returns the blogger's earnings from a delivered line, less the reversed part.
    pub fn earned_by_blogger(&self) -> i64 {
        self.promises - self.lost(self.promises)
    }

    pub fn left(&self) -> i64 {
        self.count - self.returned
    }
}

impl Placed {
    pub fn total(&self) -> i64 {
        self.lines.iter().map(|line| line.money).sum::<i64>() + self.delivery_fee
    }

    fn bonuses(&self) -> i64 {
        self.lines.iter().map(|line| line.bonuses).sum()
    }

    fn bonuses_lost(&self) -> i64 {
        self.lines.iter().map(|line| line.lost(line.earns)).sum()
    }

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
                self.lot(at).rest -= amount;
                self.orders.last_mut().expect("the order").uses.push(Use { lot: at, amount, given_back: 0 });
            }
        }
        assert_eq!(missing, 0, "an order spends bonuses that its shopper has");
    }

    pub fn call_off(&mut self, at: usize, now: DateTime<Utc>) {
        let order = &mut self.orders[at];
        assert_eq!(order.stage, Stage::Coming, "{}", order.code);
        order.stage = Stage::Over;
        // The bank sends back the money it holds.
        order.refunded = if order.is_paid_by_card { order.total() } else { 0 };
        let left = order.bonuses();
        self.give_back(at, left, now);
    }

    pub fn deliver(&mut self, at: usize, now: DateTime<Utc>) {
        let order = &mut self.orders[at];
        assert_eq!(order.stage, Stage::Coming, "{}", order.code);
        order.stage = Stage::Delivered;
        let amount = order.lines.iter().map(|line| line.earns).sum();
        let Term { matures_at, expires_at, .. } = Term::of_delivery(now);
        let lot = Lot { amount, rest: amount, taken_back: 0, expired: 0, matures_at, expires_at };
        order.lot = Some(lot).filter(|lot| lot.amount > 0);
    }

    /// Returns units of lines. `counts` has the id of each line and the number of its units.
    pub fn refund(&mut self, at: usize, counts: &[(i64, i64)], now: DateTime<Utc>) -> RefundedAmounts {
        let order = &mut self.orders[at];
        let mut amounts = RefundedAmounts { money: 0, bonuses: 0 };
        for (id, count) in counts {
            let line = order.lines.iter_mut().find(|line| line.id == *id).expect("a line of the order");
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
        let mut uses: Vec<_> = (0..self.orders[at].uses.len()).collect();
        let lot_of = |books: &Self, number: &usize| books.orders[at].uses[*number].lot;
        uses.sort_by_key(|number| Reverse((self.lot_at(lot_of(self, number)).expires_at, lot_of(self, number))));
        for number in uses {
            let lot_use = &mut self.orders[at].uses[number];
            let (lot, portion) = (lot_use.lot, (lot_use.amount - lot_use.given_back).min(missing));
            if portion > 0 {
                lot_use.given_back += portion;
                missing -= portion;
                let refilled = self.lot(lot);
                refilled.rest += portion;
                // An expired lot gets a short new term.
                refilled.expires_at = if refilled.expires_at <= now { grace(now) } else { refilled.expires_at };
                self.take_back(lot);
            }
        }
        assert_eq!(missing, 0, "returned bonuses do not exceed the spent ones");
    }

    /// Reverses what the returned goods have earned, as far as the lot still holds it.
    fn take_back(&mut self, at: usize) {
        let lost = self.orders[at].bonuses_lost();
        if let Some(lot) = &mut self.orders[at].lot {
            let amount = (lost - lot.taken_back).clamp(0, lot.rest);
            lot.rest -= amount;
            lot.taken_back += amount;
        }
    }

    /// Predicts the balance of every ledger account, with VAT as a part of the sales.
    pub fn accounts(&self) -> BTreeMap<String, i64> {
        let mut accounts: BTreeMap<String, i64> = BTreeMap::new();
        let mut add = |account: &str, amount: i64| *accounts.entry(account.to_owned()).or_default() += amount;
        for order in &self.orders {
            let (held, bonuses) = (order.total() - order.refunded, order.bonuses() - order.bonuses_returned);
            match (order.stage, order.is_paid_by_card) {
                (Stage::Over, _) => {}
                (Stage::Coming, true) => {
                    add("bank", held);
                    add("order", -held - bonuses);
                }
                (Stage::Coming, false) => add("order", -bonuses),
                (Stage::Delivered, is_paid_by_card) => {
                    add(if is_paid_by_card { "bank" } else { "cash" }, held);
                    add("sales", -held - bonuses);
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

    /// Returns the bonuses that can be spent now, and later.
    pub fn bonuses_of(&self, account: i64, now: DateTime<Utc>) -> (i64, i64) {
        let unexpired = || self.lots_of(account).filter(|(_, lot)| lot.expires_at > now);
        let (mature, pending): (Vec<_>, Vec<_>) = unexpired().partition(|(_, lot)| lot.matures_at <= now);
        let sum = |lots: Vec<(usize, Lot)>| lots.iter().map(|(_, lot)| lot.rest).sum::<i64>();
        (sum(mature), sum(pending))
    }

    pub fn owed_to_blogger(&self) -> i64 {
        self.orders.iter().map(Placed::blogger_earns).sum::<i64>() - self.cashed_out
    }

    fn lots_of(&self, account: i64) -> impl Iterator<Item = (usize, Lot)> {
        let theirs = self.orders.iter().enumerate().filter(move |(_, order)| order.account == account);
        theirs.filter_map(|(at, order)| Some((at, order.lot?)))
    }

    fn lot_at(&self, at: usize) -> &Lot {
        self.orders[at].lot.as_ref().expect("an order that has earned bonuses")
    }

    fn lot(&mut self, at: usize) -> &mut Lot {
        self.orders[at].lot.as_mut().expect("an order that has earned bonuses")
    }
}

impl Lot {
    fn can_be_spent(&self, now: DateTime<Utc>) -> bool {
        self.rest > 0 && self.matures_at <= now && self.expires_at > now
    }
}

//! A simple model that predicts every balance without reading the database.
//!
//! A delivered order earns bonuses for its shopper (a lot, which matures and expires as a whole), and money for the
//! blogger whose link brought the shopper.

use std::{cmp::Reverse, collections::BTreeMap};

use chrono::{DateTime, Utc};
use order::domain::{
    bonus::{Term, grace},
    money::share,
};

/// Methods refer to an order by its index in `orders`.
#[derive(Default)]
pub struct Books {
    /// All orders, oldest first.
    pub orders: Vec<ModelOrder>,
    /// Money paid to the blogger's card.
    pub cashed_out: i64,
}

pub struct ModelOrder {
    pub code: String,
    pub account: i64,
    pub lines: Vec<Line>,
    pub delivery_fee: i64,
    pub stage: Stage,
    pub is_paid_by_card: bool,
    pub refunded: i64,
    /// Spent bonuses that the shopper got back.
    pub bonuses_returned: i64,
    pub uses: Vec<LotUse>,
    pub lot: Option<Lot>,
}

/// The amounts are for all units of the line.
#[derive(Debug, Clone, Copy)]
pub struct Line {
    pub id: i64,
    pub count: i64,
    pub money: i64,
    pub spent_bonuses: i64,
    pub earned_bonuses: i64,
    pub blogger_earnings: i64,
    pub returned_count: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    Open,
    Delivered,
    /// Cancelled, expired, or returned undelivered.
    Ended,
}

/// Bonuses that an order has spent from one lot.
pub struct LotUse {
    /// The index of the order that earned the lot.
    lot_index: usize,
    amount: i64,
    /// The part of `amount` that was given back.
    given_back: i64,
}

/// Bonuses that a delivered order has earned.
#[derive(Debug, Clone, Copy)]
pub struct Lot {
    pub amount: i64,
    /// Neither spent, nor taken back, nor expired.
    pub rest: i64,
    /// Reversed, because the goods that earned them were returned.
    pub taken_back: i64,
    pub expired: i64,
    pub matures_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RefundedAmounts {
    pub money: i64,
    pub bonuses: i64,
}

impl Line {
    /// Returns the share of a line's amount for `count` more returned units.
    fn part(&self, line_amount: i64, count: i64) -> i64 {
        share(line_amount, self.returned_count + count, self.count)
            - share(line_amount, self.returned_count, self.count)
    }

    fn returned_part(&self, line_amount: i64) -> i64 {
        share(line_amount, self.returned_count, self.count)
    }

    pub fn earned_by_blogger(&self) -> i64 {
        self.blogger_earnings - self.returned_part(self.blogger_earnings)
    }

    pub fn remaining(&self) -> i64 {
        self.count - self.returned_count
    }
}

impl ModelOrder {
    /// Excludes bonuses.
    pub fn total(&self) -> i64 {
        self.lines.iter().map(|line| line.money).sum::<i64>() + self.delivery_fee
    }

    fn spent_bonuses(&self) -> i64 {
        self.lines.iter().map(|line| line.spent_bonuses).sum()
    }

    fn bonuses_of_returned_goods(&self) -> i64 {
        self.lines.iter().map(|line| line.returned_part(line.earned_bonuses)).sum()
    }

    fn blogger_earns(&self) -> i64 {
        if self.stage != Stage::Delivered {
            return 0;
        }
        self.lines.iter().map(Line::earned_by_blogger).sum()
    }

    pub fn can_be_returned(&self) -> bool {
        self.stage == Stage::Delivered
            && self.refunded < self.total()
            && self.lines.iter().any(|line| line.remaining() > 0)
    }
}

impl Books {
    /// Spends bonuses from the lots that expire first.
    pub fn place(&mut self, order: ModelOrder, now: DateTime<Utc>) {
        let (account, mut missing) = (order.account, order.spent_bonuses());
        let mut spendable: Vec<_> = self.lots_of(account).filter(|(_, lot)| lot.can_be_spent(now)).collect();
        spendable.sort_by_key(|(order_index, lot)| (lot.expires_at, *order_index));
        self.orders.push(order);
        for (order_index, lot) in spendable {
            let amount = lot.rest.min(missing);
            if amount > 0 {
                missing -= amount;
                self.lot_mut(order_index).rest -= amount;
                self.orders.last_mut().expect("the order was just added").uses.push(LotUse {
                    lot_index: order_index,
                    amount,
                    given_back: 0,
                });
            }
        }
        assert_eq!(missing, 0, "an order cannot spend more bonuses than its shopper has");
    }

    pub fn call_off(&mut self, order_index: usize, now: DateTime<Utc>) {
        let order = &mut self.orders[order_index];
        assert_eq!(order.stage, Stage::Open, "{}", order.code);
        order.stage = Stage::Ended;
        order.refunded = if order.is_paid_by_card { order.total() } else { 0 };
        let spent_bonuses = order.spent_bonuses();
        self.give_back(order_index, spent_bonuses, now);
    }

    pub fn deliver(&mut self, order_index: usize, now: DateTime<Utc>) {
        let order = &mut self.orders[order_index];
        assert_eq!(order.stage, Stage::Open, "{}", order.code);
        order.stage = Stage::Delivered;
        let amount = order.lines.iter().map(|line| line.earned_bonuses).sum();
        let Term { matures_at, expires_at, .. } = Term::of_delivery(now);
        let lot = Lot { amount, rest: amount, taken_back: 0, expired: 0, matures_at, expires_at };
        order.lot = Some(lot).filter(|lot| lot.amount > 0);
    }

    /// `counts` are line ids and units. The delivery fee is refunded with the last unit.
    pub fn refund(&mut self, order_index: usize, counts: &[(i64, i64)], now: DateTime<Utc>) -> RefundedAmounts {
        let order = &mut self.orders[order_index];
        let mut amounts = RefundedAmounts { money: 0, bonuses: 0 };
        for (id, count) in counts {
            let line = order.lines.iter_mut().find(|line| line.id == *id).expect("the order has the line");
            amounts.money += line.part(line.money, *count);
            amounts.bonuses += line.part(line.spent_bonuses, *count);
            line.returned_count += count;
        }
        if order.lines.iter().all(|line| line.remaining() == 0) {
            amounts.money += order.delivery_fee;
        }
        order.refunded += amounts.money;
        self.give_back(order_index, amounts.bonuses, now);
        self.take_back(order_index);
        amounts
    }

    /// Returns the number of lots that expired.
    pub fn expire(&mut self, now: DateTime<Utc>) -> usize {
        let mut expired = 0;
        let lots = self.orders.iter_mut().filter_map(|order| order.lot.as_mut());
        for lot in lots.filter(|lot| lot.rest > 0 && lot.expires_at <= now) {
            lot.expired += std::mem::take(&mut lot.rest);
            expired += 1;
        }
        expired
    }

    /// Gives spent bonuses back, first to the lots that expire last.
    fn give_back(&mut self, order_index: usize, amount: i64, now: DateTime<Utc>) {
        let mut missing = amount;
        self.orders[order_index].bonuses_returned += amount;
        let mut use_indexes: Vec<_> = (0..self.orders[order_index].uses.len()).collect();
        use_indexes.sort_by_key(|use_index| {
            let lot_index = self.orders[order_index].uses[*use_index].lot_index;
            Reverse((self.lot_at(lot_index).expires_at, lot_index))
        });
        for use_index in use_indexes {
            let lot_use = &mut self.orders[order_index].uses[use_index];
            let lot_index = lot_use.lot_index;
            let portion = (lot_use.amount - lot_use.given_back).min(missing);
            if portion > 0 {
                lot_use.given_back += portion;
                missing -= portion;
                let lot = self.lot_mut(lot_index);
                lot.rest += portion;
                if lot.expires_at <= now {
                    // An expired lot gets a short new term.
                    lot.expires_at = grace(now);
                }
                // Goods that earned the lot may have been returned since.
                self.take_back(lot_index);
            }
        }
        assert_eq!(missing, 0, "an order cannot give back more bonuses than it has spent");
    }

    /// Reverses the bonuses that returned goods have earned, unless they are spent already.
    fn take_back(&mut self, order_index: usize) {
        let lost = self.orders[order_index].bonuses_of_returned_goods();
        if let Some(lot) = &mut self.orders[order_index].lot {
            let amount = (lost - lot.taken_back).clamp(0, lot.rest);
            lot.rest -= amount;
            lot.taken_back += amount;
        }
    }

    /// VAT counts as sales. Assets and expenses are positive, liabilities and sales negative.
    pub fn accounts(&self) -> BTreeMap<String, i64> {
        let mut accounts: BTreeMap<String, i64> = BTreeMap::new();
        let mut add = |account: &str, amount: i64| *accounts.entry(account.to_owned()).or_default() += amount;
        for order in &self.orders {
            let money = order.total() - order.refunded;
            let bonuses = order.spent_bonuses() - order.bonuses_returned;
            match (order.stage, order.is_paid_by_card) {
                (Stage::Ended, _) => {}
                (Stage::Open, true) => {
                    add("bank", money);
                    add("order", -money - bonuses);
                }
                (Stage::Open, false) => add("order", -bonuses),
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

    /// Returns the bonuses that are spendable now, and those that mature later.
    pub fn bonuses_of(&self, account: i64, now: DateTime<Utc>) -> (i64, i64) {
        let unexpired = || self.lots_of(account).filter(|(_, lot)| lot.expires_at > now);
        let (mature, pending): (Vec<_>, Vec<_>) = unexpired().partition(|(_, lot)| lot.matures_at <= now);
        let sum = |lots: Vec<(usize, Lot)>| lots.iter().map(|(_, lot)| lot.rest).sum::<i64>();
        (sum(mature), sum(pending))
    }

    pub fn owed_to_blogger(&self) -> i64 {
        self.orders.iter().map(ModelOrder::blogger_earns).sum::<i64>() - self.cashed_out
    }

    /// Returns each lot with the index of the order that earned it.
    fn lots_of(&self, account: i64) -> impl Iterator<Item = (usize, Lot)> {
        let orders = self.orders.iter().enumerate().filter(move |(_, order)| order.account == account);
        orders.filter_map(|(order_index, order)| Some((order_index, order.lot?)))
    }

    fn lot_at(&self, order_index: usize) -> &Lot {
        self.orders[order_index].lot.as_ref().expect("the order has earned bonuses")
    }

    fn lot_mut(&mut self, order_index: usize) -> &mut Lot {
        self.orders[order_index].lot.as_mut().expect("the order has earned bonuses")
    }
}

impl Lot {
    fn can_be_spent(&self, now: DateTime<Utc>) -> bool {
        self.rest > 0 && self.matures_at <= now && self.expires_at > now
    }
}

//! Computes an order's bill.

use kit::{Error, Result};

use super::{
    bonus,
    line_item::{LineItem, LineKey},
    money,
    promo::Reduction,
};

/// Amounts are in qəpik.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bill {
    pub lines: Vec<BillLine>,
    /// At full prices.
    pub subtotal: i64,
    /// Product discounts, before any promo code.
    pub discount: i64,
    pub promo_discount: i64,
    pub delivery_fee: i64,
    pub bonus_spent: i64,
    /// To be paid in money.
    pub total: i64,
    /// Includes the VAT of what is paid with bonuses.
    pub vat: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BillLine {
    pub key: LineKey,
    pub store_id: i64,
    pub count: i64,
    pub unit_price: i64,
    pub full_price: i64,
    /// Before the promo code.
    pub line_total: i64,
    pub promo_discount: i64,
    pub bonus_spent: i64,
    /// Bonuses earned at delivery.
    pub bonus: i64,
    /// Basis points of the money paid.
    bonus_rate: i64,
}

impl BillLine {
    fn of(item: &LineItem<'_>, promo_discount: i64) -> Self {
        Self {
            key: item.key,
            store_id: item.store,
            count: item.count,
            unit_price: item.unit_price,
            full_price: item.full_price,
            line_total: item.total(),
            promo_discount,
            bonus_spent: 0,
            bonus: bonus::earned(item.total() - promo_discount, item.bonus_rate),
            bonus_rate: item.bonus_rate,
        }
    }

    /// The amount paid in money.
    pub fn paid(&self) -> i64 {
        self.line_total - self.promo_discount - self.bonus_spent
    }
}

impl Bill {
    /// The price of the goods after all discounts.
    pub fn goods(&self) -> i64 {
        self.subtotal - self.discount - self.promo_discount
    }

    /// Divides `amount` in proportion to the lines' prices. The caller has checked that it can be spent.
    #[must_use]
    pub fn with_bonuses(mut self, amount: i64) -> Self {
        let prices: Vec<_> = self.lines.iter().map(BillLine::paid).collect();
        for (line, spent) in self.lines.iter_mut().zip(money::split(amount, &prices)) {
            line.bonus_spent = spent;
            line.bonus = bonus::earned(line.paid(), line.bonus_rate);
        }
        self.bonus_spent = amount;
        self.total -= amount;
        self
    }
}

/// The sums of lines cannot overflow, because `price::price` has checked them.
pub fn bill(items: &[LineItem<'_>], reduction: Option<&Reduction>, fee: i64) -> Result<Bill> {
    let discount_of = |index: usize| reduction.map_or(0, |reduction| reduction.by_item[index]);
    let lines = items.iter().enumerate().map(|(index, item)| BillLine::of(item, discount_of(index)));
    let lines: Vec<_> = lines.collect();
    let subtotal: i64 = items.iter().map(|item| item.full_price * item.count).sum();
    let goods: i64 = lines.iter().map(|line| line.line_total).sum();
    let promo_discount: i64 = lines.iter().map(|line| line.promo_discount).sum();
    let delivery_fee = if reduction.is_some_and(|reduction| reduction.is_delivery_free) { 0 } else { fee };
    let total = (goods - promo_discount).checked_add(delivery_fee).ok_or_else(overflow)?;
    let discount = subtotal - goods;
    let vat = money::vat(total);
    Ok(Bill { lines, subtotal, discount, promo_discount, delivery_fee, bonus_spent: 0, total, vat })
}

fn overflow() -> Error {
    Error::internal(anyhow::anyhow!("the total of an order exceeds the range of i64"))
}

#[cfg(test)]
mod tests;

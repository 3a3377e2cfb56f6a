//! Double-entry movements of money. Only the constructors make movements, and each of them balances.

use super::money::share;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Account {
    /// Our money at the bank.
    Bank,
    /// Cash that couriers hold.
    Cash,
    /// Our debt for orders: paid but not delivered, or cancelled but not paid back. Negative while we owe.
    Order,
    Sales,
    Vat,
    /// Bonuses that we owe to a holder. Negative while we owe.
    Bonus,
    /// The cost of bonuses.
    BonusExpense,
    /// Earnings that we owe to a blogger. Negative while we owe.
    PayableInfluencer,
    /// The cost of bloggers' earnings.
    ExpenseInfluencer,
    /// Earnings on their way to bloggers' cards. Negative while we owe them.
    Payout,
    /// Money that a bank paid beyond the amount of a cash-out.
    Difference,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Kind {
    Charge,
    Return,
    Collection,
    Sale,
    #[strum(serialize = "unsale")]
    SaleReversal,
    Payout,
    BonusEarned,
    BonusTakenBack,
    BonusExpired,
    BonusSpent,
    BonusGivenBack,
    InfluencerEarned,
    InfluencerTakenBack,
    CashoutRequested,
    CashoutPaid,
    CashoutReturned,
    Transfer,
    TransferReturn,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement {
    pub kind: Kind,
    /// Never contains a zero amount.
    pub entries: Vec<(Account, i64)>,
}

impl Account {
    pub fn key(self) -> &'static str {
        self.into()
    }
}

impl Kind {
    pub fn key(self) -> &'static str {
        self.into()
    }

    pub fn of_key(key: &str) -> Option<Self> {
        key.parse().ok()
    }
}

impl Movement {
    /// A card was charged.
    pub fn charge(amount: i64) -> Self {
        Self::between(Kind::Charge, Account::Order, Account::Bank, amount)
    }

    /// The bank returned a charge.
    pub fn charge_return(amount: i64) -> Self {
        Self::between(Kind::Return, Account::Bank, Account::Order, amount)
    }

    /// The courier received cash on delivery.
    pub fn collection(amount: i64) -> Self {
        Self::between(Kind::Collection, Account::Order, Account::Cash, amount)
    }

    /// Cash was paid back to the shopper.
    pub fn cash_refund(amount: i64) -> Self {
        Self::between(Kind::Payout, Account::Cash, Account::Order, amount)
    }

    /// The goods were delivered: the amount becomes revenue, except for the VAT, which is owed to the state.
    pub fn sale(amount: i64, vat: i64) -> Self {
        Self::of(Kind::Sale, [(Account::Order, amount), (Account::Sales, vat - amount), (Account::Vat, -vat)])
    }

    /// Part of a sale is to be refunded: we owe it again.
    pub fn sale_reversal(amount: i64, vat: i64) -> Self {
        Self::of(Kind::SaleReversal, [(Account::Order, -amount), (Account::Sales, amount - vat), (Account::Vat, vat)])
    }

    /// A delivered order earns bonuses for its shopper.
    pub fn bonus_earned(amount: i64) -> Self {
        Self::between(Kind::BonusEarned, Account::Bonus, Account::BonusExpense, amount)
    }

    /// Goods were returned; the bonuses that they earned are revoked.
    pub fn bonus_taken_back(amount: i64) -> Self {
        Self::between(Kind::BonusTakenBack, Account::BonusExpense, Account::Bonus, amount)
    }

    /// Bonuses expired, or their account was erased.
    pub fn bonus_expired(amount: i64) -> Self {
        Self::between(Kind::BonusExpired, Account::BonusExpense, Account::Bonus, amount)
    }

    /// Bonuses pay for an order.
    pub fn bonus_spent(amount: i64) -> Self {
        Self::between(Kind::BonusSpent, Account::Order, Account::Bonus, amount)
    }

    /// Bonuses that paid for an order were given back to the holder.
    pub fn bonus_given_back(amount: i64) -> Self {
        Self::between(Kind::BonusGivenBack, Account::Bonus, Account::Order, amount)
    }

    /// A delivered order earns money for the blogger who referred it.
    pub fn influencer_earned(amount: i64) -> Self {
        Self::between(Kind::InfluencerEarned, Account::PayableInfluencer, Account::ExpenseInfluencer, amount)
    }

    /// Goods were returned; the blogger's earnings from them are revoked.
    pub fn influencer_taken_back(amount: i64) -> Self {
        Self::between(Kind::InfluencerTakenBack, Account::ExpenseInfluencer, Account::PayableInfluencer, amount)
    }

    /// A blogger requested a cash-out: it leaves the balance.
    pub fn cashout_requested(amount: i64) -> Self {
        Self::between(Kind::CashoutRequested, Account::Payout, Account::PayableInfluencer, amount)
    }

    /// The bank paid `paid` of a cash-out of `amount`. An excess goes to the difference account to be cleared up.
    pub fn cashout_paid(amount: i64, paid: i64) -> Self {
        let covered = paid.min(amount);
        Self::of(
            Kind::CashoutPaid,
            [(Account::Bank, -paid), (Account::Payout, covered), (Account::Difference, paid - covered)],
        )
    }

    /// A cash-out that was not paid goes back to the blogger's balance.
    pub fn cashout_returned(amount: i64) -> Self {
        Self::between(Kind::CashoutReturned, Account::PayableInfluencer, Account::Payout, amount)
    }

    /// A bank transfer was received for an order.
    pub fn transfer(amount: i64) -> Self {
        Self::between(Kind::Transfer, Account::Order, Account::Bank, amount)
    }

    /// An excess received by transfer was sent back.
    pub fn transfer_return(amount: i64) -> Self {
        Self::between(Kind::TransferReturn, Account::Bank, Account::Order, amount)
    }

    /// A refund of an order paid by transfer was sent by transfer.
    pub fn transfer_refund(amount: i64) -> Self {
        Self::between(Kind::Payout, Account::Bank, Account::Order, amount)
    }

    fn between(kind: Kind, from: Account, to: Account, amount: i64) -> Self {
        Self::of(kind, [(from, -amount), (to, amount)])
    }

    fn of<const N: usize>(kind: Kind, entries: [(Account, i64); N]) -> Self {
        Self { kind, entries: entries.into_iter().filter(|(_, amount)| *amount != 0).collect() }
    }
}

/// Returns the VAT within `part` of a total after `before` of it was taken out already. The VAT of all parts adds up
/// to the whole VAT, however the total is cut.
pub fn vat_within(total: i64, vat: i64, before: i64, part: i64) -> i64 {
    let up_to = |sum| if total == 0 { 0 } else { share(vat, sum, total) };
    up_to(before + part) - up_to(before)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_movement_balances(amount in 0_i64..1_000_000_000, percent in 0_i64..=100) {
            let vat = amount * percent / 100;
            for movement in [
                Movement::charge(amount),
                Movement::charge_return(amount),
                Movement::collection(amount),
                Movement::cash_refund(amount),
                Movement::sale(amount, vat),
                Movement::sale_reversal(amount, vat),
                Movement::bonus_earned(amount),
                Movement::bonus_taken_back(amount),
                Movement::bonus_expired(amount),
                Movement::bonus_spent(amount),
                Movement::bonus_given_back(amount),
                Movement::influencer_earned(amount),
                Movement::influencer_taken_back(amount),
                Movement::cashout_requested(amount),
                Movement::cashout_paid(amount, amount),
                Movement::cashout_paid(amount, amount * percent / 100),
                Movement::cashout_paid(amount, amount + vat),
                Movement::cashout_returned(amount),
                Movement::transfer(amount),
                Movement::transfer_return(amount),
                Movement::transfer_refund(amount),
            ] {
                prop_assert_eq!(movement.entries.iter().map(|(_, amount)| amount).sum::<i64>(), 0);
                prop_assert!(movement.entries.iter().all(|(_, amount)| *amount != 0));
            }
        }

        #[test]
        fn the_vat_of_the_parts_is_the_vat_of_the_whole(cuts in prop::collection::vec(1_i64..100_000, 1..8)) {
            let total: i64 = cuts.iter().sum();
            let vat = total * 18 / 118;
            let (mut before, mut sum) = (0, 0);
            for part in cuts {
                let within = vat_within(total, vat, before, part);
                prop_assert!((0..=part).contains(&within));
                sum += within;
                before += part;
            }
            prop_assert_eq!(sum, vat);
        }
    }
}

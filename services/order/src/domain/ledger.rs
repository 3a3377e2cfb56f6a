//! Movements of the double-entry ledger. The entries of each movement add up to zero.

use super::money::share;

/// The balance of an account is negative if the shop owes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Account {
    Bank,
    /// Cash that couriers hold.
    Cash,
    /// Debt to shoppers for orders that are paid but not delivered, or cancelled but not paid back.
    Order,
    /// Revenue without VAT.
    Sales,
    /// VAT owed to the state.
    Vat,
    /// Bonuses owed to shoppers.
    Bonus,
    BonusExpense,
    /// Earnings owed to bloggers.
    PayableInfluencer,
    ExpenseInfluencer,
    /// Cash-outs on the way to bloggers' cards.
    Payout,
    /// Money paid by a bank beyond a cash-out.
    Difference,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Kind {
    Charge,
    /// Money of a charge that went back.
    Return,
    /// Cash that a courier collected.
    Collection,
    Sale,
    #[strum(serialize = "unsale")]
    SaleReversal,
    /// A refund in cash or by bank transfer.
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
    /// A bank transfer for a wholesale order.
    Transfer,
    TransferReturn,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement {
    pub kind: Kind,
    /// No amount is zero.
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
    pub fn charge(amount: i64) -> Self {
        Self::between(Kind::Charge, Account::Order, Account::Bank, amount)
    }

    pub fn charge_return(amount: i64) -> Self {
        Self::between(Kind::Return, Account::Bank, Account::Order, amount)
    }

    pub fn collection(amount: i64) -> Self {
        Self::between(Kind::Collection, Account::Order, Account::Cash, amount)
    }

    pub fn cash_refund(amount: i64) -> Self {
        Self::between(Kind::Payout, Account::Cash, Account::Order, amount)
    }

    /// An order was delivered.
    pub fn sale(amount: i64, vat: i64) -> Self {
        Self::of(Kind::Sale, [(Account::Order, amount), (Account::Sales, vat - amount), (Account::Vat, -vat)])
    }

    /// Delivered goods are refunded.
    pub fn sale_reversal(amount: i64, vat: i64) -> Self {
        Self::of(Kind::SaleReversal, [(Account::Order, -amount), (Account::Sales, amount - vat), (Account::Vat, vat)])
    }

    pub fn bonus_earned(amount: i64) -> Self {
        Self::between(Kind::BonusEarned, Account::Bonus, Account::BonusExpense, amount)
    }

    pub fn bonus_taken_back(amount: i64) -> Self {
        Self::between(Kind::BonusTakenBack, Account::BonusExpense, Account::Bonus, amount)
    }

    /// Also for bonuses of an erased account.
    pub fn bonus_expired(amount: i64) -> Self {
        Self::between(Kind::BonusExpired, Account::BonusExpense, Account::Bonus, amount)
    }

    pub fn bonus_spent(amount: i64) -> Self {
        Self::between(Kind::BonusSpent, Account::Order, Account::Bonus, amount)
    }

    pub fn bonus_given_back(amount: i64) -> Self {
        Self::between(Kind::BonusGivenBack, Account::Bonus, Account::Order, amount)
    }

    pub fn influencer_earned(amount: i64) -> Self {
        Self::between(Kind::InfluencerEarned, Account::PayableInfluencer, Account::ExpenseInfluencer, amount)
    }

    pub fn influencer_taken_back(amount: i64) -> Self {
        Self::between(Kind::InfluencerTakenBack, Account::ExpenseInfluencer, Account::PayableInfluencer, amount)
    }

    pub fn cashout_requested(amount: i64) -> Self {
        Self::between(Kind::CashoutRequested, Account::Payout, Account::PayableInfluencer, amount)
    }

    /// Money beyond the amount is booked as a difference.
    pub fn cashout_paid(amount: i64, paid: i64) -> Self {
        let covered = paid.min(amount);
        Self::of(
            Kind::CashoutPaid,
            [(Account::Bank, -paid), (Account::Payout, covered), (Account::Difference, paid - covered)],
        )
    }

    /// An unpaid cash-out returns to the blogger's balance.
    pub fn cashout_returned(amount: i64) -> Self {
        Self::between(Kind::CashoutReturned, Account::PayableInfluencer, Account::Payout, amount)
    }

    pub fn transfer(amount: i64) -> Self {
        Self::between(Kind::Transfer, Account::Order, Account::Bank, amount)
    }

    /// Money beyond an order's total was sent back.
    pub fn transfer_return(amount: i64) -> Self {
        Self::between(Kind::TransferReturn, Account::Bank, Account::Order, amount)
    }

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

/// Returns the VAT in one part of a total. `before` is the sum of the earlier parts. The VAT of all parts adds up to
/// `vat`.
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
        fn vat_of_the_parts_adds_up_to_the_vat_of_the_whole(cuts in prop::collection::vec(1_i64..100_000, 1..8)) {
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

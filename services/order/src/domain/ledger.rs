//! Double entry: every movement of money gives one account what it takes from others. The rules are in the constructors, so a
//! movement that does not balance cannot be made.

use super::money::share;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Account {
    /// With the bank, for us.
    Bank,
    /// In the couriers' bags.
    Cash,
    /// What we owe for orders: paid and not delivered, or given up and not paid back. Below nothing while we owe.
    Order,
    Sales,
    Vat,
    /// Bonuses that we owe to a holder. Below nothing while we owe.
    Bonus,
    /// What bonuses have cost us.
    BonusExpense,
    /// Earnings that we owe to a blogger. Negative while we owe.
    PayableInfluencer,
    /// The cost of bloggers' earnings.
    ExpenseInfluencer,
    /// Earnings on their way to bloggers' cards. Negative while we owe it.
    Payout,
    /// Money that a bank paid beyond what it was asked for.
    Difference,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Kind {
    Charge,
    Return,
    Collection,
    Sale,
    Unsale,
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
    /// No zeros.
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

    /// The bank gave it back.
    pub fn giving_back(amount: i64) -> Self {
        Self::between(Kind::Return, Account::Bank, Account::Order, amount)
    }

    /// The courier was paid at the door.
    pub fn collection(amount: i64) -> Self {
        Self::between(Kind::Collection, Account::Order, Account::Cash, amount)
    }

    /// Cash was given back from hand to hand.
    pub fn payout(amount: i64) -> Self {
        Self::between(Kind::Payout, Account::Cash, Account::Order, amount)
    }

    /// The goods are delivered: what we owed for them is ours, and the state's the part of it that is VAT.
    pub fn sale(amount: i64, vat: i64) -> Self {
        Self::of(Kind::Sale, [(Account::Order, amount), (Account::Sales, vat - amount), (Account::Vat, -vat)])
    }

    /// Some of it is to go back: we owe it again.
    pub fn unsale(amount: i64, vat: i64) -> Self {
        Self::of(Kind::Unsale, [(Account::Order, -amount), (Account::Sales, amount - vat), (Account::Vat, vat)])
    }

    /// A delivered order earns bonuses for its shopper.
    pub fn bonus_earned(amount: i64) -> Self {
        Self::between(Kind::BonusEarned, Account::Bonus, Account::BonusExpense, amount)
    }

    /// Goods were given back, and what they earned is taken back.
    pub fn bonus_taken_back(amount: i64) -> Self {
        Self::between(Kind::BonusTakenBack, Account::BonusExpense, Account::Bonus, amount)
    }

    /// Bonuses were not spent in time, or their account was erased.
    pub fn bonus_expired(amount: i64) -> Self {
        Self::between(Kind::BonusExpired, Account::BonusExpense, Account::Bonus, amount)
    }

    /// Bonuses pay for an order.
    pub fn bonus_spent(amount: i64) -> Self {
        Self::between(Kind::BonusSpent, Account::Order, Account::Bonus, amount)
    }

    /// Bonuses that paid for an order are the holder's again.
    pub fn bonus_given_back(amount: i64) -> Self {
        Self::between(Kind::BonusGivenBack, Account::Bonus, Account::Order, amount)
    }

    /// A delivered order earns money for the blogger who brought it.
    pub fn influencer_earned(amount: i64) -> Self {
        Self::between(Kind::InfluencerEarned, Account::PayableInfluencer, Account::ExpenseInfluencer, amount)
    }

    /// Goods were given back, and what they earned is taken back.
    pub fn influencer_taken_back(amount: i64) -> Self {
        Self::between(Kind::InfluencerTakenBack, Account::ExpenseInfluencer, Account::PayableInfluencer, amount)
    }

    /// A blogger asks for earnings: they leave the balance.
    pub fn cashout_requested(amount: i64) -> Self {
        Self::between(Kind::CashoutRequested, Account::Payout, Account::PayableInfluencer, amount)
    }

    /// The bank has paid `paid` of a cash-out of `amount`. More than that is a difference to clear up.
    pub fn cashout_paid(amount: i64, paid: i64) -> Self {
        let covered = paid.min(amount);
        Self::of(
            Kind::CashoutPaid,
            [(Account::Bank, -paid), (Account::Payout, covered), (Account::Difference, paid - covered)],
        )
    }

    /// What was not paid is the blogger's again.
    pub fn cashout_returned(amount: i64) -> Self {
        Self::between(Kind::CashoutReturned, Account::PayableInfluencer, Account::Payout, amount)
    }

    /// A bank transfer came in for an order.
    pub fn transfer(amount: i64) -> Self {
        Self::between(Kind::Transfer, Account::Order, Account::Bank, amount)
    }

    /// What came in by transfer and is not the shop's was sent back.
    pub fn transfer_return(amount: i64) -> Self {
        Self::between(Kind::TransferReturn, Account::Bank, Account::Order, amount)
    }

    /// A refund of an order that was paid by transfer was transferred.
    pub fn payout_by_transfer(amount: i64) -> Self {
        Self::between(Kind::Payout, Account::Bank, Account::Order, amount)
    }

    fn between(kind: Kind, from: Account, to: Account, amount: i64) -> Self {
        Self::of(kind, [(from, -amount), (to, amount)])
    }

    fn of<const N: usize>(kind: Kind, entries: [(Account, i64); N]) -> Self {
        Self { kind, entries: entries.into_iter().filter(|(_, amount)| *amount != 0).collect() }
    }
}

/// The VAT within `part` of a total, when `before` of the total was taken out already. However a total is cut, its parts' VAT is
/// the whole VAT in the end.
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
                Movement::giving_back(amount),
                Movement::collection(amount),
                Movement::payout(amount),
                Movement::sale(amount, vat),
                Movement::unsale(amount, vat),
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
                Movement::payout_by_transfer(amount),
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

//! Generates random steps and the faults that interrupt them.

use proptest::{collection::vec, prelude::*, sample::Index};

use super::{
    flaky_bank::LostPart,
    interrupter::{Interruption, Kind},
};
use crate::scripted_stock::{Call, Failure};

const STEPS: usize = 28;

/// An `Index` chooses one of the possible orders.
#[derive(Debug, Clone, Copy)]
pub enum Step {
    Buy(Basket, PaymentChoice),
    Cancel(Index),
    Deliver(Index),
    ReturnUndelivered(Index),
    Refund(Index, Claim),
    CashOut {
        /// The part of the blogger's available earnings.
        percent: i64,
        end: CashoutEnd,
    },
    Wait {
        days: i64,
    },
}

#[derive(Debug, Clone, Copy)]
pub struct Basket {
    /// An index of `Walk::buyers`.
    pub buyer: usize,
    pub gift_price: i64,
    pub flower_price: i64,
    pub gift_count: i64,
    pub flower_count: i64,
    /// The part of the spendable bonuses that is spent.
    pub bonus_percent: i64,
    pub link: Option<BloggerLink>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CashoutEnd {
    Paid,
    /// The bank makes no payouts to this card.
    CardIsBarred,
    Declined,
}

/// A link to a list of products, or one with the blogger's code.
#[derive(Debug, Clone, Copy)]
pub enum BloggerLink {
    List,
    Code,
}

#[derive(Debug, Clone, Copy)]
pub enum PaymentChoice {
    Cash,
    Card(BankVisit),
}

#[derive(Debug, Clone, Copy)]
pub enum BankVisit {
    Pays,
    /// The first card is declined, the second is charged.
    PaysAtSecondTry,
    /// The order expires unpaid.
    Leaves,
    /// The order is cancelled before it is paid.
    PaysTooLate,
}

#[derive(Debug, Clone, Copy)]
pub struct Claim {
    /// The line, and the number of its units. `None` means all that is left.
    pub line: Option<(Index, Index)>,
    pub is_approved: bool,
    pub is_restocked: bool,
}

#[derive(Debug, Clone, Copy)]
pub struct Fault {
    pub kind: FaultKind,
    /// Whether the interrupted call is repeated at once. Otherwise the jobs run first, as after a restart.
    pub is_retried_at_once: bool,
}

#[derive(Debug, Clone, Copy)]
pub enum FaultKind {
    ProcessStops(Interruption),
    BankFails(LostPart),
    StockFails(Call, Failure),
}

pub fn any_sequence() -> impl Strategy<Value = Vec<(Step, Option<Fault>)>> {
    vec((any_step(), prop::option::weighted(0.7, any_fault())), STEPS)
}

/// The numbers are relative frequencies.
fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        9 => (any_basket(), any_payment()).prop_map(|(basket, payment)| Step::Buy(basket, payment)),
        3 => any::<Index>().prop_map(Step::Cancel),
        7 => any::<Index>().prop_map(Step::Deliver),
        2 => any::<Index>().prop_map(Step::ReturnUndelivered),
        6 => (any::<Index>(), any_claim()).prop_map(|(order, claim)| Step::Refund(order, claim)),
        5 => (1_i64..=100, any_cashout_end()).prop_map(|(percent, end)| Step::CashOut { percent, end }),
        4 => prop_oneof![4 => 1_i64..30, 1 => 30_i64..400].prop_map(|days| Step::Wait { days }),
    ]
}

fn any_cashout_end() -> impl Strategy<Value = CashoutEnd> {
    prop_oneof![1 => Just(CashoutEnd::Paid), 1 => Just(CashoutEnd::CardIsBarred), 1 => Just(CashoutEnd::Declined)]
}

fn any_basket() -> impl Strategy<Value = Basket> {
    let link = prop::option::weighted(0.6, prop_oneof![Just(BloggerLink::List), Just(BloggerLink::Code)]);
    let buyer = 0_usize..2;
    // Of a gift, and of a flower.
    let prices = (500_i64..4_000, 1_i64..700);
    let counts = (1_i64..5, 0_i64..4);
    let bonus_percent = prop_oneof![Just(0_i64), 1_i64..=100];
    (buyer, prices, counts, bonus_percent, link).prop_map(|(buyer, prices, counts, bonus_percent, link)| {
        let ((gift_price, flower_price), (gift_count, flower_count)) = (prices, counts);
        Basket { buyer, gift_price, flower_price, gift_count, flower_count, bonus_percent, link }
    })
}

fn any_payment() -> impl Strategy<Value = PaymentChoice> {
    let at_bank = prop_oneof![
        6 => Just(BankVisit::Pays),
        1 => Just(BankVisit::PaysAtSecondTry),
        2 => Just(BankVisit::Leaves),
        1 => Just(BankVisit::PaysTooLate),
    ];
    prop_oneof![Just(PaymentChoice::Cash), at_bank.prop_map(PaymentChoice::Card)]
}

fn any_claim() -> impl Strategy<Value = Claim> {
    let line = prop::option::weighted(0.7, (any::<Index>(), any::<Index>()));
    (line, prop::bool::weighted(0.6), any::<bool>()).prop_map(|(line, is_approved, is_restocked)| Claim {
        line,
        is_approved,
        is_restocked,
    })
}

fn any_fault() -> impl Strategy<Value = Fault> {
    let kind = prop_oneof![2 => Just(Kind::Call), 1 => Just(Kind::Job)];
    let skipped = prop_oneof![Just(0_usize), 0_usize..6];
    let interruption = (kind, skipped, 0_usize..30)
        .prop_map(|(kind, skipped, polls)| FaultKind::ProcessStops(Interruption { kind, skipped, polls }));
    let bank = prop_oneof![Just(LostPart::Call), Just(LostPart::Answer)].prop_map(FaultKind::BankFails);
    let call = prop_oneof![Just(Call::Reserve), Just(Call::Sell), Just(Call::Release), Just(Call::Restock)];
    let stock = (call, prop_oneof![Just(Failure::Before), Just(Failure::After)])
        .prop_map(|(call, failure)| FaultKind::StockFails(call, failure));
    (prop_oneof![6 => interruption, 2 => bank, 1 => stock], any::<bool>())
        .prop_map(|(kind, is_retried_at_once)| Fault { kind, is_retried_at_once })
}

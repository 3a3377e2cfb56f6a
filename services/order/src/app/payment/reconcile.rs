//! Compares charges with the banks.

use chrono::NaiveDate;
use futures::{StreamExt as _, stream};
use kit::Result;

use crate::{
    App,
    db::{self, charge::Charge},
    domain::charge::{BankStatus, State},
};

const CONCURRENCY: usize = 8;
/// The state `theirs` if the bank gave no answer.
pub const UNKNOWN: &str = "unknown";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChargeDifference {
    /// The order's code and the attempt.
    pub reference: String,
    pub ours: &'static str,
    pub theirs: &'static str,
    /// Paid minus returned.
    pub our_amount: i64,
    pub their_amount: i64,
}

#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Report {
    pub differing: Vec<ChargeDifference>,
    pub agreeing: i64,
    pub charged: i64,
    pub refunded: i64,
}

pub async fn reconcile(app: &App, day: NaiveDate) -> Result<Report> {
    let charges = {
        let mut connection = app.pool.acquire().await?;
        db::charge::of_day(&mut connection, day).await?
    };
    let mut report = Report {
        charged: charges.iter().map(|charge| charge.paid_amount).sum(),
        refunded: charges.iter().map(|charge| charge.returned_amount).sum(),
        ..Report::default()
    };
    let compared = stream::iter(charges).map(|charge| async move { compare_with_bank(app, &charge).await });
    for difference in compared.buffered(CONCURRENCY).collect::<Vec<_>>().await {
        match difference {
            Some(difference) => report.differing.push(difference),
            None => report.agreeing += 1,
        }
    }
    Ok(report)
}

pub async fn compare_with_bank(app: &App, charge: &Charge) -> Option<ChargeDifference> {
    compare(charge, bank_status(app, charge).await.as_ref())
}

async fn bank_status(app: &App, charge: &Charge) -> Option<BankStatus> {
    let bank = app.banks.of(&charge.provider)?;
    bank.status(charge.transaction.as_deref()?).await.ok()
}

fn compare(charge: &Charge, theirs: Option<&BankStatus>) -> Option<ChargeDifference> {
    let our_amount = charge.paid_amount - charge.returned_amount;
    let ours = match charge.state {
        State::Paid if charge.returned_amount > 0 => "returned",
        state => state.key(),
    };
    let (theirs, their_amount) = match theirs {
        None => (UNKNOWN, 0),
        Some(BankStatus::Pending) => ("pending", 0),
        Some(BankStatus::Failed { .. }) => ("failed", 0),
        Some(BankStatus::Paid { amount }) => ("paid", *amount),
        Some(BankStatus::Returned { amount: Some(amount) }) => ("returned", charge.paid_amount - amount),
        // Without an amount, only the fact of a return can be compared.
        Some(BankStatus::Returned { amount: None }) => ("returned", our_amount),
    };
    let holds_money = |state: &str| matches!(state, "paid" | "returned");
    // States without money, such as "pending" and "failed", count as equal.
    let has_same_state = ours == theirs || !holds_money(ours) && !holds_money(theirs);
    let agrees = theirs != UNKNOWN && our_amount == their_amount && has_same_state;
    let reference = charge.reference.clone();
    (!agrees).then_some(ChargeDifference { reference, ours, theirs, our_amount, their_amount })
}

//! Compares a day's charges with the banks.

use chrono::NaiveDate;
use futures::{StreamExt as _, stream};
use kit::Result;

use crate::{
    App,
    db::{self, charge::Charge},
    domain::charge::{BankStatus, State},
};

const CONCURRENCY: usize = 8;

/// A charge that differs at the bank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChargeDifference {
    /// The order's code and the attempt.
    pub reference: String,
    pub ours: &'static str,
    pub theirs: &'static str,
    /// The amount paid, minus the amount returned, in our database.
    pub our_amount: i64,
    /// The amount paid, minus the amount returned, at the bank.
    pub their_amount: i64,
}

#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Report {
    pub differing: Vec<ChargeDifference>,
    pub agreeing: i64,
    /// Sums of the day's charges in our records.
    pub charged: i64,
    pub refunded: i64,
}

/// Compares the current state of every charge that was opened on `day`.
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

/// Compares one charge with the bank. Returns `None` when both agree.
pub async fn compare_with_bank(app: &App, charge: &Charge) -> Option<ChargeDifference> {
    compare(charge, bank_status(app, charge).await.as_ref())
}

/// Asks a bank, and returns `None` if it does not answer.
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
        None => ("unknown", 0),
        Some(BankStatus::Pending) => ("pending", 0),
        Some(BankStatus::Failed { .. }) => ("failed", 0),
        Some(BankStatus::Paid { amount }) => ("paid", *amount),
        Some(BankStatus::Returned { amount: Some(amount) }) => ("returned", charge.paid_amount - amount),
        // The bank does not report the amount, so only the fact of a return can be compared.
        Some(BankStatus::Returned { amount: None }) => ("returned", our_amount),
    };
    let holds_money = |word: &str| matches!(word, "paid" | "returned");
    let agree = theirs != "unknown"
        && our_amount == their_amount
        && (ours == theirs || !holds_money(ours) && !holds_money(theirs));
    let reference = charge.reference.clone();
    (!agree).then_some(ChargeDifference { reference, ours, theirs, our_amount, their_amount })
}

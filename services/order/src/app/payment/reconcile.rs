//! Compares a day's charges (attempts at paying orders) with the banks, for operators and for the auditor.

use chrono::NaiveDate;
use futures::{StreamExt as _, stream};
use kit::Result;

use crate::{
    App,
    db::{self, charge::Charge},
    domain::charge::{BankStatus, State},
};

/// Number of concurrent calls to banks.
const CONCURRENCY: usize = 8;

/// A charge whose record here differs from the bank's record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChargeDifference {
    /// The order's code and the attempt.
    pub reference: String,
    /// The charge's state in our database.
    pub ours: &'static str,
    /// The charge's state at the bank.
    pub theirs: &'static str,
    /// The amount paid, minus the amount returned, in our database.
    pub our_amount: i64,
    /// The amount paid, minus the amount returned, at the bank.
    pub their_amount: i64,
}

/// The comparison of one day.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Report {
    pub differing: Vec<ChargeDifference>,
    /// Number of charges that agree.
    pub agreeing: i64,
    /// Sum of the payments in our database.
    pub charged: i64,
    /// Sum of the returned money in our database.
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

/// Compares a charge with the bank's status of it. Returns `None` if they agree.
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
    // States without money, such as "pending" and "failed", count as equal.
    let has_same_state = ours == theirs || !holds_money(ours) && !holds_money(theirs);
    let agrees = theirs != "unknown" && our_amount == their_amount && has_same_state;
    let reference = charge.reference.clone();
    (!agrees).then_some(ChargeDifference { reference, ours, theirs, our_amount, their_amount })
}

//! What the bank says of a day against what the books say.

use chrono::NaiveDate;
use futures::{StreamExt as _, stream};
use kit::Result;

use crate::{
    App,
    db::{self, charge::Charge},
    domain::charge::{Standing, State},
};

const AT_ONCE: usize = 8;

/// A charge of which the two say different things.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reconciled {
    /// The order's code and the attempt.
    pub reference: String,
    pub ours: &'static str,
    pub theirs: &'static str,
    /// What is left of the money after what went back.
    pub our_amount: i64,
    pub their_amount: i64,
}

#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Report {
    pub differing: Vec<Reconciled>,
    pub agreeing: i64,
    /// Of the day's charges, as the books have it.
    pub charged: i64,
    pub refunded: i64,
}

/// Every charge that was opened on `day`, as it stands now.
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
    for difference in compared.buffered(AT_ONCE).collect::<Vec<_>>().await {
        match difference {
            Some(difference) => report.differing.push(difference),
            None => report.agreeing += 1,
        }
    }
    Ok(report)
}

/// Asks the bank about one charge; `None` when both say the same.
pub async fn compare_with_bank(app: &App, charge: &Charge) -> Option<Reconciled> {
    compare(charge, theirs(app, charge).await.as_ref())
}

/// `None` when the bank does not tell.
async fn theirs(app: &App, charge: &Charge) -> Option<Standing> {
    let bank = app.banks.of(&charge.provider)?;
    bank.standing(charge.transaction.as_deref()?).await.ok()
}

fn compare(charge: &Charge, theirs: Option<&Standing>) -> Option<Reconciled> {
    let our_amount = charge.paid_amount - charge.returned_amount;
    let ours = match charge.state {
        State::Paid if charge.returned_amount > 0 => "returned",
        state => state.key(),
    };
    let (theirs, their_amount) = match theirs {
        None => ("unknown", 0),
        Some(Standing::Pending) => ("pending", 0),
        Some(Standing::Failed { .. }) => ("failed", 0),
        Some(Standing::Paid { amount }) => ("paid", *amount),
        Some(Standing::Returned { amount: Some(amount) }) => ("returned", charge.paid_amount - amount),
        // They do not say how much; that some of it went back is all that can be compared.
        Some(Standing::Returned { amount: None }) => ("returned", our_amount),
    };
    let holds_money = |word: &str| matches!(word, "paid" | "returned");
    let agree = theirs != "unknown"
        && our_amount == their_amount
        && (ours == theirs || !holds_money(ours) && !holds_money(theirs));
    let reference = charge.reference.clone();
    (!agree).then_some(Reconciled { reference, ours, theirs, our_amount, their_amount })
}

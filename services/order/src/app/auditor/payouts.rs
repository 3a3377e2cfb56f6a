//! Compares cash-outs (payouts to bloggers' cards) with the banks that paid them. A finished cash-out does not change
//! any more, so a difference is reported without a second comparison.

use kit::{Error, Result};

use super::outcome::Outcome;
use crate::{
    App,
    bank::BankStatus,
    db::{self, auditor::cashouts::SentCashout},
    domain::auditor::{Comparison, Difference, since},
};

/// Number of cash-outs that are read at a time.
const PAGE: i64 = 500;

/// Compares all finished cash-outs of the last 45 days.
pub async fn compare(app: &App) -> Outcome {
    let mut compared = Comparison::default();
    let failure = match compare_ended(app, &mut compared).await {
        Ok(0) => None,
        Ok(unanswered) => Some(Error::unavailable(anyhow::anyhow!("banks did not answer for {unanswered} cash-outs"))),
        Err(error) => Some(error),
    };
    Outcome { compared, failure }
}

/// Adds the result to `comparison`, and returns for how many cash-outs a bank did not answer.
async fn compare_ended(app: &App, comparison: &mut Comparison) -> Result<usize> {
    let mut unanswered = 0;
    let mut after = 0;
    loop {
        let mut connection = app.pool.acquire().await?;
        let page = db::auditor::cashouts::sent(&mut connection, after, since(app.clock.now()), PAGE).await?;
        drop(connection);
        let Some(last) = page.last() else { return Ok(unanswered) };
        after = last.id;
        for cashout in &page {
            // The shop may have no account at this bank any more.
            let Some(bank) = app.banks.of(&cashout.provider) else { continue };
            match bank.payout_status(&cashout.transaction).await {
                // This bank cannot report payouts.
                None => {}
                Some(Ok(status)) => {
                    comparison.compared += 1;
                    comparison.differences.extend(difference(cashout, &status));
                }
                Some(Err(_)) => unanswered += 1,
            }
        }
    }
}

/// Compares the amount that the bank has paid with ours. Returns `None` if they agree.
fn difference(cashout: &SentCashout, status: &BankStatus) -> Option<Difference> {
    let theirs = match status {
        BankStatus::Paid { amount } => *amount,
        _ => 0,
    };
    (theirs != cashout.paid_amount).then(|| Difference::new(&cashout.code, "bank", &theirs, &cashout.paid_amount))
}

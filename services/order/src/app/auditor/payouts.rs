//! Compares cash-outs with the banks, without repeated checks, because a finished cash-out does not change.

use kit::{Error, Result};

use super::outcome::Outcome;
use crate::{
    App,
    bank::BankStatus,
    db::{self, auditor::cashouts::SentCashout},
    domain::auditor::{Comparison, Difference, since},
};

const PAGE: i64 = 500;

pub async fn compare(app: &App) -> Outcome {
    let mut compared = Comparison::default();
    let failure = match compare_ended(app, &mut compared).await {
        Ok(0) => None,
        Ok(unanswered) => Some(Error::unavailable(anyhow::anyhow!("banks did not answer for {unanswered} cash-outs"))),
        Err(error) => Some(error),
    };
    Outcome { compared, failure }
}

/// Returns for how many cash-outs a bank did not answer.
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
                // The bank cannot report payouts.
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

fn difference(cashout: &SentCashout, status: &BankStatus) -> Option<Difference> {
    let theirs = match status {
        BankStatus::Paid { amount } => *amount,
        _ => 0,
    };
    (theirs != cashout.paid_amount).then(|| Difference::new(&cashout.code, "bank", &theirs, &cashout.paid_amount))
}

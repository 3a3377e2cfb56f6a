//! Compares each finished cash-out with its bank once, because it does not change any more.

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

/// Adds differences to `all`, and returns for how many cash-outs a bank did not answer.
async fn compare_ended(app: &App, all: &mut Comparison) -> Result<usize> {
    let (mut after, mut unanswered) = (0, 0);
    loop {
        let mut connection = app.pool.acquire().await?;
        let page = db::auditor::cashouts::sent(&mut connection, after, since(app.clock.now()), PAGE).await?;
        drop(connection);
        let Some(last) = page.last() else { return Ok(unanswered) };
        after = last.id;
        for cashout in &page {
            let bank = app.banks.of(&cashout.provider);
            // Some banks cannot report payouts, or have no account of the shop any more.
            let Some(bank) = bank else { continue };
            match bank.payout_status(&cashout.transaction).await {
                None => {}
                Some(Ok(status)) => {
                    all.compared += 1;
                    all.differences.extend(difference(cashout, &status));
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

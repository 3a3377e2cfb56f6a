//! Cash-outs that are over against what their banks say. Such a cash-out does not change any more, so one look is enough.

use kit::{Error, Result};

use super::outcome::Outcome;
use crate::{
    App,
    bank::Standing,
    db::{self, auditor::cashouts::Sent},
    domain::auditor::{Compared, Difference, since},
};

const PAGE: i64 = 500;

pub async fn compare(app: &App) -> Outcome {
    let mut compared = Compared::default();
    let failure = match compare_ended(app, &mut compared).await {
        Ok(0) => None,
        Ok(unanswered) => Some(Error::unavailable(anyhow::anyhow!("banks did not answer for {unanswered} cash-outs"))),
        Err(error) => Some(error),
    };
    Outcome { compared, failure }
}

/// Adds to `all` what differs; returns the number of cash-outs for which a bank did not answer.
async fn compare_ended(app: &App, all: &mut Compared) -> Result<usize> {
    let (mut after, mut unanswered) = (0, 0);
    loop {
        let mut connection = app.pool.acquire().await?;
        let page = db::auditor::cashouts::sent(&mut connection, after, since(app.clock.now()), PAGE).await?;
        drop(connection);
        let Some(last) = page.last() else { return Ok(unanswered) };
        after = last.id;
        for cashout in &page {
            let bank = app.banks.of(&cashout.provider);
            // A bank without such a call, or one that the shop has no account at any more, is not compared.
            let Some(bank) = bank else { continue };
            match bank.payout_standing(&cashout.transaction).await {
                None => {}
                Some(Ok(standing)) => {
                    all.compared += 1;
                    all.differences.extend(difference(cashout, &standing));
                }
                Some(Err(_)) => unanswered += 1,
            }
        }
    }
}

fn difference(cashout: &Sent, standing: &Standing) -> Option<Difference> {
    let theirs = match standing {
        Standing::Paid { amount } => *amount,
        _ => 0,
    };
    (theirs != cashout.paid_amount).then(|| Difference::new(&cashout.code, "bank", &theirs, &cashout.paid_amount))
}

//! Comparisons with the catalog and banks. Both sides change while they are read, so a difference is reported only if
//! it persists.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use futures::{StreamExt as _, stream};
use kit::{Error, Result};

use super::outcome::Outcome;
use crate::{
    App,
    app::payment,
    db,
    domain::auditor::{Comparison, Difference, since, stock_differences},
};

const PAGE: i64 = 500;
/// Number of comparisons before a difference is reported.
const MAX_CHECKS: usize = 4;
/// How long to wait between two comparisons of the same order or charge.
const PAUSE: Duration = Duration::from_secs(1);
const CONCURRENCY: usize = 8;

/// Compares all orders with their reservations, page by page.
pub async fn stock(app: &App) -> Result<Comparison> {
    let mut all = Comparison::default();
    let mut after = String::new();
    loop {
        let mut reservations = app.stock.reservations(&after, PAGE, &[]).await?;
        let mut connection = app.pool.acquire().await?;
        let mut orders = db::auditor::ordered::page(&mut connection, &after, PAGE).await?;
        drop(connection);
        // Both pages are complete up to the lower of their last codes.
        let until = last_of_full(&reservations).into_iter().chain(last_of_full(&orders)).min();
        if let Some(until) = &until {
            reservations.retain(|code, _| code <= until);
            orders.retain(|code, _| code <= until);
        }
        let codes: BTreeSet<_> = reservations.keys().chain(orders.keys()).cloned().collect();
        all.compared += codes.len() as i64;
        let differs = |code: &String| !stock_differences(code, orders.get(code), reservations.get(code)).is_empty();
        all.differences.extend(confirmed(app, codes.into_iter().filter(differs).collect()).await?);
        match until {
            Some(code) => after = code,
            None => return Ok(all),
        }
    }
}

/// Returns the last code of a full page, or `None` for the last page, which is not full.
fn last_of_full<T>(page: &BTreeMap<String, T>) -> Option<String> {
    if page.len() as i64 == PAGE { page.last_key_value().map(|(code, _)| code.clone()) } else { None }
}

/// Compares the orders again that differed, and returns what still differs.
async fn confirmed(app: &App, mut unconfirmed: Vec<String>) -> Result<Vec<Difference>> {
    let mut found = Vec::new();
    for _ in 1..MAX_CHECKS {
        if unconfirmed.is_empty() {
            return Ok(Vec::new());
        }
        tokio::time::sleep(PAUSE).await;
        let mut connection = app.pool.acquire().await?;
        let orders = db::auditor::ordered::of_codes(&mut connection, &unconfirmed).await?;
        drop(connection);
        let mut reservations = BTreeMap::new();
        for codes in unconfirmed.chunks(PAGE as usize) {
            reservations.extend(app.stock.reservations("", PAGE, codes).await?);
        }
        let differences = |code: &String| stock_differences(code, orders.get(code), reservations.get(code));
        found =
            unconfirmed.iter().map(|code| (code.clone(), differences(code))).filter(|(_, it)| !it.is_empty()).collect();
        unconfirmed = found.iter().map(|(code, _)| code.clone()).collect();
    }
    Ok(found.into_iter().flat_map(|(_, differences)| differences).collect())
}

/// Asks the banks about the settled charges of the last 45 days. A bank that does not answer fails the run but is not a
/// difference. The other answers are compared.
pub async fn bank(app: &App) -> Outcome {
    let mut compared = Comparison::default();
    let failure = match compare_charges(app, &mut compared).await {
        Ok(0) => None,
        Ok(unanswered) => {
            let all = compared.compared;
            Some(Error::unavailable(anyhow::anyhow!("banks did not answer for {unanswered} of {all} charges")))
        }
        Err(error) => Some(error),
    };
    Outcome { compared, failure }
}

/// Adds differences to `all`, and returns for how many charges a bank did not answer.
async fn compare_charges(app: &App, all: &mut Comparison) -> Result<usize> {
    let mut unanswered = 0;
    let mut after = 0;
    loop {
        let mut connection = app.pool.acquire().await?;
        let charges = db::charge::settled(&mut connection, after, since(app.clock.now()), PAGE).await?;
        drop(connection);
        let Some(last) = charges.last() else { return Ok(unanswered) };
        after = last.id;
        all.compared += charges.len() as i64;
        let checks =
            stream::iter(charges).map(|charge| async move { check_charge(app, charge.order, charge.attempt).await });
        for check in checks.buffered(CONCURRENCY).collect::<Vec<_>>().await {
            match check? {
                ChargeCheck::Agrees => {}
                ChargeCheck::Unanswered => unanswered += 1,
                ChargeCheck::Differs(difference) => all.differences.push(difference),
            }
        }
    }
}

enum ChargeCheck {
    Agrees,
    Unanswered,
    Differs(Difference),
}

/// Compares a charge, and again while it differs, because it may have changed since.
async fn check_charge(app: &App, order: i64, attempt: i32) -> Result<ChargeCheck> {
    let mut latest = ChargeCheck::Agrees;
    for number in 0..MAX_CHECKS {
        if number > 0 {
            tokio::time::sleep(PAUSE).await;
        }
        let mut connection = app.pool.acquire().await?;
        let charge = db::charge::find_attempt(&mut connection, order, attempt).await?;
        drop(connection);
        let Some(charge) = charge else { return Ok(ChargeCheck::Agrees) };
        latest = match payment::compare_with_bank(app, &charge).await {
            None => return Ok(ChargeCheck::Agrees),
            Some(differs) if differs.theirs == "unknown" => ChargeCheck::Unanswered,
            Some(differs) => {
                let side = |word: &str, amount: i64| format!("{word} {amount}");
                let (theirs, ours) =
                    (side(differs.theirs, differs.their_amount), side(differs.ours, differs.our_amount));
                ChargeCheck::Differs(Difference::new(&differs.reference, "bank", &theirs, &ours))
            }
        };
    }
    Ok(latest)
}

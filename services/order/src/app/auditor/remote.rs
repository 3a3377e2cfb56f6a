//! Compares orders with the catalog's stock, and charges with the banks. Both sides change during the run, so only
//! persistent differences are reported.

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
/// A difference is reported if all checks find it.
const MAX_CHECKS: usize = 4;
const PAUSE: Duration = Duration::from_secs(1);
const CONCURRENCY: usize = 8;

pub async fn stock(app: &App) -> Result<Comparison> {
    let mut comparison = Comparison::default();
    let mut after = String::new();
    loop {
        let mut reservations = app.stock.reservations(&after, PAGE, &[]).await?;
        let mut connection = app.pool.acquire().await?;
        let mut orders = db::auditor::ordered::page(&mut connection, &after, PAGE).await?;
        drop(connection);
        // Both pages are sorted by code, and complete up to the lower of their last codes.
        let until = last_of_full(&reservations).into_iter().chain(last_of_full(&orders)).min();
        if let Some(until) = &until {
            reservations.retain(|code, _| code <= until);
            orders.retain(|code, _| code <= until);
        }
        let codes: BTreeSet<_> = reservations.keys().chain(orders.keys()).cloned().collect();
        comparison.compared += codes.len() as i64;
        let differs = |code: &String| !stock_differences(code, orders.get(code), reservations.get(code)).is_empty();
        let differing: Vec<_> = codes.into_iter().filter(differs).collect();
        comparison.differences.extend(confirm(app, differing).await?);
        match until {
            Some(code) => after = code,
            None => return Ok(comparison),
        }
    }
}

/// Returns `None` for the last page, which is not full.
fn last_of_full<T>(page: &BTreeMap<String, T>) -> Option<String> {
    if page.len() as i64 == PAGE { page.last_key_value().map(|(code, _)| code.clone()) } else { None }
}

/// Returns the differences that persist. The caller has made the first check.
async fn confirm(app: &App, mut unconfirmed: Vec<String>) -> Result<Vec<Difference>> {
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
        let compared = unconfirmed.iter().map(|code| (code.clone(), differences(code)));
        found = compared.filter(|(_, differences)| !differences.is_empty()).collect();
        unconfirmed = found.iter().map(|(code, _)| code.clone()).collect();
    }
    Ok(found.into_iter().flat_map(|(_, differences)| differences).collect())
}

/// Compares charges. A call without an answer fails the area, but reports no difference.
pub async fn bank(app: &App) -> Outcome {
    let mut compared = Comparison::default();
    let failure = match compare_charges(app, &mut compared).await {
        Ok(0) => None,
        Ok(unanswered) => {
            let total = compared.compared;
            Some(Error::unavailable(anyhow::anyhow!("banks did not answer for {unanswered} of {total} charges")))
        }
        Err(error) => Some(error),
    };
    Outcome { compared, failure }
}

/// Returns for how many charges a bank did not answer.
async fn compare_charges(app: &App, comparison: &mut Comparison) -> Result<usize> {
    let mut unanswered = 0;
    let mut after = 0;
    loop {
        let mut connection = app.pool.acquire().await?;
        let charges = db::charge::settled(&mut connection, after, since(app.clock.now()), PAGE).await?;
        drop(connection);
        let Some(last) = charges.last() else { return Ok(unanswered) };
        after = last.id;
        comparison.compared += charges.len() as i64;
        let checks =
            stream::iter(charges).map(|charge| async move { check_charge(app, charge.order, charge.attempt).await });
        for check in checks.buffered(CONCURRENCY).collect::<Vec<_>>().await {
            match check? {
                ChargeCheck::Agrees => {}
                ChargeCheck::Unanswered => unanswered += 1,
                ChargeCheck::Differs(difference) => comparison.differences.push(difference),
            }
        }
    }
}

enum ChargeCheck {
    Agrees,
    Unanswered,
    Differs(Difference),
}

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
            Some(differs) if differs.theirs == payment::UNKNOWN => ChargeCheck::Unanswered,
            Some(differs) => {
                let theirs = format!("{} {}", differs.theirs, differs.their_amount);
                let ours = format!("{} {}", differs.ours, differs.our_amount);
                ChargeCheck::Differs(Difference::new(&differs.reference, "bank", &theirs, &ours))
            }
        };
    }
    Ok(latest)
}

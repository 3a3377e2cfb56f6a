//! The auditor compares the ledger, orders, stock, slots, promo codes and banks, every night and on request. It
//! corrects nothing, and writes only to its own tables. An operator resolves the differences.
//!
//! A *run* is one comparison of all areas. An *area* is one kind of records, such as stock. A *finding* is a stored
//! difference.

mod outcome;
mod payouts;
mod remote;
mod workers;

use audit::Entry;
use kit::{Error, Result, identity::Caller, page::Page};

pub use workers::{audit_due, workers};

use crate::{
    App,
    db::{
        self,
        auditor::{AreaResult, Finding, Run},
    },
};

/// Begins a transaction in which all queries see the same state of the database.
const SNAPSHOT: &str = "begin isolation level repeatable read read only";
/// Number of runs in the list of operators.
const RUNS_SHOWN: i64 = 10;

/// Returns the latest runs, newest first, with the result of each area.
pub async fn runs(app: &App) -> Result<(Vec<Run>, Vec<AreaResult>)> {
    let mut tx = kit::db::begin_with(&app.pool, SNAPSHOT).await?;
    let runs = db::auditor::runs(&mut tx, RUNS_SHOWN).await?;
    let ids: Vec<_> = runs.iter().map(|run| run.id).collect();
    let results = db::auditor::results(&mut tx, &ids).await?;
    tx.commit().await?;
    Ok((runs, results))
}

/// Returns a page of open or of closed findings, and their total number.
pub async fn findings(app: &App, is_open: bool, page: Page) -> Result<(Vec<Finding>, i64)> {
    let mut tx = kit::db::begin_with(&app.pool, SNAPSHOT).await?;
    let findings = db::auditor::page(&mut tx, is_open, page).await?;
    let total = db::auditor::count(&mut tx, is_open).await?;
    tx.commit().await?;
    Ok((findings, total))
}

/// Requests a run, which begins within seconds, or returns a pending one.
pub async fn request_run(app: &App, operator: &Caller) -> Result<i64> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let run = db::auditor::request_run(&mut tx, operator.account, now).await?;
    // The crate `audit` is the log of operators' actions, not this auditor.
    audit::insert(&mut tx, operator, Entry::new("audit_requested", "auditor_run", run), now).await?;
    tx.commit().await?;
    Ok(run)
}

/// Stores an operator's note on a finding, and returns the finding.
pub async fn note(app: &App, operator: &Caller, finding: i64, note: &str) -> Result<Finding> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    if !db::auditor::set_note(&mut tx, finding, note, operator.account, now).await? {
        return Err(Error::NotFound("finding_not_found"));
    }
    audit::insert(&mut tx, operator, Entry::new("finding_noted", "finding", finding), now).await?;
    let noted = db::auditor::find_one(&mut tx, finding).await?.ok_or(Error::NotFound("finding_not_found"))?;
    tx.commit().await?;
    Ok(noted)
}

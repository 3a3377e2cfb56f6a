//! The auditor compares what the ledger, orders, stock, slots, promo codes and banks say, every night and whenever an operator
//! asks. It changes nothing but its own tables: what differs is for a person to look at.

mod keep;
mod outcome;
mod payouts;
mod remote;

use kit::{Error, Result, identity::Caller, page::Page};

pub use keep::{audit_due, workers};

use crate::{
    App,
    db::{
        self,
        auditor::{AreaResult, Finding, Run},
    },
};

const SNAPSHOT: &str = "begin isolation level repeatable read read only";
/// Runs that are shown.
const RUNS_SHOWN: i64 = 10;

/// The latest runs, newest first, with what each area came to.
pub async fn runs(app: &App) -> Result<(Vec<Run>, Vec<AreaResult>)> {
    let mut tx = app.pool.begin_with(SNAPSHOT).await?;
    let runs = db::auditor::runs(&mut tx, RUNS_SHOWN).await?;
    let ids: Vec<_> = runs.iter().map(|run| run.id).collect();
    let results = db::auditor::results(&mut tx, &ids).await?;
    tx.commit().await?;
    Ok((runs, results))
}

/// A page of findings that are open, or that are gone, and how many there are on all pages.
pub async fn findings(app: &App, is_open: bool, page: Page) -> Result<(Vec<Finding>, i64)> {
    let mut tx = app.pool.begin_with(SNAPSHOT).await?;
    let findings = db::auditor::page(&mut tx, is_open, page).await?;
    let total = db::auditor::count(&mut tx, is_open).await?;
    tx.commit().await?;
    Ok((findings, total))
}

/// Asks for a run, which begins within seconds; returns its id. While one waits to begin, that one is meant.
pub async fn ask(app: &App, operator: &Caller) -> Result<i64> {
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    let run = db::auditor::ask(&mut tx, operator.account, now).await?;
    db::audit::insert(&mut tx, operator.account, "audit_asked", run, now).await?;
    tx.commit().await?;
    Ok(run)
}

/// Keeps what an operator has learnt about a finding.
pub async fn note(app: &App, operator: &Caller, finding: i64, note: &str) -> Result<Finding> {
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    if !db::auditor::set_note(&mut tx, finding, note, operator.account, now).await? {
        return Err(Error::NotFound("finding_not_found"));
    }
    db::audit::insert(&mut tx, operator.account, "finding_noted", finding, now).await?;
    let noted = db::auditor::find_one(&mut tx, finding).await?.ok_or(Error::NotFound("finding_not_found"))?;
    tx.commit().await?;
    Ok(noted)
}

//! The auditor compares the ledger, orders, stock, slots, promo codes and banks, every night and on request. It
//! corrects nothing; operators resolve its findings. An *area* is one kind of records, such as stock.

mod outcome;
mod payouts;
mod remote;
mod workers;

use audit::Entry;
use kit::{Error, Result, identity::Caller, page::Page};

pub use workers::{audit_due, workers};

use super::SNAPSHOT;
use crate::{
    App,
    db::{
        self,
        auditor::{AreaResult, Finding, Run},
    },
};

const RUNS_SHOWN: i64 = 10;

pub async fn runs(app: &App) -> Result<(Vec<Run>, Vec<AreaResult>)> {
    let mut tx = kit::db::begin_with(&app.pool, SNAPSHOT).await?;
    let runs = db::auditor::runs(&mut tx, RUNS_SHOWN).await?;
    let ids: Vec<_> = runs.iter().map(|run| run.id).collect();
    let results = db::auditor::results(&mut tx, &ids).await?;
    tx.commit().await?;
    Ok((runs, results))
}

pub async fn findings(app: &App, is_open: bool, page: Page) -> Result<(Vec<Finding>, i64)> {
    let mut tx = kit::db::begin_with(&app.pool, SNAPSHOT).await?;
    let findings = db::auditor::page(&mut tx, is_open, page).await?;
    let total = db::auditor::count(&mut tx, is_open).await?;
    tx.commit().await?;
    Ok((findings, total))
}

pub async fn request_run(app: &App, operator: &Caller) -> Result<i64> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let run = db::auditor::request_run(&mut tx, operator.account, now).await?;
    // `audit` is the log of operators' actions, not this auditor.
    audit::insert(&mut tx, operator, Entry::new("audit_requested", "auditor_run", run), now).await?;
    tx.commit().await?;
    Ok(run)
}

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

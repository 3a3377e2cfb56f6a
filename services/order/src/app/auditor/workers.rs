//! The auditor's workers. One process audits at a time. After a crash, the next one starts the run again.

use std::time::Duration;

use kit::{
    Result,
    worker::{Next, Worker},
};

use super::{outcome::Outcome, payouts, remote};
use crate::{
    App,
    app::SNAPSHOT,
    db::{
        self,
        auditor::{AreaResult, compare},
    },
    domain::auditor::{Area, night},
    names,
};

const PAUSE: Duration = Duration::from_secs(2);
const METRICS_PAUSE: Duration = Duration::from_mins(1);
const TIMEOUT: Duration = Duration::from_hours(1);

pub fn workers(app: &App) -> [Worker; 2] {
    let auditor = Worker::new("auditor", PAUSE, app.clone(), |app| async move {
        if audit_due(&app).await? > 0 {
            update_metrics(&app).await?;
        }
        Ok(Next::AfterInterval)
    });
    let metrics = Worker::new("auditor_metrics", METRICS_PAUSE, app.clone(), |app| async move {
        update_metrics(&app).await?;
        Ok(Next::AfterInterval)
    });
    [auditor.with_timeout(TIMEOUT).abort_on_stop(), metrics]
}

async fn update_metrics(app: &App) -> Result<()> {
    let mut connection = app.pool.acquire().await?;
    let is_open = true;
    metrics::gauge!(names::AUDITOR_FINDINGS).set(db::auditor::count(&mut connection, is_open).await? as f64);
    if let Some(at) = db::auditor::finished_at(&mut connection).await? {
        metrics::gauge!(names::AUDITOR_FINISHED).set(at.timestamp() as f64);
    }
    Ok(())
}

/// Returns the number of performed runs.
pub async fn audit_due(app: &App) -> Result<usize> {
    let mut connection = app.pool.acquire().await?;
    db::auditor::insert_nightly(&mut connection, night(app.clock.now()), app.clock.now()).await?;
    if db::auditor::next(&mut connection).await?.is_none() {
        return Ok(0);
    }
    // Detached from the pool, so that the session lock ends with this connection even after an error.
    let mut session = connection.detach();
    if !db::auditor::try_lock(&mut session).await? {
        return Ok(0);
    }
    let mut done = 0;
    while let Some(run) = db::auditor::next(&mut session).await? {
        perform_run(app, run).await?;
        done += 1;
    }
    db::auditor::unlock(&mut session).await?;
    Ok(done)
}

async fn perform_run(app: &App, run: i64) -> Result<()> {
    let mut connection = app.pool.acquire().await?;
    db::auditor::begin(&mut connection, run, app.clock.now()).await?;
    drop(connection);
    let outcomes = compare_areas(app).await?;
    let failed = outcomes.iter().filter(|(_, outcome)| outcome.failure.is_some()).count();
    let mut differing = 0;
    for (area, outcome) in outcomes {
        differing += store_outcome(app, run, area, outcome).await?;
    }
    let mut connection = app.pool.acquire().await?;
    db::auditor::finish(&mut connection, run, app.clock.now()).await?;
    if differing > 0 {
        tracing::error!(auditor.run = run, auditor.differing = differing, "The auditor found {differing} differences");
    } else if failed == 0 {
        tracing::info!(auditor.run = run, "The auditor found no difference");
    }
    Ok(())
}

async fn compare_areas(app: &App) -> Result<Vec<(Area, Outcome)>> {
    let mut outcomes = Vec::with_capacity(Area::ALL.len());
    let mut tx = kit::db::begin_with(&app.pool, SNAPSHOT).await?;
    for area in Area::ALL {
        if let Some(compared) = compare::area(&mut tx, area).await? {
            outcomes.push((area, Outcome { compared, failure: None }));
        }
    }
    tx.commit().await?;
    outcomes.push((Area::Stock, remote::stock(app).await.into()));
    outcomes.push((Area::Counts, app.stock.check_counts().await.into()));
    outcomes.push((Area::Bank, remote::bank(app).await));
    outcomes.push((Area::Payouts, payouts::compare(app).await));
    Ok(outcomes)
}

async fn store_outcome(app: &App, run: i64, area: Area, Outcome { compared, failure }: Outcome) -> Result<i64> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let failure = failure.map(|error| format!("{:#}", anyhow::Error::from(error)));
    if let Some(error) = &failure {
        tracing::warn!(error, auditor.run = run, "The auditor could not compare all of {}", area.key());
    }
    let differing = compared.differences.len() as i64;
    let stored = &compared.differences[..compared.differences.len().min(db::auditor::MAX_FINDINGS as usize)];
    db::auditor::write_findings(&mut tx, run, area, stored).await?;
    // An incomplete comparison closes no earlier findings.
    if failure.is_none() && differing < db::auditor::MAX_FINDINGS {
        db::auditor::close_gone(&mut tx, run, area).await?;
    }
    let result = AreaResult { run, area, compared: compared.compared, differing, failure };
    db::auditor::write_result(&mut tx, &result).await?;
    tx.commit().await?;
    Ok(differing)
}

//! Submits changed pages to search engines by IndexNow. Changes are deleted after IndexNow accepted them; a crash in
//! between submits them again, which does no harm.

use std::time::Duration;

use chrono::TimeDelta;
use kit::{
    Result,
    worker::{Next, Worker},
};

use crate::{
    SearchEngines,
    db::{indexnow_change, indexnow_change::PageChange, indexnow_lease},
    domain::{
        change::{Kind, addresses},
        verdict::{Verdict, delay},
    },
};

/// Pages per request. In three languages they stay below IndexNow's limit of 10,000 URLs.
const BATCH: i64 = 3_000;
/// How long a change waits, so that repeated saves are submitted once, and gateways no longer cache the old page
/// (`PAGE_TTL`).
const SETTLE_TIME: TimeDelta = TimeDelta::seconds(10);
/// Duration of the lease: longer than the calls to the catalogue and to IndexNow take.
const LEASE: TimeDelta = TimeDelta::minutes(5);
const POLL: Duration = Duration::from_secs(2);
/// A run is aborted when its lease ends, because another process may take the lease then.
const LIMIT: Duration = Duration::from_mins(5);

/// The result of one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// No submission: none is due, another replica has the lease, or IndexNow asked for a pause.
    Idle,
    /// None of the changes has a page.
    Empty,
    Accepted,
    Rejected,
    Postponed,
}

/// Submits changed pages to search engines.
pub fn worker(engines: &SearchEngines) -> Worker {
    Worker::new("indexnow", POLL, engines.clone(), run).with_timeout(LIMIT)
}

async fn run(engines: SearchEngines) -> Result<Next> {
    submit(&engines).await?;
    Ok(Next::AfterInterval)
}

/// Submits the changes that are due.
pub async fn submit(engines: &SearchEngines) -> Result<Outcome> {
    let now = engines.app.clock.now();
    let (failures, changes) = {
        let mut connection = engines.app.pool.acquire().await?;
        let taken = indexnow_lease::take(&mut connection, now, now - SETTLE_TIME, now + LEASE).await?;
        let Some(failures) = taken else { return Ok(Outcome::Idle) };
        (failures, indexnow_change::next(&mut connection, BATCH).await?)
    };
    let pages = match pages(engines, &changes).await {
        Ok(pages) if pages.is_empty() => return finish(engines, &changes, Outcome::Empty).await,
        Ok(pages) => pages,
        Err(error) => {
            tracing::warn!(error = %error, "The slugs could not be loaded from the catalogue; submitting later");
            return postpone(engines, failures, None).await;
        }
    };
    match engines.indexnow.submit(&pages).await {
        Ok(response) => match Verdict::of(response.status) {
            Verdict::Accepted => {
                tracing::info!("Submitted {} changed URLs to IndexNow", pages.len());
                finish(engines, &changes, Outcome::Accepted).await
            }
            Verdict::Rejected => {
                tracing::warn!(response.status, "IndexNow rejected the submission; not retrying");
                finish(engines, &changes, Outcome::Rejected).await
            }
            Verdict::RetryLater => {
                tracing::warn!(response.status, "IndexNow asked to retry later; postponed");
                postpone(engines, failures, response.retry_after).await
            }
        },
        Err(error) => {
            tracing::warn!(error = format!("{error:#}"), "IndexNow could not be reached; postponed");
            postpone(engines, failures, None).await
        }
    }
}

/// Returns the URLs of the changed pages in every language. Withdrawn products have none.
async fn pages(engines: &SearchEngines, changes: &[PageChange]) -> Result<Vec<String>, tonic::Status> {
    let is_product = |change: &&PageChange| change.kind == Kind::Product.key();
    let products: Vec<i64> = changes.iter().filter(is_product).map(|change| change.subject_id).collect();
    let slugs = engines.catalog.slugs(&products).await?;
    let site = &engines.indexnow.site;
    let addresses_of = |change: &PageChange| match &change.slug {
        Some(slug) => Some(addresses(site, Kind::Store, slug)),
        None => slugs.get(&change.subject_id).map(|slug| addresses(site, Kind::Product, slug)),
    };
    Ok(changes.iter().filter_map(addresses_of).flatten().collect())
}

async fn finish(engines: &SearchEngines, changes: &[PageChange], outcome: Outcome) -> Result<Outcome> {
    let mut tx = engines.app.pool.begin().await?;
    indexnow_change::delete_unchanged(&mut tx, changes).await?;
    // Pages that changed again have to settle first.
    indexnow_lease::release(&mut tx, engines.app.clock.now() + SETTLE_TIME, 0).await?;
    tx.commit().await?;
    Ok(outcome)
}

async fn postpone(engines: &SearchEngines, failures: i32, retry_after: Option<TimeDelta>) -> Result<Outcome> {
    let not_before = engines.app.clock.now() + delay(failures, retry_after);
    let mut connection = engines.app.pool.acquire().await?;
    indexnow_lease::release(&mut connection, not_before, failures.saturating_add(1)).await?;
    Ok(Outcome::Postponed)
}

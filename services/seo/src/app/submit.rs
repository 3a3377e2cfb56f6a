//! Submits changed pages to search engines through IndexNow, a service that informs several of them. The event handlers
//! in `events` record the changes, and a worker submits them. A change is deleted after IndexNow has responded. After a
//! crash before the response, it is submitted again, which is harmless.

use std::time::Duration;

use chrono::TimeDelta;
use kit::{
    Result,
    worker::{Next, Worker},
};

use crate::{
    IndexNowContext,
    db::{indexnow_change, indexnow_change::PageChange, indexnow_lease},
    domain::{
        changed_page::{Kind, page_urls},
        submission::{Verdict, delay},
    },
};

/// Maximum number of pages per submission. In three languages these are 9,000 URLs, and IndexNow accepts 10,000.
const BATCH: i64 = 3_000;
/// How long a change waits, so that repeated saves are submitted once. It is longer than the gateway's `PAGE_TTL`, so
/// that search engines do not get the old page from its cache.
const SETTLE_TIME: TimeDelta = TimeDelta::seconds(10);
/// How long a run keeps other replicas from submitting. This is longer than its calls to the catalogue and IndexNow
/// take.
const LEASE: TimeDelta = TimeDelta::minutes(5);
/// How often the worker looks for changes.
const POLL: Duration = Duration::from_secs(2);
/// A run is aborted when its lease ends, because another replica may then take it.
const MAX_RUN_TIME: Duration = Duration::from_mins(5);

/// The result of one run of the worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing was submitted: no change is due, another replica has the lease, or IndexNow asked for a pause.
    Idle,
    /// Nothing was submitted, because none of the changed products still has a page. The changes are deleted.
    Empty,
    /// IndexNow accepted the submission.
    Accepted,
    /// IndexNow rejected the submission, which is not repeated.
    Rejected,
    /// The catalogue or IndexNow was unavailable. The changes are kept for a later run.
    Postponed,
}

/// Returns the worker that submits the recorded changes until the process stops.
pub fn worker(context: &IndexNowContext) -> Worker {
    Worker::new("indexnow", POLL, context.clone(), run).with_timeout(MAX_RUN_TIME)
}

async fn run(context: IndexNowContext) -> Result<Next> {
    submit(&context).await?;
    Ok(Next::AfterInterval)
}

/// Submits one batch of changes that are due.
pub async fn submit(context: &IndexNowContext) -> Result<Outcome> {
    let now = context.app.clock.now();
    let (failures, changes) = {
        let mut connection = context.app.pool.acquire().await?;
        let lease = indexnow_lease::take(&mut connection, now, now - SETTLE_TIME, now + LEASE).await?;
        let Some(failures) = lease else { return Ok(Outcome::Idle) };
        (failures, indexnow_change::next(&mut connection, BATCH).await?)
    };

    let urls = match changed_urls(context, &changes).await {
        Ok(urls) if urls.is_empty() => return finish(context, &changes, Outcome::Empty).await,
        Ok(urls) => urls,
        Err(error) => {
            tracing::warn!(error = %error, "The slugs could not be loaded from the catalogue; submitting later");
            return postpone(context, failures, None).await;
        }
    };

    match context.indexnow.submit(&urls).await {
        Ok(response) => match Verdict::from_status(response.status) {
            Verdict::Accepted => {
                tracing::info!("Submitted {} changed URLs to IndexNow", urls.len());
                finish(context, &changes, Outcome::Accepted).await
            }
            Verdict::Rejected => {
                tracing::warn!(response.status, "IndexNow rejected the submission; not retrying");
                finish(context, &changes, Outcome::Rejected).await
            }
            Verdict::RetryLater => {
                tracing::warn!(response.status, "IndexNow asked to retry later; postponed");
                postpone(context, failures, response.retry_after).await
            }
        },
        Err(error) => {
            tracing::warn!(error = format!("{error:#}"), "IndexNow could not be reached; postponed");
            postpone(context, failures, None).await
        }
    }
}

/// Returns the URLs of the changed pages in all languages. Withdrawn products have none.
async fn changed_urls(context: &IndexNowContext, changes: &[PageChange]) -> Result<Vec<String>, tonic::Status> {
    let is_product = |change: &&PageChange| change.kind == Kind::Product.key();
    let products: Vec<i64> = changes.iter().filter(is_product).map(|change| change.subject_id).collect();
    let slugs = context.catalog.slugs(&products).await?;
    let site = &context.indexnow.site;
    // The slug of a store comes with its event. Products have none here, so their slugs are read from the catalogue.
    let urls_of = |change: &PageChange| match &change.slug {
        Some(slug) => Some(page_urls(site, Kind::Store, slug)),
        None => slugs.get(&change.subject_id).map(|slug| page_urls(site, Kind::Product, slug)),
    };
    Ok(changes.iter().filter_map(urls_of).flatten().collect())
}

/// Deletes the submitted changes and ends the lease.
async fn finish(context: &IndexNowContext, changes: &[PageChange], outcome: Outcome) -> Result<Outcome> {
    let mut tx = kit::db::begin(&context.app.pool).await?;
    indexnow_change::delete_unchanged(&mut tx, changes).await?;
    // Pages that changed again during the submission have to settle before the next one.
    let no_failures = 0;
    indexnow_lease::release(&mut tx, context.app.clock.now() + SETTLE_TIME, no_failures).await?;
    tx.commit().await?;
    Ok(outcome)
}

/// Keeps the changes and ends the lease. The next run waits, longer after each failure.
async fn postpone(context: &IndexNowContext, failures: i32, retry_after: Option<TimeDelta>) -> Result<Outcome> {
    let not_before = context.app.clock.now() + delay(failures, retry_after);
    let mut connection = context.app.pool.acquire().await?;
    indexnow_lease::release(&mut connection, not_before, failures.saturating_add(1)).await?;
    Ok(Outcome::Postponed)
}

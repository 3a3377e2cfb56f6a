//! Submits changed pages to search engines through IndexNow. After a crash before the response, a change is submitted
//! again, which is harmless.

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

/// Pages per submission. In three languages these are 9,000 URLs; IndexNow accepts 10,000.
const BATCH: i64 = 3_000;
/// Repeated saves within this time are submitted once. Longer than the gateway's `PAGE_TTL`, so that search engines do
/// not get the old page from its cache.
const SETTLE_TIME: TimeDelta = TimeDelta::seconds(10);
/// Longer than the calls to the catalogue and IndexNow take.
const LEASE: TimeDelta = TimeDelta::minutes(5);
const POLL: Duration = Duration::from_secs(2);
/// Another replica may take over when the lease ends.
const MAX_RUN_TIME: Duration = Duration::from_mins(5);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// No change is due, another replica has the lease, or IndexNow asked for a pause.
    Idle,
    /// None of the changed products still has a page.
    Empty,
    Accepted,
    Rejected,
    /// The catalogue or IndexNow was unavailable.
    Postponed,
}

pub fn worker(context: &IndexNowContext) -> Worker {
    Worker::new("indexnow", POLL, context.clone(), run).with_timeout(MAX_RUN_TIME)
}

async fn run(context: IndexNowContext) -> Result<Next> {
    submit(&context).await?;
    Ok(Next::AfterInterval)
}

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

/// Withdrawn products have no URLs.
async fn changed_urls(context: &IndexNowContext, changes: &[PageChange]) -> Result<Vec<String>, tonic::Status> {
    let is_product = |change: &&PageChange| change.kind == Kind::Product.key();
    let products: Vec<i64> = changes.iter().filter(is_product).map(|change| change.subject_id).collect();
    let slugs = context.catalog.slugs(&products).await?;
    let site = &context.indexnow.site;
    // Slugs of products come from the catalogue.
    let urls_of = |change: &PageChange| match &change.slug {
        Some(slug) => Some(page_urls(site, Kind::Store, slug)),
        None => slugs.get(&change.subject_id).map(|slug| page_urls(site, Kind::Product, slug)),
    };
    Ok(changes.iter().filter_map(urls_of).flatten().collect())
}

async fn finish(context: &IndexNowContext, changes: &[PageChange], outcome: Outcome) -> Result<Outcome> {
    let mut tx = kit::db::begin(&context.app.pool).await?;
    indexnow_change::delete_unchanged(&mut tx, changes).await?;
    // Pages that changed again have to settle before the next submission.
    let no_failures = 0;
    indexnow_lease::release(&mut tx, context.app.clock.now() + SETTLE_TIME, no_failures).await?;
    tx.commit().await?;
    Ok(outcome)
}

async fn postpone(context: &IndexNowContext, failures: i32, retry_after: Option<TimeDelta>) -> Result<Outcome> {
    let not_before = context.app.clock.now() + delay(failures, retry_after);
    let mut connection = context.app.pool.acquire().await?;
    indexnow_lease::release(&mut connection, not_before, failures.saturating_add(1)).await?;
    Ok(Outcome::Postponed)
}

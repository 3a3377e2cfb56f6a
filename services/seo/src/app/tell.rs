//! Telling search engines which pages changed. First they are told, then what they were told is forgotten: whoever dies in
//! between tells it again, which does no harm.

use std::time::Duration;

use chrono::TimeDelta;
use kit::{
    Result,
    worker::{Next, Worker},
};

use crate::{
    Herald,
    db::{indexnow_change, indexnow_change::Row, indexnow_turn},
    domain::{
        change::{Kind, addresses},
        verdict::{Verdict, pause},
    },
};

/// At once: in three languages fewer than the ten thousand addresses that IndexNow takes.
const MOST: i64 = 3_000;
/// Who saves a product twice has it told once; and by then no gateway shows the page as it was (`PAGE_TTL`).
const SETTLING: TimeDelta = TimeDelta::seconds(10);
/// Longer than it takes to ask the catalogue for so many slugs and to wait for an answer.
const TURN: TimeDelta = TimeDelta::minutes(5);
const POLL: Duration = Duration::from_secs(2);
/// As long as the turn: another process may take the next one then.
const LIMIT: Duration = Duration::from_mins(5);

/// What became of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// There is nothing to tell yet, or it is somebody else's to tell, or search engines want to be left alone.
    NotOurs,
    /// There is no page to tell of.
    Nothing,
    Told,
    Refused,
    PutOff,
}

/// Tells search engines what changed.
pub fn worker(herald: &Herald) -> Worker {
    Worker::new("indexnow", POLL, herald.clone(), run).limited_to(LIMIT)
}

async fn run(herald: Herald) -> Result<Next> {
    tell(&herald).await?;
    Ok(Next::AfterInterval)
}

/// What changed, if it is time to tell it.
pub async fn tell(herald: &Herald) -> Result<Turn> {
    let now = herald.app.clock.now();
    let (failures, changes) = {
        let mut connection = herald.app.pool.acquire().await?;
        let taken = indexnow_turn::take(&mut connection, now, now - SETTLING, now + TURN).await?;
        let Some(failures) = taken else { return Ok(Turn::NotOurs) };
        (failures, indexnow_change::next(&mut connection, MOST).await?)
    };
    let pages = match pages(herald, &changes).await {
        Ok(pages) if pages.is_empty() => return forget(herald, &changes, Turn::Nothing).await,
        Ok(pages) => pages,
        Err(error) => {
            tracing::warn!(error = %error, "The catalogue does not say where its products are; search engines wait");
            return put_off(herald, failures, None).await;
        }
    };
    match herald.indexnow.tell(&pages).await {
        Ok(answer) => match Verdict::of(answer.status) {
            Verdict::Told => {
                tracing::info!("Search engines were told of {} addresses that changed", pages.len());
                forget(herald, &changes, Turn::Told).await
            }
            Verdict::Refused => {
                tracing::warn!(answer.status, "IndexNow refuses what it was told; it is not told again");
                forget(herald, &changes, Turn::Refused).await
            }
            Verdict::Later => {
                tracing::warn!(answer.status, "IndexNow wants to be told later");
                put_off(herald, failures, answer.retry_after).await
            }
        },
        Err(error) => {
            tracing::warn!(error = format!("{error:#}"), "IndexNow does not answer; it is told later");
            put_off(herald, failures, None).await
        }
    }
}

/// Every address of everything that has one.
async fn pages(herald: &Herald, changes: &[Row]) -> Result<Vec<String>, tonic::Status> {
    let is_product = |change: &&Row| change.kind == Kind::Product.key();
    let products: Vec<i64> = changes.iter().filter(is_product).map(|change| change.subject_id).collect();
    let slugs = herald.catalog.slugs(&products).await?;
    let site = &herald.indexnow.site;
    let of = |change: &Row| match &change.slug {
        Some(slug) => Some(addresses(site, Kind::Store, slug)),
        None => slugs.get(&change.subject_id).map(|slug| addresses(site, Kind::Product, slug)),
    };
    Ok(changes.iter().filter_map(of).flatten().collect())
}

async fn forget(herald: &Herald, changes: &[Row], turn: Turn) -> Result<Turn> {
    let mut tx = herald.app.pool.begin().await?;
    indexnow_change::forget(&mut tx, changes).await?;
    // What changed again meanwhile settles first.
    indexnow_turn::give_back(&mut tx, herald.app.clock.now() + SETTLING, 0).await?;
    tx.commit().await?;
    Ok(turn)
}

async fn put_off(herald: &Herald, failures: i32, asked_for: Option<TimeDelta>) -> Result<Turn> {
    let not_before = herald.app.clock.now() + pause(failures, asked_for);
    let mut connection = herald.app.pool.acquire().await?;
    indexnow_turn::give_back(&mut connection, not_before, failures.saturating_add(1)).await?;
    Ok(Turn::PutOff)
}

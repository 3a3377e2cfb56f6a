//! Collects search statistics, and suggests popular searches: those of many distinct visitors.
//!
//! Counts are kept in memory and written every ten seconds. Suggestions have the catalogue's own spelling, so that no
//! visitor sees another's text.

mod memory;

use std::{collections::HashSet, time::Duration};

use chrono::TimeDelta;
use kit::{
    Language, Result,
    worker::{Next, Worker},
};

pub use memory::{NewSearch, Searches};

use crate::{App, db, domain::baku};

const WRITE_INTERVAL: Duration = Duration::from_secs(10);
/// Visitors are counted, and their hashes kept, for this long.
const POPULAR_DAYS: i64 = 14;
/// More than are suggested, because some may no longer have products.
const CANDIDATES: usize = 20;
const MAX_POPULAR_QUERIES: i64 = 20_000;
const KEEP_COUNTS_DAYS: i64 = 90;

/// Returns popular queries in the catalogue's own spelling, most frequent first.
pub async fn popular(app: &App, language: Language, prefix: &str, limit: usize) -> Result<Vec<String>> {
    let candidates = app.searches.popular(language, prefix, CANDIDATES);
    if candidates.is_empty() {
        return Ok(Vec::new());
    }
    let spellings = app.search.spellings(candidates).await?;
    // Several queries may have the same spelling.
    let mut shown = HashSet::new();
    Ok(spellings.into_iter().flatten().filter(|spelling| shown.insert(spelling.clone())).take(limit).collect())
}

pub fn worker(app: &App) -> Worker {
    Worker::new("searches", WRITE_INTERVAL, app.clone(), run).run_on_stop(app.clone(), run)
}

async fn run(app: App) -> Result<Next> {
    write_searches(&app).await?;
    Ok(Next::AfterInterval)
}

/// Writes the collected counts and visits, deletes old ones, and reads which queries are popular.
pub async fn write_searches(app: &App) -> Result<()> {
    let today = baku::day(app.clock.now());
    let mut pending = app.searches.take();
    let (counts, visits) = (pending.rows(), pending.visits(app).await?);

    let mut tx = kit::db::begin(&app.pool).await?;
    if !counts.is_empty() {
        db::search_counts::add(&mut tx, &counts).await?;
    }
    if !visits.is_empty() {
        db::search_visit::add(&mut tx, &visits).await?;
    }

    db::search_counts::delete_before(&mut tx, today - TimeDelta::days(KEEP_COUNTS_DAYS)).await?;
    let since = today - TimeDelta::days(POPULAR_DAYS);
    db::search_visit::delete_before(&mut tx, since).await?;
    let min_visitors = app.searches.min_visitors();
    let popular = db::search_visit::popular(&mut tx, since, min_visitors, MAX_POPULAR_QUERIES).await?;

    // Cleared before the commit, whose outcome may be unknown: losing counts is better than counting twice.
    pending.clear();
    tx.commit().await?;

    app.searches.set_popular(popular);
    Ok(())
}

//! Telling many. One page of the audience is one transaction: its notifications, what goes outside of the shop, and the cursor.
//! Killed at any moment, whoever comes next goes on where the last commit left it, and each account is told once.
//!
//! One replica tells at a time. After each page it rests for half as long as the page took, so that what people wait for comes
//! between.

use std::time::{Duration, Instant};

use kit::{
    Result,
    db::leader::LeaderLock,
    worker::{Next, Worker},
};
use sqlx::PgConnection;
use tracing::Instrument as _;

use crate::{
    audience::Audience,
    db::{
        self,
        fanout::{Page, Row},
    },
    domain::{Topic, Way, nature},
    herald::Herald,
    names,
};

const NAME: &str = "fan_out";
/// Large enough that a page costs more than its commit, small enough that nobody notices the wait for it.
const PAGE: i64 = 2_500;
const SHORTEST_REST: Duration = Duration::from_millis(5);
const POLL: Duration = Duration::from_secs(1);
const PATIENCE: Duration = Duration::from_secs(3);

/// Tells the many, page by page. One process at a time does: the others stand by.
pub fn worker(herald: &Herald) -> Worker {
    Worker::new(NAME, PATIENCE, herald.clone(), run).led_by(LeaderLock::new(herald.app.pool.clone(), NAME))
}

async fn run(herald: Herald) -> Result<Next> {
    let began = Instant::now();
    let mut connection = herald.app.pool.acquire().await?;
    Ok(match tell_next(&herald, &mut connection).await? {
        Step::Told => Next::After((began.elapsed() / 2).max(SHORTEST_REST)),
        Step::PutBack => Next::AfterInterval,
        Step::Nothing => Next::After(POLL),
    })
}

enum Step {
    Told,
    /// Its audience cannot be asked for; others go first.
    PutBack,
    Nothing,
}

/// Everything that many are to be told by now, without a rest.
pub async fn fan_out_all(herald: &Herald) -> Result<()> {
    let mut connection = herald.app.pool.acquire().await?;
    loop {
        match tell_next(herald, &mut connection).await? {
            Step::Told => {}
            Step::PutBack | Step::Nothing => return Ok(()),
        }
    }
}

/// One page of whatever waited longest.
async fn tell_next(herald: &Herald, connection: &mut PgConnection) -> Result<Step> {
    metrics::gauge!(names::FANOUTS).set(db::fanout::count_under_way(connection).await? as f64);
    let Some(fanout) = db::fanout::next(connection).await? else { return Ok(Step::Nothing) };
    let span = tracing::info_span!(
        names::FANOUT_SPAN,
        fanout.id = fanout.fanout_id,
        fanout.kind = fanout.kind,
        fanout.cursor = fanout.cursor
    );
    tell_page(herald, fanout).instrument(span).await
}

async fn tell_page(herald: &Herald, fanout: Row) -> Result<Step> {
    let now = herald.app.clock.now();
    let (Some(audience), Some(topic), Some(nature)) =
        (Audience::from_key(&fanout.audience), Topic::from_key(&fanout.topic), nature(&fanout.kind))
    else {
        // Of a newer version, which will tell it.
        return put_back(herald, &fanout).await;
    };
    if fanout.worth_until <= now {
        return end(herald, &fanout).await;
    }
    let accounts = herald.audiences.page(audience, fanout.audience_id, fanout.cursor, PAGE, fanout.occurred_at).await;
    let accounts = match accounts {
        Ok(accounts) => accounts,
        Err(error) => {
            tracing::warn!(
                fanout.id = fanout.fanout_id,
                error = format!("{:#}", anyhow::Error::from(error)),
                "Fan-out {} waits for its audience",
                fanout.fanout_id
            );
            return put_back(herald, &fanout).await;
        }
    };
    let Some(last) = accounts.last() else { return end(herald, &fanout).await };
    let ways_out: Vec<String> = nature.ways.iter().map(|way| way.key().to_owned()).collect();
    let page = Page {
        fanout_id: fanout.fanout_id,
        accounts: &accounts,
        topic: topic.key(),
        in_app_by_default: topic.by_default().contains(&Way::InApp),
        ways_out: &ways_out,
        rank: nature.urgency.rank(),
    };
    let mut tx = herald.app.pool.begin().await?;
    db::departed::hold_the_door(&mut tx).await?;
    if !db::fanout::advance(&mut tx, fanout.fanout_id, fanout.cursor, *last, now).await? {
        return Ok(Step::Told);
    }
    db::fanout::tell_outside(&mut tx, &page).await?;
    // Last, for whoever writes notifications takes turns until the commit.
    let told = db::fanout::tell(&mut tx, &page).await?;
    tx.commit().await?;
    metrics::counter!(names::FANOUT_TOLD, "kind" => fanout.kind).increment(told);
    Ok(Step::Told)
}

async fn put_back(herald: &Herald, fanout: &Row) -> Result<Step> {
    let mut tx = herald.app.pool.begin().await?;
    db::fanout::put_back(&mut tx, fanout.fanout_id, herald.app.clock.now()).await?;
    tx.commit().await?;
    Ok(Step::PutBack)
}

async fn end(herald: &Herald, fanout: &Row) -> Result<Step> {
    let mut tx = herald.app.pool.begin().await?;
    db::fanout::end(&mut tx, fanout.fanout_id, herald.app.clock.now()).await?;
    tx.commit().await?;
    tracing::info!(fanout.id = fanout.fanout_id, "Fan-out {} has reached everybody", fanout.fanout_id);
    Ok(Step::Told)
}

//! A fan-out notifies a whole audience of one event, page by page. One transaction writes a page and moves the cursor
//! (the last notified account), so that a crash notifies no account twice.

use std::time::{Duration, Instant};

use kit::{
    Result,
    db::leader::LeaderLock,
    telemetry::trace_context,
    worker::{Next, Worker},
};
use sqlx::PgConnection;
use tracing::Instrument as _;

use crate::{
    audience::Audience,
    db::{
        self,
        fanout::{FanoutRow, Page},
    },
    domain::{KindPolicy, NotificationChannel, Topic, policy},
    names,
    worker_context::WorkerContext,
};

const NAME: &str = "fan_out";
/// A larger page would delay other writers; in a smaller one, the commit would cost more than the rows.
const PAGE_SIZE: i64 = 2_500;
/// The pause is half as long as the page took, but at least this.
const MIN_PAUSE: Duration = Duration::from_millis(5);
const POLL: Duration = Duration::from_secs(1);
const RETRY_DELAY: Duration = Duration::from_secs(3);

pub fn worker(context: &WorkerContext) -> Worker {
    Worker::new(NAME, RETRY_DELAY, context.clone(), run).led_by(LeaderLock::new(context.app.pool.clone(), NAME))
}

async fn run(context: WorkerContext) -> Result<Next> {
    let started = Instant::now();
    let mut connection = context.app.pool.acquire().await?;
    Ok(match process_next(&context, &mut connection).await? {
        Progress::Advanced => Next::After((started.elapsed() / 2).max(MIN_PAUSE)),
        Progress::Postponed => Next::AfterInterval,
        Progress::NothingToDo => Next::After(POLL),
    })
}

enum Progress {
    /// A page was written, or the fan-out ended.
    Advanced,
    /// The audience is unavailable, so other fan-outs go first.
    Postponed,
    NothingToDo,
}

/// Only tests call this.
pub async fn fan_out_all(context: &WorkerContext) -> Result<()> {
    let mut connection = context.app.pool.acquire().await?;
    loop {
        match process_next(context, &mut connection).await? {
            Progress::Advanced => {}
            Progress::Postponed | Progress::NothingToDo => return Ok(()),
        }
    }
}

/// Continues the fan-out that was processed least recently.
async fn process_next(context: &WorkerContext, connection: &mut PgConnection) -> Result<Progress> {
    metrics::gauge!(names::FANOUTS).set(db::fanout::count_open(connection).await? as f64);
    let Some(fanout) = db::fanout::next(connection).await? else { return Ok(Progress::NothingToDo) };
    let span = tracing::info_span!(
        names::FANOUT_SPAN,
        fanout.id = fanout.fanout_id,
        fanout.kind = fanout.kind,
        fanout.cursor = fanout.cursor
    );
    // Linked, not continued: a trace with the messages to a whole audience would be unreadable.
    trace_context::link(&span, fanout.traceparent.as_deref());
    process_page(context, fanout).instrument(span).await
}

async fn process_page(context: &WorkerContext, fanout: FanoutRow) -> Result<Progress> {
    let Some(known) = KnownFanout::parse(&fanout) else {
        // A newer release started this fan-out and will run it.
        return postpone(context, &fanout).await;
    };
    if fanout.worth_until <= context.app.clock.now() {
        return end(context, &fanout).await;
    }
    let accounts =
        context.audiences.page(known.audience, fanout.audience_id, fanout.cursor, PAGE_SIZE, fanout.occurred_at).await;
    match accounts {
        Ok(accounts) => match accounts.last() {
            Some(last) => write_page(context, fanout, &known, &accounts, *last).await,
            None => end(context, &fanout).await,
        },
        Err(error) => {
            tracing::warn!(
                fanout.id = fanout.fanout_id,
                error = format!("{:#}", anyhow::Error::from(error)),
                "The audience of fan-out {} could not be loaded; retrying later",
                fanout.fanout_id
            );
            postpone(context, &fanout).await
        }
    }
}

struct KnownFanout {
    audience: Audience,
    topic: Topic,
    policy: KindPolicy,
}

impl KnownFanout {
    fn parse(fanout: &FanoutRow) -> Option<Self> {
        Some(Self {
            audience: Audience::from_key(&fanout.audience)?,
            topic: Topic::from_key(&fanout.topic)?,
            policy: policy(&fanout.kind)?,
        })
    }
}

async fn write_page(
    context: &WorkerContext,
    fanout: FanoutRow,
    KnownFanout { topic, policy, .. }: &KnownFanout,
    accounts: &[i64],
    last: i64,
) -> Result<Progress> {
    let outside_channels: Vec<String> = policy.channels.iter().map(|channel| channel.key().to_owned()).collect();
    let page = Page {
        fanout_id: fanout.fanout_id,
        accounts,
        topic: topic.key(),
        in_app_by_default: topic.default_channels().contains(&NotificationChannel::InApp),
        outside_channels: &outside_channels,
        rank: policy.urgency.rank(),
    };

    let mut tx = kit::db::begin(&context.app.pool).await?;
    db::erased_account::lock_shared(&mut tx).await?;
    if !db::fanout::advance(&mut tx, fanout.fanout_id, fanout.cursor, last, context.app.clock.now()).await? {
        // Another replica wrote this page.
        return Ok(Progress::Advanced);
    }
    db::fanout::insert_pending(&mut tx, &page).await?;
    // Last, because it blocks other inserts of notifications until the commit.
    let inserted = db::fanout::insert_notifications(&mut tx, &page).await?;
    tx.commit().await?;
    metrics::counter!(names::FANOUT_NOTIFICATIONS, "kind" => fanout.kind).increment(inserted);
    Ok(Progress::Advanced)
}

async fn postpone(context: &WorkerContext, fanout: &FanoutRow) -> Result<Progress> {
    let mut tx = kit::db::begin(&context.app.pool).await?;
    db::fanout::postpone(&mut tx, fanout.fanout_id, context.app.clock.now()).await?;
    tx.commit().await?;
    Ok(Progress::Postponed)
}

async fn end(context: &WorkerContext, fanout: &FanoutRow) -> Result<Progress> {
    let mut tx = kit::db::begin(&context.app.pool).await?;
    db::fanout::end(&mut tx, fanout.fanout_id, context.app.clock.now()).await?;
    tx.commit().await?;
    tracing::info!(fanout.id = fanout.fanout_id, "Fan-out {} ended", fanout.fanout_id);
    Ok(Progress::Advanced)
}

//! Publishes a service's events to NATS JetStream (a message broker that stores streams), for programs outside the
//! shop. `docs/EVENTS.md` describes the messages.
//!
//! Each service has a stream of its own and is its only writer. Every message names the sequence number that the stream
//! must end with before it (`Nats-Expected-Last-Sequence`). The stream refuses other messages, so it has no gap and no
//! second copy, even if a batch is confirmed in part or two replicas publish at once. The stream's last message says
//! where to continue; the cursor in the database only shows whether a stream has lost messages.
//!
//! The publisher is a consumer of the outbox like any other: it holds back the deletion of events (`retain.rs`) and
//! starts over from a snapshot if events were deleted nevertheless.

mod batch;
mod cursor;
mod failure;
mod message;
mod plan;
mod session;
mod settings;
mod start_over;
mod stream;

use std::{sync::Arc, time::Duration};

use kit::{
    config::{FeedConfig, Mode},
    db::leader::LeaderLock,
    telemetry::names,
    worker::{Leadership as _, Next, Worker},
};
use proto::outside::{PublishedKind, published_by};
use sqlx::PgPool;
use tokio::sync::Mutex;

use crate::{head, outbox::Outbox, state::State};

use cursor::Lag;
pub(crate) use cursor::NAME as CURSOR;
use failure::{CONFLICT, Failure};
use message::Message;
use plan::{Plan, plan};
use session::Session;
use settings::Settings;
use stream::Last;

/// How often an idle publisher checks that its stream is still there and complete.
const CHECK_INTERVAL: Duration = Duration::from_secs(10);
/// The pause after the stream has refused a message, because another replica has published.
const PAUSE_AFTER_CONFLICT: Duration = Duration::from_secs(1);
/// How long a run waits after an event, to collect further events in its batch.
const COLLECT: Duration = Duration::from_millis(50);
/// The time limit of a run. A snapshot of a million products takes minutes.
const LIMIT: Duration = Duration::from_hours(1);
/// The most batches of a run. If there are more events, the next run follows at once.
const BATCHES: usize = 20;

/// The state of the worker that publishes.
struct Publisher {
    pool: PgPool,
    /// The source of snapshots, if the service has one.
    state: Option<Arc<dyn State>>,
    service: &'static str,
    /// The kinds of events that are for programs outside.
    published: Vec<&'static PublishedKind>,
    settings: Settings,
    /// The connection to the stream. A run takes it out and puts it back at its end. After a run that has failed or was
    /// dropped there is none, so the next run asks the stream where to continue.
    session: Mutex<Option<Session>>,
    /// Which replica publishes. This only saves duplicate work: the stream refuses what a second publisher sends.
    leadership: Mutex<LeaderLock>,
}

impl Outbox {
    /// Returns the worker that publishes the events of `service` to NATS. Returns `None` if no server is configured or
    /// the service publishes nothing outside.
    pub fn nats_publisher(
        &self,
        service: &'static str,
        config: &FeedConfig,
        mode: Mode,
    ) -> anyhow::Result<Option<Worker>> {
        self.nats_publisher_of(service, published_by(service), config, mode)
    }

    /// Like [`nats_publisher`](Self::nats_publisher), with kinds that are not in the contracts.
    pub fn nats_publisher_of(
        &self,
        service: &'static str,
        published: Vec<&'static PublishedKind>,
        config: &FeedConfig,
        mode: Mode,
    ) -> anyhow::Result<Option<Worker>> {
        let Some(settings) = Settings::new(service, config, mode)? else { return Ok(None) };
        if published.is_empty() {
            return Ok(None);
        }
        let publisher = Arc::new(Publisher {
            pool: self.pool.clone(),
            state: self.state.clone(),
            service,
            published,
            settings,
            session: Mutex::new(None),
            leadership: Mutex::new(LeaderLock::new(self.pool.clone(), "nats_publisher")),
        });
        let run = |publisher: Arc<Publisher>| async move { publisher.run().await };
        let worker = Worker::new("nats_publisher", CHECK_INTERVAL, publisher, run);
        let worker = worker.notified_after(self.nats_notifier.clone(), COLLECT);
        Ok(Some(worker.with_timeout(LIMIT).abort_on_stop()))
    }
}

impl Publisher {
    async fn run(&self) -> kit::Result<Next> {
        let failing = metrics::gauge!(names::NATS_FAILING);
        // A replica that stands by measures, too. Its gauges would otherwise keep their last values after it was the
        // leader.
        self.measure_lag().await?;
        if !self.leadership.lock().await.hold().await? {
            failing.set(0.0);
            return Ok(Next::AfterInterval);
        }
        match self.publish().await {
            Ok(next) => {
                failing.set(0.0);
                self.measure_lag().await?;
                Ok(next)
            }
            Err(Failure { reason, error }) => {
                metrics::counter!(names::NATS_FAILURES, "reason" => reason).increment(1);
                if reason == CONFLICT {
                    tracing::info!(error = format!("{error:#}"), "The publisher asks its stream where to continue");
                    return Ok(Next::After(PAUSE_AFTER_CONFLICT));
                }
                failing.set(1.0);
                Err(kit::Error::Internal(error))
            }
        }
    }

    /// Publishes what the outbox has beyond the stream. Events stay in the outbox until NATS has confirmed them.
    async fn publish(&self) -> Result<Next, Failure> {
        let taken = self.session.lock().await.take();
        let mut session = match taken {
            Some(session) => session,
            None => self.open().await?,
        };
        if !self.is_current(&mut session).await? {
            session = self.open().await?;
        }
        for _ in 0..BATCHES {
            self.measure_lag().await?;
            let (head, events) = batch::read(&self.pool, session.after, &self.kinds()).await?;
            if head.check(session.after, Some(session.epoch)).is_err() {
                // The next run opens another session, which finds out why.
                return Ok(Next::Now);
            }
            let is_full = events.len() as i64 == batch::SIZE;
            let messages: Vec<Message> =
                events.into_iter().filter_map(|event| Message::event(self, &head, event)).collect();
            self.send_events(&mut session, &messages).await?;
            if !is_full {
                if head.position > session.after {
                    cursor::pass(&self.pool, head.position).await?;
                    session.after = head.position;
                }
                *self.session.lock().await = Some(session);
                return Ok(Next::AfterInterval);
            }
        }
        *self.session.lock().await = Some(session);
        Ok(Next::Now)
    }

    /// Publishes events, and moves the cursor over those that are confirmed.
    async fn send_events(&self, session: &mut Session, messages: &[Message]) -> Result<(), Failure> {
        let mut unsent = messages;
        while !unsent.is_empty() {
            let (confirmed, outcome) = session.send(unsent).await;
            if let Some(position) = unsent[..confirmed].last().and_then(|message| message.position) {
                cursor::advance(&self.pool, position, session.epoch).await?;
                session.after = position;
            }
            outcome?;
            unsent = &unsent[confirmed..];
        }
        Ok(())
    }

    /// Connects, creates the stream if it is missing, and finds out where to continue.
    async fn open(&self) -> Result<Session, Failure> {
        cursor::register(&self.pool).await?;
        let context = self.settings.connect().await?;
        let (stream, state) = stream::open(&context, &self.settings).await?;
        let last = stream::last(&stream, &state).await?;
        let (head, stored) = (head::read(&self.pool).await?, cursor::read(&self.pool).await?);
        let name = &self.settings.stream;
        let mut session = Session::new(context, stream, name, state.last_sequence, head.epoch);
        if last == Last::Foreign {
            tracing::warn!(stream = name, "Stream {name} ends with a message that this service has not published");
        }
        match plan(&head, &stored, &last) {
            Plan::Continue { published, after, has_lost } => {
                if has_lost {
                    tracing::error!(stream = name, after, "Stream {name} has lost messages; publishing them again");
                    metrics::counter!(names::NATS_RESYNCS, "reason" => plan::MESSAGES_LOST).increment(1);
                }
                cursor::store(&self.pool, published, head.epoch, after).await?;
                session.after = after;
            }
            Plan::StartOver { reason, after } => self.start_over(&mut session, &head, reason, after).await?,
        }
        tracing::info!(stream = name, "Publishing to stream {name} of NATS after position {}", session.after);
        Ok(session)
    }

    /// Returns whether the stream still ends where this session has left it. Asks NATS at most once per
    /// [`CHECK_INTERVAL`].
    async fn is_current(&self, session: &mut Session) -> Result<bool, Failure> {
        if session.checked_at.elapsed() < CHECK_INTERVAL {
            return Ok(true);
        }
        let is_current = session.is_unchanged().await? && cursor::touch(&self.pool).await?;
        session.checked_at = tokio::time::Instant::now();
        Ok(is_current)
    }

    fn kinds(&self) -> Vec<&'static str> {
        self.published.iter().map(|published| published.kind).collect()
    }

    async fn measure_lag(&self) -> sqlx::Result<()> {
        let Lag { events, seconds } = cursor::lag(&self.pool, &self.kinds()).await?;
        metrics::gauge!(names::NATS_LAG_EVENTS).set(events as f64);
        metrics::gauge!(names::NATS_LAG_SECONDS).set(seconds);
        Ok(())
    }
}

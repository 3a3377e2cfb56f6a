//! Publishes a service's events to NATS JetStream, for programs outside the shop (`docs/EVENTS.md`).
//!
//! Every message names the sequence number before it (`Nats-Expected-Last-Sequence`), and the stream refuses others. So
//! it has no gap and no second copy, even if two replicas publish. The stream's last message says where to continue.

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
use session::{Sent, Session};
use settings::Settings;
use stream::Last;

const CHECK_INTERVAL: Duration = Duration::from_secs(10);
/// The pause after another replica has published.
const PAUSE_AFTER_CONFLICT: Duration = Duration::from_secs(1);
/// A run waits this long after an event, so that it publishes several together.
const COLLECT_DELAY: Duration = Duration::from_millis(50);
/// A snapshot of a million products takes minutes.
const RUN_TIMEOUT: Duration = Duration::from_hours(1);
const MAX_BATCHES: usize = 20;

struct Publisher {
    pool: PgPool,
    state: Option<Arc<dyn State>>,
    service: &'static str,
    published: Vec<&'static PublishedKind>,
    settings: Settings,
    /// Taken out by a run. After a failed run there is none, so the next one asks the stream where to continue.
    session: Mutex<Option<Session>>,
    /// Only saves work: the stream refuses what a second publisher sends.
    leadership: Mutex<LeaderLock>,
}

impl Outbox {
    /// Returns `None` if no server is configured, or there is nothing to publish.
    pub fn nats_publisher(
        &self,
        service: &'static str,
        config: &FeedConfig,
        mode: Mode,
    ) -> anyhow::Result<Option<Worker>> {
        self.nats_publisher_of(service, published_by(service), config, mode)
    }

    /// Like [`nats_publisher`](Self::nats_publisher), with other kinds.
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
        let worker = worker.notified_after(self.nats_notifier.clone(), COLLECT_DELAY);
        Ok(Some(worker.with_timeout(RUN_TIMEOUT).abort_on_stop()))
    }
}

impl Publisher {
    async fn run(&self) -> kit::Result<Next> {
        let failing = metrics::gauge!(names::NATS_FAILING);
        // Also on standby replicas: gauges of a former leader would keep their last values.
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

    async fn publish(&self) -> Result<Next, Failure> {
        let taken = self.session.lock().await.take();
        let mut session = match taken {
            Some(session) => session,
            None => self.open().await?,
        };
        if !self.is_current(&mut session).await? {
            session = self.open().await?;
        }
        for _ in 0..MAX_BATCHES {
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

    async fn send_events(&self, session: &mut Session, messages: &[Message]) -> Result<(), Failure> {
        let mut unsent = messages;
        while !unsent.is_empty() {
            let Sent { confirmed, outcome } = session.send(unsent).await;
            if let Some(position) = unsent[..confirmed].last().and_then(|message| message.position) {
                cursor::advance(&self.pool, position, session.epoch).await?;
                session.after = position;
            }
            outcome?;
            unsent = &unsent[confirmed..];
        }
        Ok(())
    }

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

    /// Asks NATS at most once per [`CHECK_INTERVAL`].
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

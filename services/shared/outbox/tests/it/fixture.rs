//! A producer of numbered events, and consumers that record what they apply.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
};

use outbox::{Consumer, Entity, Handler, Outbox, Start, State, append, append_all, parse};
use proto::{event::Event, feed};
use serde::{Deserialize, Serialize};
use sqlx::{
    PgConnection, PgPool, Postgres, Transaction,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use testkit::{database::eventually, server::TestServer};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;

#[derive(Serialize, Deserialize)]
pub struct Counted {
    pub number: i64,
}

impl Event for Counted {
    const KIND: &'static str = "counted";
}

/// A kind that recorders do not read by default.
#[derive(Serialize)]
pub struct OtherEvent {
    pub number: i64,
}

impl Event for OtherEvent {
    const KIND: &'static str = "other";
}

/// The producer's state, for snapshots: the rows of the table `fact`.
struct Facts;

#[async_trait::async_trait]
impl State for Facts {
    fn kinds(&self) -> &'static [&'static str] {
        &["counted"]
    }

    async fn page(&self, tx: &mut PgConnection, _: &str, after: i64, limit: i64) -> kit::Result<Vec<Entity>> {
        let page = "select number from fact where number > $1 order by number limit $2";
        let numbers: Vec<i64> = sqlx::query_scalar(page).bind(after).bind(limit).fetch_all(tx).await?;
        numbers.into_iter().map(|number| Entity::new(number, &Counted { number })).collect()
    }
}

/// Records the numbers of applied events in the table `effect`, and fails at chosen ones.
#[derive(Clone, Default)]
pub struct Recorder {
    pub name: &'static str,
    reads_all_kinds: bool,
    batch_size: usize,
    failing: Arc<Mutex<HashSet<i64>>>,
    panicking: Arc<Mutex<HashSet<i64>>>,
    timing_out: Arc<Mutex<HashSet<i64>>>,
}

impl Recorder {
    pub fn named(name: &'static str) -> Self {
        Self { name, ..Self::default() }
    }

    pub fn reading_all_kinds(self) -> Self {
        Self { reads_all_kinds: true, ..self }
    }

    pub fn applying_in_batches_of(self, batch_size: usize) -> Self {
        Self { batch_size, ..self }
    }

    pub fn failing_at(self, numbers: impl IntoIterator<Item = i64>) -> Self {
        locked(&self.failing).extend(numbers);
        self
    }

    pub fn panicking_at(self, number: i64) -> Self {
        locked(&self.panicking).insert(number);
        self
    }

    pub fn timing_out_at(self, number: i64) -> Self {
        locked(&self.timing_out).insert(number);
        self
    }

    pub fn repair(&self) {
        for set in [&self.failing, &self.panicking, &self.timing_out] {
            locked(set).clear();
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[async_trait::async_trait]
impl Handler for Recorder {
    fn kinds(&self) -> &'static [&'static str] {
        if self.reads_all_kinds { &[] } else { &["counted"] }
    }

    fn start(&self) -> Start {
        Start::Head
    }

    async fn apply(&self, tx: &mut PgConnection, event: &feed::Event) -> kit::Result<()> {
        let Counted { number } = parse(event)?;
        // Before the deliberate failures, so that tests see whether the effect is rolled back.
        sqlx::query("insert into effect (consumer, number, kind, trace) values ($1, $2, $3, $4)")
            .bind(self.name)
            .bind(number)
            .bind(&event.kind)
            .bind(kit::telemetry::trace_context::current_id())
            .execute(&mut *tx)
            .await?;
        assert!(!locked(&self.panicking).contains(&number), "deliberate panic");
        if locked(&self.timing_out).contains(&number) {
            sqlx::raw_sql("set local statement_timeout = '20ms'; select pg_sleep(10)").execute(tx).await?;
        }
        if locked(&self.failing).contains(&number) {
            return Err(kit::Error::internal(anyhow::anyhow!("cause of the failure").context("deliberate failure")));
        }
        Ok(())
    }

    async fn apply_batch(&self, tx: &mut PgConnection, events: &[feed::Event]) -> kit::Result<usize> {
        let count = events.len().min(self.batch_size);
        for event in &events[..count] {
            self.apply(tx, event).await?;
        }
        Ok(count)
    }
}

pub struct Producer {
    pub pool: PgPool,
    pub server: TestServer,
}

impl Producer {
    pub async fn start(pool: &PgPool) -> Self {
        let pool = larger_pool(&pool.connect_options()).await;
        let server = serve(&pool).await;
        Self { pool, server }
    }

    pub fn start_recorder(&self, recorder: &Recorder) -> JoinHandle<anyhow::Result<()>> {
        self.start_consumer(recorder.name, recorder.clone())
    }

    pub fn start_consumer(&self, name: &'static str, handler: impl Handler) -> JoinHandle<anyhow::Result<()>> {
        let consumer = Consumer::new(name, name, self.pool.clone(), self.server.streaming_channel(), handler);
        tokio::spawn(consumer.run(self.server.stopping()))
    }

    /// Commits each event with its fact.
    pub async fn publish(&self, numbers: impl IntoIterator<Item = i64>) {
        for number in numbers {
            let mut tx = self.begin_with_fact(number).await;
            append(&mut tx, &Counted { number }).await.unwrap();
            tx.commit().await.unwrap();
        }
    }

    /// Commits all events with their facts at once.
    pub async fn publish_facts(&self, numbers: std::ops::RangeInclusive<i64>) {
        let mut tx = kit::db::begin(&self.pool).await.unwrap();
        sqlx::query("insert into fact (number) select generate_series($1, $2)")
            .bind(numbers.start())
            .bind(numbers.end())
            .execute(&mut *tx)
            .await
            .unwrap();
        append_all(&mut tx, numbers.map(|number| Counted { number })).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Commits all events at once, without facts.
    pub async fn publish_together(&self, numbers: impl IntoIterator<Item = i64>) {
        let mut tx = kit::db::begin(&self.pool).await.unwrap();
        for number in numbers {
            append(&mut tx, &Counted { number }).await.unwrap();
        }
        tx.commit().await.unwrap();
    }

    pub async fn begin_with_fact(&self, number: i64) -> Transaction<'static, Postgres> {
        let mut tx = kit::db::begin(&self.pool).await.unwrap();
        sqlx::query("insert into fact (number) values ($1)").bind(number).execute(&mut *tx).await.unwrap();
        tx
    }

    pub async fn applied_by(&self, recorder: &Recorder) -> Vec<i64> {
        sqlx::query_scalar("select number from effect where consumer = $1 order by effect_id")
            .bind(recorder.name)
            .fetch_all(&self.pool)
            .await
            .unwrap()
    }

    pub async fn wait_until_applied(&self, recorder: &Recorder, count: usize) {
        eventually(&format!("{count} applied events"), || async { self.applied_by(recorder).await.len() >= count })
            .await;
    }
}

/// The test's own pool has only ten connections.
pub async fn larger_pool(options: &PgConnectOptions) -> PgPool {
    PgPoolOptions::new().max_connections(20).connect_with(options.clone()).await.unwrap()
}

pub fn outbox(pool: &PgPool) -> Outbox {
    Outbox::new(pool.clone()).with_state(Facts)
}

pub async fn serve(pool: &PgPool) -> TestServer {
    let outbox = outbox(pool);
    let mut routes = Routes::builder();
    routes.add_service(outbox.service(CancellationToken::new()));
    let server = TestServer::start(routes.routes()).await;
    tokio::spawn(outbox.run(server.stopping()));
    server
}

//! Kills parts of the outbox at random. Exactly the committed events must be applied, once and in order.

use std::time::Duration;

use outbox::{Outbox, append, parked};
use rand::{Rng as _, SeedableRng as _, rngs::StdRng};
use sqlx::{Connection as _, PgConnection, PgPool};
use testkit::database::eventually;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::fixture::{Counted, Producer, Recorder, serve};

/// Each writer has its own thousand of numbers: 2017 is the 17th of writer 2.
const WRITERS: i64 = 4;
const EVENTS_PER_WRITER: i64 = 100;
const FAULTS: usize = 60;
const READERS: usize = 2;

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn committed_events_are_applied_once_and_in_order_despite_random_kills(pool: PgPool) {
    let mut rng = StdRng::seed_from_u64(20_261_121);
    let mut running = Running::start(&pool).await;
    for _ in 0..FAULTS {
        tokio::time::sleep(Duration::from_millis(rng.gen_range(5..80))).await;
        match rng.gen_range(0..6) {
            0 => running.kill_reader(rng.gen_range(0..READERS)),
            1 => running.kill_server().await,
            2 => running.kill_sequencer(),
            3 => running.kill_writer(rng.gen_range(0..WRITERS)).await,
            // Twice as often as the others.
            _ => running.terminate_connections().await,
        }
    }
    running.wait_until_applied().await;
    running.assert_applied_once_and_in_order().await;
}

struct Running {
    producer: Producer,
    recorder: Recorder,
    readers: [JoinHandle<anyhow::Result<()>>; READERS],
    sequencer: JoinHandle<anyhow::Result<()>>,
    writers: Vec<JoinHandle<()>>,
    admin: PgConnection,
}

impl Running {
    async fn start(pool: &PgPool) -> Self {
        let (producer, recorder) = (Producer::start(pool).await, Recorder::named("recorder"));
        let admin = PgConnection::connect_with(&pool.connect_options()).await.unwrap();
        let sequencer = start_sequencer(&producer.pool);
        let readers = [producer.start_recorder(&recorder), producer.start_recorder(&recorder)];
        let writers = (0..WRITERS).map(|writer| start_writer(&producer.pool, writer, 1)).collect();
        Self { producer, recorder, readers, sequencer, writers, admin }
    }

    fn kill_reader(&mut self, index: usize) {
        self.readers[index].abort();
        self.readers[index] = self.producer.start_recorder(&self.recorder);
    }

    /// Restarts the server of the feed, and its readers.
    async fn kill_server(&mut self) {
        self.producer.server.kill();
        self.producer.server = serve(&self.producer.pool).await;
        for index in 0..READERS {
            self.kill_reader(index);
        }
    }

    fn kill_sequencer(&mut self) {
        self.sequencer.abort();
        self.sequencer = start_sequencer(&self.producer.pool);
    }

    async fn kill_writer(&mut self, writer: i64) {
        let index = writer as usize;
        self.writers[index].abort();
        let last_committed: Option<i64> = sqlx::query_scalar("select max(number) from fact where number / 1000 = $1")
            .bind(writer)
            .fetch_one(&mut self.admin)
            .await
            .unwrap();
        // The next commit may have been in progress, so skip one number.
        let next = last_committed.map_or(1, |number| number % 1000 + 2);
        self.writers[index] = start_writer(&self.producer.pool, writer, next);
    }

    async fn terminate_connections(&mut self) {
        sqlx::query(
            "select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and pid <> pg_backend_pid()",
        )
        .execute(&mut self.admin)
        .await
        .unwrap();
    }

    async fn wait_until_applied(&mut self) {
        for writer in &mut self.writers {
            writer.await.unwrap();
        }
        // A terminated connection may still be committing.
        let (pool, recorder) = (&self.producer.pool, &self.recorder);
        eventually("all connections idle and all events applied", async || {
            pool.acquire().await.is_ok() && is_quiescent(pool, recorder).await.unwrap_or_default()
        })
        .await;
    }

    async fn assert_applied_once_and_in_order(&mut self) {
        let admin = &mut self.admin;
        let mut written = numbers(admin, "select (payload ->> 'number')::bigint from outbox order by position").await;
        assert_eq!(self.producer.applied_by(&self.recorder).await, written);
        let facts = numbers(admin, "select number from fact order by number").await;
        written.sort_unstable();
        assert_eq!(written, facts, "an event was committed without its fact, or a fact without its event");
        let positions = numbers(admin, "select position from outbox order by position").await;
        assert_eq!(positions, (1..=facts.len() as i64).collect::<Vec<_>>());
        assert!(parked(&self.producer.pool).await.unwrap().is_empty());
        assert!(
            facts.len() as i64 > WRITERS * EVENTS_PER_WRITER / 2,
            "too few events were committed for the test to mean anything: {}",
            facts.len()
        );
    }
}

async fn is_quiescent(pool: &PgPool, recorder: &Recorder) -> sqlx::Result<bool> {
    let quiescent = "select (select count(*) from outbox) <= (select count(*) from effect where consumer = $1)
                    and not exists (select from outbox where position is null)
                    and not exists (
                        select from pg_stat_activity
                        where datname = current_database() and backend_type = 'client backend'
                            and pid <> pg_backend_pid() and state <> 'idle'
                    )";
    sqlx::query_scalar(quiescent).bind(recorder.name).fetch_one(pool).await
}

async fn numbers(connection: &mut PgConnection, sql: &'static str) -> Vec<i64> {
    sqlx::query_scalar(sql).fetch_all(connection).await.unwrap()
}

/// Starts another sequencer beside that of the server.
fn start_sequencer(pool: &PgPool) -> JoinHandle<anyhow::Result<()>> {
    tokio::spawn(Outbox::new(pool.clone()).run(CancellationToken::new()))
}

/// Never repeats a number, because an interrupted commit may have happened.
fn start_writer(pool: &PgPool, writer: i64, from: i64) -> JoinHandle<()> {
    let pool = pool.clone();
    tokio::spawn(async move {
        let mut rng = StdRng::seed_from_u64(writer as u64);
        for number in (from..=EVENTS_PER_WRITER).map(|count| writer * 1000 + count) {
            // A write may fail: the test compares what the database contains.
            let _ = try_write(&pool, number, &mut rng).await;
        }
    })
}

async fn try_write(pool: &PgPool, number: i64, rng: &mut StdRng) -> sqlx::Result<()> {
    let mut tx = kit::db::begin(pool).await?;
    sqlx::query("insert into fact (number) values ($1)").bind(number).execute(&mut *tx).await?;
    append(&mut tx, &Counted { number }).await?;
    tokio::time::sleep(Duration::from_millis(rng.gen_range(0..30))).await;
    if rng.gen_bool(0.9) { tx.commit().await } else { tx.rollback().await }
}

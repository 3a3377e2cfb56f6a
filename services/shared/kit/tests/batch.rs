//! Batches answer each query, whatever happens to others.
#![cfg(feature = "db")]

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering::Relaxed},
};

use futures::future::join_all;
use kit::db::{
    batch::{BatchQuery, Batcher},
    warm_pool::WarmPool,
};
use sqlx::{PgConnection, PgPool};
use testkit::database::wait_until_blocked;

const PANICKING_DIVISOR: i64 = 13_000;

struct Divide {
    divisor: i64,
    statements: Arc<AtomicUsize>,
}

impl BatchQuery for Divide {
    type Output = i64;

    async fn load_batch(tx: &mut PgConnection, queries: &[Self]) -> kit::Result<Vec<i64>> {
        let divisors: Vec<_> = queries.iter().map(|query| query.divisor).collect();
        queries.first().map(|query| query.statements.fetch_add(1, Relaxed));
        assert!(!divisors.contains(&PANICKING_DIVISOR), "deliberate panic");
        let quotients = "select 100 / divisor from unnest($1) with ordinality as query (divisor, place) order by place";
        Ok(sqlx::query_scalar(quotients).bind(divisors).fetch_all(tx).await?)
    }
}

/// Returns the answers and the number of statements.
async fn divide_all(pool: &PgPool, divisors: impl Iterator<Item = i64>) -> (Vec<kit::Result<i64>>, usize) {
    let statements = Arc::new(AtomicUsize::new(0));
    let batcher = Batcher::start(&WarmPool::new(pool.clone()));
    let answers =
        join_all(divisors.map(|divisor| batcher.load(Divide { divisor, statements: statements.clone() }))).await;
    (answers, statements.load(Relaxed))
}

#[sqlx::test(migrations = false)]
async fn many_callers_get_their_own_answers_from_few_statements(pool: PgPool) {
    let (answers, statements) = divide_all(&pool, 1..=500).await;
    for (divisor, answer) in (1..).zip(answers) {
        assert_eq!(answer.unwrap(), 100 / divisor);
    }
    assert!((8..100).contains(&statements), "{statements} statements; 8 batches of at most 64 are the minimum");
}

#[sqlx::test(migrations = false)]
async fn a_query_that_fails_does_not_fail_the_others_in_its_batch(pool: PgPool) {
    let (answers, _) = divide_all(&pool, -20..=20).await;
    for (divisor, answer) in (-20..).zip(answers) {
        match divisor {
            0 => assert!(matches!(answer, Err(kit::Error::Internal(_))), "{answer:?}"),
            _ => assert_eq!(answer.unwrap(), 100 / divisor),
        }
    }
}

#[sqlx::test(migrations = false)]
async fn every_caller_gets_an_error_when_the_database_is_unavailable(pool: PgPool) {
    pool.close().await;
    let (answers, _) = divide_all(&pool, 1..=50).await;
    assert_eq!(answers.len(), 50);
    assert!(answers.iter().all(Result::is_err), "{answers:?}");
}

#[sqlx::test(migrations = false)]
async fn a_panic_fails_only_the_queries_of_its_batch(pool: PgPool) {
    let batcher = Batcher::start(&WarmPool::new(pool));
    let divide = async |divisor| batcher.load(Divide { divisor, statements: Arc::default() }).await;
    for _ in 0..8 {
        assert!(matches!(divide(PANICKING_DIVISOR).await, Err(kit::Error::Unavailable(_))));
    }
    assert_eq!(divide(4).await.unwrap(), 25);
}

const LOCK: i64 = 7;

struct MaybeWait {
    waits: bool,
}

impl BatchQuery for MaybeWait {
    type Output = ();

    async fn load_batch(tx: &mut PgConnection, queries: &[Self]) -> kit::Result<Vec<()>> {
        if queries.iter().any(|query| query.waits) {
            sqlx::query("select pg_advisory_xact_lock($1)").bind(LOCK).execute(tx).await?;
        }
        Ok(queries.iter().map(|_| ()).collect())
    }
}

#[sqlx::test(migrations = false)]
async fn a_slow_batch_does_not_block_the_next(pool: PgPool) {
    let batcher = Batcher::start(&WarmPool::new(pool.clone()));
    let mut holder = kit::db::begin(&pool).await.unwrap();
    sqlx::query("select pg_advisory_xact_lock($1)").bind(LOCK).execute(&mut *holder).await.unwrap();
    let slow = tokio::spawn({
        let batcher = batcher.clone();
        async move { batcher.load(MaybeWait { waits: true }).await.unwrap() }
    });
    wait_until_blocked(&pool, "pg_advisory_xact_lock").await;
    batcher.load(MaybeWait { waits: false }).await.unwrap();
    assert!(!slow.is_finished(), "the slow query ended before the fast one");
    holder.commit().await.unwrap();
    slow.await.unwrap();
}

struct BatchSize;

impl BatchQuery for BatchSize {
    type Output = usize;

    const MAX_BATCH: usize = 4;
    const IS_SEQUENTIAL: bool = false;

    async fn load_batch(tx: &mut PgConnection, queries: &[Self]) -> kit::Result<Vec<usize>> {
        sqlx::query("select pg_sleep(0.01)").execute(tx).await?;
        Ok(vec![queries.len(); queries.len()])
    }
}

#[sqlx::test(migrations = false)]
async fn batches_do_not_exceed_the_maximum_size(pool: PgPool) {
    let batcher = Batcher::start(&WarmPool::new(pool));
    let sizes = join_all((0..50).map(|_| batcher.load(BatchSize))).await;
    let sizes: Vec<_> = sizes.into_iter().map(Result::unwrap).collect();
    assert_eq!(sizes.iter().max(), Some(&4), "{sizes:?}");
}

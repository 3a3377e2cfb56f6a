//! A `begin` that is dropped halfway, as when the caller disconnects.

use kit::db::{begin, begin_with, warm_pool::WarmPool};
use sqlx::{
    PgPool, Row as _,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use testkit::cancellation::drop_at_await;

/// The next task then gets the connection of the dropped one.
fn single_connection(options: PgConnectOptions) -> PgPool {
    PgPoolOptions::new().max_connections(1).test_before_acquire(false).connect_lazy_with(options)
}

async fn assert_no_transaction(pool: &PgPool, awaits: usize) {
    // `now()` is the start of the transaction, which is that of the statement unless one was open before.
    let times = sqlx::raw_sql("select now() = statement_timestamp()").fetch_one(pool).await.unwrap();
    assert!(times.get::<bool, _>(0), "await {awaits} left a transaction open");
}

/// Drops `begin` at its first await, then at its second, until it completes.
async fn assert_dropped_begins_leave_no_transaction(pool: &PgPool, begin: impl AsyncFn() -> sqlx::Result<()>) {
    for awaits in 1.. {
        let is_complete = drop_at_await(awaits, begin()).await.transpose().unwrap().is_some();
        assert_no_transaction(pool, awaits).await;
        if is_complete {
            assert!(awaits > 1, "no begin was dropped");
            return;
        }
    }
}

#[sqlx::test(migrations = false)]
async fn a_dropped_begin_leaves_no_transaction_open(_: PgPoolOptions, options: PgConnectOptions) {
    let pool = single_connection(options);
    assert_dropped_begins_leave_no_transaction(&pool, async || begin(&pool).await.map(drop)).await;
}

#[sqlx::test(migrations = false)]
async fn a_dropped_begin_with_a_statement_leaves_no_transaction_open(_: PgPoolOptions, options: PgConnectOptions) {
    let pool = single_connection(options);
    let snapshot = async || begin_with(&pool, "begin isolation level repeatable read read only").await.map(drop);
    assert_dropped_begins_leave_no_transaction(&pool, snapshot).await;
}

#[sqlx::test(migrations = false)]
async fn a_dropped_begin_on_a_warm_connection_leaves_no_transaction_open(_: PgPoolOptions, options: PgConnectOptions) {
    let pool = single_connection(options);
    let warm_pool = WarmPool::new(pool.clone());
    let begin = async || {
        let mut connection = warm_pool.acquire().await?;
        connection.begin().await.map(drop)
    };
    assert_dropped_begins_leave_no_transaction(&pool, begin).await;
}

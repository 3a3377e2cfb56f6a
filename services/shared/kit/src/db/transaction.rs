//! Begins transactions. All code uses these functions instead of those of the pool, because of a bug in sqlx.
//!
//! In sqlx 0.9.0, a future of `begin` that is dropped before the answer of the server leaves the connection inside an
//! open transaction, and the pool gives the connection to the next task:
//! <https://github.com/transact-rs/sqlx/issues/4393>. Requests and runs of workers are dropped at any time. Once a
//! release of sqlx contains the fix, these functions can be replaced by those of the pool.

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll},
};

use futures::future::BoxFuture;
use sqlx::{PgPool, Postgres, SqlSafeStr, SqlStr, Transaction};

type Begun = sqlx::Result<Transaction<'static, Postgres>>;

/// Begins a transaction. It is rolled back if it, or this future, is dropped.
pub async fn begin(pool: &PgPool) -> Begun {
    begin_on(pool, None).await
}

/// Begins a transaction with this statement instead of `begin`.
pub async fn begin_with(pool: &PgPool, statement: impl SqlSafeStr) -> Begun {
    begin_on(pool, Some(statement.into_sql_str())).await
}

async fn begin_on(pool: &PgPool, statement: Option<SqlStr>) -> Begun {
    let connection = pool.acquire().await?;
    FinishedWhenDropped(Some(Transaction::begin(connection, statement))).await
}

/// A `begin` that always runs to its end. If it is dropped, a task waits for the transaction and drops it, which rolls
/// it back.
struct FinishedWhenDropped(Option<BoxFuture<'static, Begun>>);

impl Future for FinishedWhenDropped {
    type Output = Begun;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Begun> {
        let Some(begin) = &mut self.0 else { return Poll::Pending };
        let polled = begin.as_mut().poll(context);
        if polled.is_ready() {
            self.0 = None;
        }
        polled
    }
}

impl Drop for FinishedWhenDropped {
    fn drop(&mut self) {
        if let (Some(begin), Ok(runtime)) = (self.0.take(), tokio::runtime::Handle::try_current()) {
            runtime.spawn(begin);
        }
    }
}

//! Use these functions instead of those of the pool: in sqlx 0.9.0, a dropped `begin` can return a connection to the
//! pool inside an open transaction (<https://github.com/transact-rs/sqlx/issues/4393>).

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll},
};

use futures::future::BoxFuture;
use sqlx::{PgPool, Postgres, SqlSafeStr, SqlStr, Transaction};

type Begun = sqlx::Result<Transaction<'static, Postgres>>;

pub async fn begin(pool: &PgPool) -> Begun {
    begin_on(pool, None).await
}

pub async fn begin_with(pool: &PgPool, statement: impl SqlSafeStr) -> Begun {
    begin_on(pool, Some(statement.into_sql_str())).await
}

async fn begin_on(pool: &PgPool, statement: Option<SqlStr>) -> Begun {
    let connection = pool.acquire().await?;
    FinishedWhenDropped(Some(Transaction::begin(connection, statement))).await
}

/// If dropped, a task waits for the transaction and rolls it back.
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

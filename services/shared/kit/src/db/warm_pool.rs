//! Keeps database connections for reuse by the next task. The pool pings PostgreSQL each time a connection returns, to
//! roll back open transactions: one round trip per use. Successful work leaves no transaction open. After a failure or
//! a cancellation the pool checks the connection. Create one warm pool per pool: two could keep all of its connections.

use std::{
    ops::{Deref, DerefMut},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use sqlx::{Connection, PgConnection, PgPool, Postgres, Transaction, pool::PoolConnection};
use tokio::{
    sync::{Semaphore, SemaphorePermit},
    time::{Instant, timeout},
};

use super::MAX_UNCHECKED_IDLE;

/// A connection kept for longer returns to the pool, which enforces the maximum connection age.
const MAX_WARM_TIME: Duration = Duration::from_mins(1);

#[derive(Clone)]
pub struct WarmPool(Arc<Inner>);

struct Inner {
    pool: PgPool,
    /// Permits for half of the pool. The rest is for direct users such as listeners.
    permits: Semaphore,
    warm: Mutex<Vec<Pooled>>,
}

struct Pooled {
    connection: PoolConnection<Postgres>,
    acquired_at: Instant,
    used_at: Instant,
    /// Whether a transaction is beginning.
    is_beginning: bool,
}

impl Pooled {
    fn is_fresh(&self) -> bool {
        self.used_at.elapsed() < MAX_UNCHECKED_IDLE && self.acquired_at.elapsed() < MAX_WARM_TIME
    }
}

impl Drop for Pooled {
    fn drop(&mut self) {
        // It may be inside a transaction of which sqlx does not know. See `super::begin`.
        if self.is_beginning {
            self.connection.close_on_drop();
        }
    }
}

/// A connection of the pool. Call [`WarmConnection::release`] after success, or it returns to the pool.
pub struct WarmConnection<'a> {
    warm_pool: &'a Inner,
    warm: Pooled,
    _permit: SemaphorePermit<'a>,
}

impl WarmPool {
    pub fn new(pool: PgPool) -> Self {
        let maximum = pool.options().get_max_connections() as usize;
        Self(Arc::new(Inner { pool, permits: Semaphore::new((maximum / 2).max(1)), warm: Mutex::default() }))
    }

    pub async fn acquire(&self) -> sqlx::Result<WarmConnection<'_>> {
        let inner = &*self.0;
        let limit = inner.pool.options().get_acquire_timeout();
        let permit = timeout(limit, inner.permits.acquire()).await.map_err(|_| sqlx::Error::PoolTimedOut)?;
        let permit = permit.map_err(|_| sqlx::Error::PoolClosed)?;
        let last = inner.warm.lock().unwrap_or_else(PoisonError::into_inner).pop();
        // A stale one returns to the pool before another is waited for.
        let warm = if let Some(warm) = last.filter(Pooled::is_fresh) {
            warm
        } else {
            let (connection, now) = (inner.pool.acquire().await?, Instant::now());
            Pooled { connection, acquired_at: now, used_at: now, is_beginning: false }
        };
        Ok(WarmConnection { warm_pool: inner, warm, _permit: permit })
    }
}

impl WarmConnection<'_> {
    /// Begins a transaction, which is rolled back if it is dropped, as is this future.
    pub async fn begin(&mut self) -> sqlx::Result<Transaction<'_, Postgres>> {
        self.warm.is_beginning = true;
        let tx = Connection::begin(&mut *self.warm.connection).await?;
        self.warm.is_beginning = false;
        Ok(tx)
    }

    /// Keeps the connection for the next task. Commit any transaction first.
    pub fn release(mut self) {
        let pool = &self.warm_pool.pool;
        if pool.num_idle() == 0 && pool.size() >= pool.options().get_max_connections() {
            // Another task may be waiting for the pool, so return the connection to it.
            return;
        }
        self.warm.used_at = Instant::now();
        self.warm_pool.warm.lock().unwrap_or_else(PoisonError::into_inner).push(self.warm);
    }
}

impl Deref for WarmConnection<'_> {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.warm.connection
    }
}

impl DerefMut for WarmConnection<'_> {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.warm.connection
    }
}

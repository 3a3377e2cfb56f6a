//! Passes database connections from one task to the next without the pool's check. The pool pings PostgreSQL each time
//! a connection returns, to roll back open transactions, which costs one round trip per use. After successful work
//! there is no open transaction, so the check is not needed; after a failure or a cancellation the connection returns
//! to the pool.
//!
//! Create one warm pool per pool, because two could keep all of its connections.

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

/// The pool with its waiting connections. Clones share it.
#[derive(Clone)]
pub struct WarmPool(Arc<Inner>);

/// The state that all clones of a warm pool share.
struct Inner {
    pool: PgPool,
    /// Permits for half of the pool's connections. The other half is for direct users of the pool, such as listeners.
    permits: Semaphore,
    /// The connections that wait for the next task.
    warm: Mutex<Vec<Pooled>>,
}

/// A connection with the times that decide whether it needs a check.
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
        // The connection may be inside a transaction of which sqlx does not know. See `super::begin`.
        if self.is_beginning {
            self.connection.close_on_drop();
        }
    }
}

/// A connection of the pool. Call [`WarmConnection::release`] after success to keep it for the next task. Dropping it
/// returns it to the pool.
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
        // `filter` returns a stale connection to the pool before this task waits for another one.
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
    /// Begins a transaction. It is rolled back if it, or this future, is dropped.
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

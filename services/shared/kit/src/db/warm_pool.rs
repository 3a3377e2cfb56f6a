//! Passes connections from one task to the next without the pool's ping, which looks for open transactions: successful
//! work leaves none.

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

/// After this time, the connection returns to the pool, which enforces its own maximum age.
const MAX_WARM_TIME: Duration = Duration::from_mins(1);

#[derive(Clone)]
pub struct WarmPool(Arc<Inner>);

struct Inner {
    pool: PgPool,
    /// There is one for every second connection; the rest is left to direct users of the pool.
    permits: Semaphore,
    warm: Mutex<Vec<Pooled>>,
}

struct Pooled {
    connection: PoolConnection<Postgres>,
    acquired_at: Instant,
    used_at: Instant,
    is_beginning: bool,
}

impl Pooled {
    fn is_fresh(&self) -> bool {
        self.used_at.elapsed() < MAX_UNCHECKED_IDLE && self.acquired_at.elapsed() < MAX_WARM_TIME
    }
}

impl Drop for Pooled {
    fn drop(&mut self) {
        // The connection may be inside a transaction unknown to sqlx. See `super::begin`.
        if self.is_beginning {
            self.connection.close_on_drop();
        }
    }
}

/// Call [`release`](Self::release) after success. Dropping returns the connection to the pool.
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
        // `filter` returns a stale connection to the pool before this task waits for another.
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
    pub async fn begin(&mut self) -> sqlx::Result<Transaction<'_, Postgres>> {
        self.warm.is_beginning = true;
        let tx = Connection::begin(&mut *self.warm.connection).await?;
        self.warm.is_beginning = false;
        Ok(tx)
    }

    /// Commit any transaction first.
    pub fn release(mut self) {
        let pool = &self.warm_pool.pool;
        if pool.num_idle() == 0 && pool.size() >= pool.options().get_max_connections() {
            // Another task may be waiting for the pool.
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

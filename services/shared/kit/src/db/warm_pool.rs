//! Keeps database connections for reuse by the next task, without returning them to the pool in between.
//!
//! The pool pings PostgreSQL each time a connection returns, to roll back open transactions: one round trip per use.
//! Successful work leaves no transaction open, so the next task takes its connection as it is. After a failure or
//! a cancellation the connection goes back to the pool, which checks it.
//!
//! Create one warm pool per pool. Connections kept here are unavailable to the pool, so two warm pools could keep all
//! of them.

use std::{
    ops::{Deref, DerefMut},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use sqlx::{PgConnection, PgPool, Postgres, pool::PoolConnection};
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
    /// Limits warm connections to half of the pool. The rest is for direct users such as listeners, which keep theirs.
    permits: Semaphore,
    warm: Mutex<Vec<Pooled>>,
}

struct Pooled {
    connection: PoolConnection<Postgres>,
    acquired_at: Instant,
    used_at: Instant,
}

/// A connection for reads or for a transaction. Call [`WarmConnection::release`] after success so that the next task
/// can reuse it.
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
        let warm = match last {
            Some(warm) if warm.used_at.elapsed() < MAX_UNCHECKED_IDLE && warm.acquired_at.elapsed() < MAX_WARM_TIME => {
                warm
            }
            _ => {
                let (connection, now) = (inner.pool.acquire().await?, Instant::now());
                Pooled { connection, acquired_at: now, used_at: now }
            }
        };
        Ok(WarmConnection { warm_pool: inner, warm, _permit: permit })
    }
}

impl WarmConnection<'_> {
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

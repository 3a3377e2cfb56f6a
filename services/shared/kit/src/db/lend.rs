//! Connections that are lent from hand to hand.
//!
//! The pool asks PostgreSQL whether a connection is well each time it comes back: a round trip that ends transactions
//! nobody ended. Work that went well left none, so the next in turn takes its connection as it is. One that failed or was
//! given up goes back to the pool and is asked.
//!
//! One lender a pool: what is lent is the pool's no more, and two lenders could keep all of it between them.

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

use super::TRUSTED_FOR;

/// Then it goes back to the pool, which knows how old a connection may become.
const LENT_FOR: Duration = Duration::from_mins(1);

#[derive(Clone)]
pub struct Lender(Arc<Inner>);

struct Inner {
    pool: PgPool,
    /// Half of the pool stays for those who take their connections from it: listeners keep theirs for good.
    turns: Semaphore,
    warm: Mutex<Vec<Warm>>,
}

struct Warm {
    connection: PoolConnection<Postgres>,
    lent_at: Instant,
    used_at: Instant,
}

/// A connection to read by, or to begin a transaction on. Whoever is through and all went well says [`Lent::done`].
pub struct Lent<'a> {
    lender: &'a Inner,
    warm: Warm,
    _turn: SemaphorePermit<'a>,
}

impl Lender {
    pub fn new(pool: PgPool) -> Self {
        let most = pool.options().get_max_connections() as usize;
        Self(Arc::new(Inner { pool, turns: Semaphore::new((most / 2).max(1)), warm: Mutex::default() }))
    }

    pub async fn lend(&self) -> sqlx::Result<Lent<'_>> {
        let lender = &*self.0;
        let patience = lender.pool.options().get_acquire_timeout();
        let turn = timeout(patience, lender.turns.acquire()).await.map_err(|_| sqlx::Error::PoolTimedOut)?;
        let turn = turn.map_err(|_| sqlx::Error::PoolClosed)?;
        let last = lender.warm.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let warm = match last {
            Some(warm) if warm.used_at.elapsed() < TRUSTED_FOR && warm.lent_at.elapsed() < LENT_FOR => warm,
            _ => {
                let (connection, now) = (lender.pool.acquire().await?, Instant::now());
                Warm { connection, lent_at: now, used_at: now }
            }
        };
        Ok(Lent { lender, warm, _turn: turn })
    }
}

impl Lent<'_> {
    /// The connection is for the next. A transaction that was begun on it has been committed.
    pub fn done(mut self) {
        let pool = &self.lender.pool;
        if pool.num_idle() == 0 && pool.size() >= pool.options().get_max_connections() {
            // Somebody may be waiting for one: dropped, it goes to the pool.
            return;
        }
        self.warm.used_at = Instant::now();
        self.lender.warm.lock().unwrap_or_else(PoisonError::into_inner).push(self.warm);
    }
}

impl Deref for Lent<'_> {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.warm.connection
    }
}

impl DerefMut for Lent<'_> {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.warm.connection
    }
}

//! Connections for reading, lent from hand to hand.
//!
//! The pool asks PostgreSQL whether a connection is well each time it comes back: a round trip that ends transactions
//! nobody ended. A read that went well left none, so the next reader takes its connection as it is. One that failed or
//! was given up goes back to the pool and is asked.

use std::{
    ops::{Deref, DerefMut},
    sync::{Mutex, PoisonError},
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

pub struct Reads {
    pool: PgPool,
    /// A quarter of the pool stays for those who write.
    turns: Semaphore,
    warm: Mutex<Vec<Warm>>,
}

struct Warm {
    connection: PoolConnection<Postgres>,
    lent_at: Instant,
    used_at: Instant,
}

/// A connection to read by. Whoever is through and all went well says [`Reader::done`].
pub struct Reader<'a> {
    reads: &'a Reads,
    warm: Warm,
    _turn: SemaphorePermit<'a>,
}

impl Reads {
    pub fn new(pool: PgPool) -> Self {
        let most = pool.options().get_max_connections() as usize;
        Self { pool, turns: Semaphore::new(most - most / 4), warm: Mutex::default() }
    }

    pub async fn lend(&self) -> sqlx::Result<Reader<'_>> {
        let patience = self.pool.options().get_acquire_timeout();
        let turn = timeout(patience, self.turns.acquire()).await.map_err(|_| sqlx::Error::PoolTimedOut)?;
        let turn = turn.map_err(|_| sqlx::Error::PoolClosed)?;
        let last = self.warm.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let warm = match last {
            Some(warm) if warm.used_at.elapsed() < TRUSTED_FOR && warm.lent_at.elapsed() < LENT_FOR => warm,
            _ => {
                let (connection, now) = (self.pool.acquire().await?, Instant::now());
                Warm { connection, lent_at: now, used_at: now }
            }
        };
        Ok(Reader { reads: self, warm, _turn: turn })
    }
}

impl Reader<'_> {
    /// The connection is for the next.
    pub fn done(mut self) {
        self.warm.used_at = Instant::now();
        self.reads.warm.lock().unwrap_or_else(PoisonError::into_inner).push(self.warm);
    }
}

impl Deref for Reader<'_> {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.warm.connection
    }
}

impl DerefMut for Reader<'_> {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.warm.connection
    }
}

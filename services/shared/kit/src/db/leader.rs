//! Leadership by an advisory lock of PostgreSQL. The lock's connection has left the pool: the lock ends with it, whatever
//! happens to the process.

use sqlx::{Connection as _, PgConnection, PgPool};

use crate::{Result, worker::Leadership};

/// The lock only saves work. When its connection is cut, two processes may work until the first has noticed: what a worker does
/// has to be right without it.
pub struct LeaderLock {
    pool: PgPool,
    name: String,
    connection: Option<PgConnection>,
}

impl LeaderLock {
    pub fn new(pool: PgPool, worker: &str) -> Self {
        Self { pool, name: format!("sovqat.worker.{worker}"), connection: None }
    }
}

#[async_trait::async_trait]
impl Leadership for LeaderLock {
    async fn hold(&mut self) -> Result<bool> {
        // Taken out meanwhile: a connection that was dropped in the middle of a ping is not used again.
        if let Some(mut connection) = self.connection.take()
            && connection.ping().await.is_ok()
        {
            self.connection = Some(connection);
            return Ok(true);
        }
        let mut connection = self.pool.acquire().await?;
        let is_ours: bool = sqlx::query_scalar("select pg_try_advisory_lock(hashtextextended($1, 0))")
            .bind(&self.name)
            .fetch_one(&mut *connection)
            .await?;
        if is_ours {
            self.connection = Some(connection.detach());
        }
        Ok(is_ours)
    }
}

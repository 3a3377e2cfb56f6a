//! Elects the replica that runs a worker, by an advisory lock of PostgreSQL. The lock is released when the process
//! dies.

use sqlx::{Connection as _, PgConnection, PgPool};

use crate::{Result, worker::Leadership};

/// The leadership of a worker. It saves duplicate work but does not exclude it: when the connection breaks, two
/// processes may run the worker for a moment.
pub struct LeaderLock {
    pool: PgPool,
    name: String,
    /// The connection that holds the lock, if this process is the leader.
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
        // The connection is taken out of `self`, so that it is not reused if this future is dropped during the ping.
        if let Some(mut connection) = self.connection.take()
            && connection.ping().await.is_ok()
        {
            self.connection = Some(connection);
            return Ok(true);
        }
        let mut connection = self.pool.acquire().await?;
        let is_acquired: bool = sqlx::query_scalar("select pg_try_advisory_lock(hashtextextended($1, 0))")
            .bind(&self.name)
            .fetch_one(&mut *connection)
            .await?;
        if is_acquired {
            // The connection leaves the pool, because it holds the lock as long as it is open.
            self.connection = Some(connection.detach());
        }
        Ok(is_acquired)
    }
}

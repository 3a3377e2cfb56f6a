//! The pool. Statements are bounded in time, and migrations give up on a lock rather than queue everybody behind them.

pub mod leader;
pub mod lend;
pub mod together;

use std::time::Duration;

use anyhow::Context as _;
use sqlx::{
    Connection as _, PgPool,
    migrate::Migrator,
    postgres::{PgConnectOptions, PgPoolOptions},
};

use crate::config::DatabaseConfig;

const CONNECT_PATIENCE: Duration = Duration::from_mins(1);
/// A connection idle for longer may have lost its server.
const TRUSTED_FOR: Duration = Duration::from_secs(1);
const MIGRATION_LOCK_TIMEOUT: &str = "5s";

/// Connects, waiting for a database that is still starting or recovering.
pub async fn connect(url: &str, config: &DatabaseConfig, application: &str) -> anyhow::Result<PgPool> {
    let statement_timeout = format!("{}ms", config.database_statement_timeout.as_millis());
    let options: PgConnectOptions = url.parse().context("the database URL cannot be read")?;
    let options = options.application_name(application).options([
        ("statement_timeout", statement_timeout.as_str()),
        // Our joins look up a page's rows by key: remembering what was looked up costs more than looking it up again.
        ("enable_memoize", "off"),
        // What is read often lies in memory, and disks without arms seek for nothing: believing otherwise, the planner reads small
        // tables whole rather than by key, which doubled what a page of cards costs.
        ("random_page_cost", "1.1"),
    ]);
    let pool = PgPoolOptions::new()
        .max_connections(config.database_connections)
        .acquire_timeout(config.database_acquire_timeout)
        // A connection that was in use a moment ago is there; asking it each time would be one more round trip a call.
        .test_before_acquire(false)
        .before_acquire(|connection, since| {
            Box::pin(async move {
                if since.idle_for > TRUSTED_FOR {
                    connection.ping().await?;
                }
                Ok(true)
            })
        })
        .connect_lazy_with(options);
    let patience = tokio::time::Instant::now() + CONNECT_PATIENCE;
    loop {
        match pool.acquire().await {
            Ok(_) => return Ok(pool),
            Err(error) if tokio::time::Instant::now() < patience => {
                tracing::info!(%error, "Waiting for the database");
                tokio::time::sleep(Duration::from_millis(250)).await;
            }
            Err(error) => return Err(error).context("the database does not answer"),
        }
    }
}

/// Applies what is missing. sqlx holds an advisory lock, so replicas that start together take turns.
pub async fn migrate(pool: &PgPool, migrator: &Migrator) -> anyhow::Result<()> {
    let mut connection = pool.acquire().await?;
    sqlx::raw_sql(sqlx::AssertSqlSafe(format!(
        "set lock_timeout = '{MIGRATION_LOCK_TIMEOUT}'; set statement_timeout = 0"
    )))
    .execute(&mut *connection)
    .await?;
    migrator.run(&mut *connection).await.context("the migrations do not apply")?;
    // The settings were for this session only; it does not go back to the pool.
    connection.detach();
    Ok(())
}

/// Turns the violation of a named constraint into the domain's own error, beside the query that can cause it.
pub trait OnConstraint<T> {
    fn on_constraint(self, name: &str, refusal: impl FnOnce() -> crate::Error) -> crate::Result<T>;
}

impl<T> OnConstraint<T> for sqlx::Result<T> {
    fn on_constraint(self, name: &str, refusal: impl FnOnce() -> crate::Error) -> crate::Result<T> {
        self.map_err(|error| match &error {
            sqlx::Error::Database(cause) if cause.constraint() == Some(name) => refusal(),
            _ => error.into(),
        })
    }
}

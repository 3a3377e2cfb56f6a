//! Connections to PostgreSQL.

pub mod batch;
pub mod leader;
mod schema;
mod transaction;
pub mod warm_pool;

use std::time::Duration;

use anyhow::Context as _;
use sqlx::{
    Connection as _, PgPool,
    postgres::{PgConnectOptions, PgPoolOptions},
};

use crate::config::DatabaseConfig;

pub use schema::{apply, migrate, open, wait_for_schema};
pub use transaction::{begin, begin_with};

const CONNECT_TIMEOUT: Duration = Duration::from_mins(1);
/// After a longer pause, the server may have closed the connection.
const MAX_UNCHECKED_IDLE: Duration = Duration::from_secs(1);

pub async fn connect(url: &str, config: &DatabaseConfig, application: &str) -> anyhow::Result<PgPool> {
    let statement_timeout = format!("{}ms", config.database_statement_timeout.as_millis());
    let options: PgConnectOptions = url.parse().context("the database URL cannot be read")?;
    let options = options.application_name(application).options([
        ("statement_timeout", statement_timeout.as_str()),
        // Memoizing costs more than it saves when joins look up a page of rows by key.
        ("enable_memoize", "off"),
        // Hot data is in memory. With the default of 4, the planner scans small tables.
        ("random_page_cost", "1.1"),
    ]);
    let pool = PgPoolOptions::new()
        .max_connections(config.database_connections)
        .acquire_timeout(config.database_acquire_timeout)
        // A test at every use would add a round trip to each call.
        .test_before_acquire(false)
        .before_acquire(|connection, since| {
            Box::pin(async move {
                if since.idle_for > MAX_UNCHECKED_IDLE {
                    connection.ping().await?;
                }
                Ok(true)
            })
        })
        .connect_lazy_with(options);

    let deadline = tokio::time::Instant::now() + CONNECT_TIMEOUT;
    loop {
        match pool.acquire().await {
            Ok(_) => return Ok(pool),
            Err(error) if tokio::time::Instant::now() < deadline => {
                tracing::info!(%error, "Waiting for the database");
                tokio::time::sleep(Duration::from_millis(250)).await;
            }
            Err(error) => return Err(error).context("the database does not answer"),
        }
    }
}

/// Turns the violation of the constraint `name` into a refusal.
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

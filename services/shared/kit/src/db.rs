//! Opens the PostgreSQL connection pool of a service, and checks its schema.

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

/// How long [`connect`] waits for a database that is starting or recovering.
const CONNECT_TIMEOUT: Duration = Duration::from_mins(1);
/// How long a connection may be idle and is still used without a ping. After a longer time the server may have closed
/// it.
const MAX_UNCHECKED_IDLE: Duration = Duration::from_secs(1);

/// Opens the pool, and waits until the database accepts connections.
pub async fn connect(url: &str, config: &DatabaseConfig, application: &str) -> anyhow::Result<PgPool> {
    let statement_timeout = format!("{}ms", config.database_statement_timeout.as_millis());
    let options: PgConnectOptions = url.parse().context("the database URL cannot be read")?;
    let options = options.application_name(application).options([
        ("statement_timeout", statement_timeout.as_str()),
        // Our joins look up one page of rows by key, where the memoize cache costs more than it saves.
        ("enable_memoize", "off"),
        // Hot data is in memory. The default of 4 makes the planner scan small tables, which doubled the cost of a page
        // of product cards.
        ("random_page_cost", "1.1"),
    ]);
    let pool = PgPoolOptions::new()
        .max_connections(config.database_connections)
        .acquire_timeout(config.database_acquire_timeout)
        // A test before each use would add a round trip to each call. Only longer idle connections are tested.
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

/// Turns the violation of a constraint of the database into an error for the client, next to the query that can cause
/// it.
pub trait OnConstraint<T> {
    /// Returns `refusal` if the statement violated the constraint `name`, and another error unchanged.
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

//! Applies migrations, and waits for them at the start. The serving process accepts a schema that is newer than itself,
//! so that a release can be rolled back.

use std::{borrow::Cow, collections::HashMap, time::Duration};

use anyhow::{Context as _, bail, ensure};
use sqlx::{
    Connection as _, PgConnection, PgPool,
    migrate::{Migration, Migrator},
};
use tokio::time::{Instant, sleep};

use super::connect;
use crate::{
    Process,
    config::{DatabaseConfig, MigrateArgs},
};

/// A migration that waits for the lock of a table blocks all later queries of the table.
const LOCK_TIMEOUT: &str = "5s";
const SCHEMA_TIMEOUT: Duration = Duration::from_mins(1);
const CHECK_INTERVAL: Duration = Duration::from_millis(250);
/// PostgreSQL's codes: the table does not exist, or the role may not read it yet.
const NOT_MIGRATED: [&str; 2] = ["42P01", "42501"];

pub async fn migrate(
    process: &Process,
    url: &str,
    config: &DatabaseConfig,
    migrator: &Migrator,
    args: &MigrateArgs,
) -> anyhow::Result<()> {
    let pool = connect(url, config, process.name).await?;
    let role = args.database_serving_role.as_deref().filter(|role| !role.is_empty());
    apply(&pool, migrator, role).await?;
    tracing::info!("The schema is at migration {}", newest(migrator));
    Ok(())
}

pub async fn open(
    process: &Process,
    url: &str,
    config: &DatabaseConfig,
    migrator: &Migrator,
) -> anyhow::Result<PgPool> {
    let opening = async {
        let pool = connect(url, config, process.name).await?;
        wait_for_schema(&pool, process.name, migrator, SCHEMA_TIMEOUT).await?;
        anyhow::Ok(pool)
    };
    let leave = process.leaving();
    let pool = tokio::select! {
        pool = opening => pool?,
        () = leave.cancelled() => bail!("stopped while it waited for the database"),
    };
    process.set_schema(newest(migrator));
    Ok(pool)
}

/// Keeps migrations of a newer release. `role` gets the rights to serve.
pub async fn apply(pool: &PgPool, migrator: &Migrator, role: Option<&str>) -> anyhow::Result<()> {
    let mut connection = pool.acquire().await?;
    // A second migrating process waits here, without the lock timeout.
    let prepare = format!(
        "set statement_timeout = 0;
         select pg_advisory_lock(hashtext('sovqat.migrate'));
         set lock_timeout = '{LOCK_TIMEOUT}'"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(prepare)).execute(&mut *connection).await?;
    let tolerant = Migrator {
        migrations: Cow::Owned(migrator.migrations.to_vec()),
        ignore_missing: true,
        locking: false,
        table_name: migrator.table_name.clone(),
        ..Migrator::DEFAULT
    };
    if let Some(role) = role {
        // Serving processes may use a new table before `grant` runs.
        grant_later_tables(&mut connection, role).await.with_context(|| not_granted(role))?;
    }
    tolerant.run(&mut *connection).await.context("the migrations do not apply")?;
    if let Some(role) = role {
        grant(&mut connection, role).await.with_context(|| not_granted(role))?;
    }
    // The lock and the settings belong to this connection.
    connection.detach().close().await?;
    Ok(())
}

async fn grant_later_tables(connection: &mut PgConnection, role: &str) -> anyhow::Result<()> {
    let role = quoted(role);
    let statements = format!(
        "alter default privileges in schema public grant select, insert, update, delete on tables to {role};
         alter default privileges in schema public grant usage, select, update on sequences to {role}"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(statements)).execute(connection).await?;
    Ok(())
}

fn not_granted(role: &str) -> String {
    format!("the role `{role}` cannot be granted its rights")
}

fn quoted(role: &str) -> String {
    format!("\"{}\"", role.replace('"', "\"\""))
}

async fn grant(connection: &mut PgConnection, role: &str) -> anyhow::Result<()> {
    let role = quoted(role);
    let statements = format!(
        "grant usage on schema public to {role};
         grant select, insert, update, delete on all tables in schema public to {role};
         grant usage, select, update on all sequences in schema public to {role};
         revoke insert, update, delete on _sqlx_migrations from {role}"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(statements)).execute(connection).await?;
    Ok(())
}

pub async fn wait_for_schema(pool: &PgPool, service: &str, migrator: &Migrator, limit: Duration) -> anyhow::Result<()> {
    let deadline = Instant::now() + limit;
    let mut is_reported = false;
    loop {
        let applied = applied(pool).await.context("cannot read which migrations are applied")?;
        let Some(missing) = first_missing(migrator, &applied)? else {
            if applied.keys().max().is_some_and(|version| *version > newest(migrator)) {
                tracing::info!("The schema is newer than this program, which serves on with what it knows");
            }
            return Ok(());
        };
        let (version, description) = (missing.version, &missing.description);
        if Instant::now() >= deadline {
            bail!(
                "the schema is older than this program: migration {version} ({description}) is not applied; \
                 run `sovqat-{service} migrate`"
            );
        }
        if !is_reported {
            tracing::warn!("Waiting for migration {version} ({description}); `sovqat-{service} migrate` applies it");
            is_reported = true;
        }
        sleep(CHECK_INTERVAL).await;
    }
}

async fn applied(pool: &PgPool) -> sqlx::Result<HashMap<i64, Vec<u8>>> {
    let result = sqlx::query_as("select version, checksum from _sqlx_migrations where success").fetch_all(pool).await;
    match result {
        Ok(rows) => Ok(rows.into_iter().collect()),
        // The first migration has not finished.
        Err(sqlx::Error::Database(error)) if error.code().is_some_and(|code| NOT_MIGRATED.contains(&&*code)) => {
            Ok(HashMap::new())
        }
        Err(error) => Err(error),
    }
}

/// Fails if an applied migration differs from ours.
fn first_missing<'a>(migrator: &'a Migrator, applied: &HashMap<i64, Vec<u8>>) -> anyhow::Result<Option<&'a Migration>> {
    for migration in migrator.iter() {
        let Some(checksum) = applied.get(&migration.version) else { return Ok(Some(migration)) };
        ensure!(
            *checksum == *migration.checksum,
            "migration {} ({}) was changed after it was applied",
            migration.version,
            migration.description
        );
    }
    Ok(None)
}

fn newest(migrator: &Migrator) -> i64 {
    migrator.iter().map(|migration| migration.version).max().unwrap_or_default()
}

//! The audit log on a real PostgreSQL: entries stay as they are, and are found.
#![cfg(test)]

mod changes;
mod entries;
mod search;
mod test_log;

static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!("tests/migrations");

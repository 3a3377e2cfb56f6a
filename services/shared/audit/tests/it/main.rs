//! Tests the audit log on PostgreSQL: entries are written, never change, and can be searched.
#![cfg(test)]

mod changes;
mod entries;
mod search;
mod test_log;

static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!("tests/migrations");

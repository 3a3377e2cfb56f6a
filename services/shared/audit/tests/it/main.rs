#![cfg(test)]

mod changes;
mod entries;
mod search;
mod test_log;

static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!("tests/migrations");

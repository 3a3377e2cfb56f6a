//! `migrate URL FOLDER`: applies the migrations in FOLDER to the database at URL. `cargo regen` and `cargo verify` run
//! it.
//!
//! The services can migrate their own databases, but are not compiled yet at that point: `.sqlx` is made from the
//! migrated databases, and a service compiles only when `.sqlx` matches its queries. This program is a Cargo example,
//! so that `sovqat-local` needs no database driver.

use sqlx::migrate::Migrator;
use sqlx::{Connection as _, PgConnection};
use std::path::PathBuf;

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [url, folder] = arguments.as_slice() else { anyhow::bail!("usage: migrate URL FOLDER") };
    let mut connection = PgConnection::connect(url).await?;
    let (newest_version, only_record) = (None, false);
    let migrator = Migrator::new(PathBuf::from(folder)).await?;
    migrator.run_direct(newest_version, &mut connection, only_record).await?;
    Ok(connection.close().await?)
}

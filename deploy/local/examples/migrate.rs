//! `migrate URL FOLDER`: applies a folder of migrations, for `cargo regen`.
//!
//! A service normally migrates its own database. It cannot here: it does not compile until `.sqlx` matches its queries,
//! and `.sqlx` is made from the migrated database.
//! This is a Cargo example and not a subcommand, so that the launcher does not depend on a database driver.

use sqlx::migrate::Migrator;
use sqlx::{Connection as _, PgConnection};
use std::path::PathBuf;

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [url, folder] = arguments.as_slice() else { anyhow::bail!("usage: migrate URL FOLDER") };
    let mut connection = PgConnection::connect(url).await?;
    Migrator::new(PathBuf::from(folder)).await?.run_direct(None, &mut connection, false).await?;
    Ok(connection.close().await?)
}

//! `migrate URL FOLDER`: applies a folder of migrations, for `cargo regen`.
//!
//! A service that migrates its own database does not compile until `.sqlx` matches its queries, and `.sqlx` is made
//! from the migrated database. A Cargo example, so that the launcher needs no database driver.

use sqlx::migrate::Migrator;
use sqlx::{Connection as _, PgConnection};
use std::path::PathBuf;

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [url, folder] = arguments.as_slice() else { anyhow::bail!("usage: migrate URL FOLDER") };
    let mut connection = PgConnection::connect(url).await?;
    // `None`: up to the newest version. `false`: not only recorded as applied.
    Migrator::new(PathBuf::from(folder)).await?.run_direct(None, &mut connection, false).await?;
    Ok(connection.close().await?)
}

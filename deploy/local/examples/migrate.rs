//! `migrate URL FOLDER`: applies a folder of migrations, for `cargo regen`.
//!
//! Services migrate their databases themselves, but a service whose queries do not match its `.sqlx` cannot be built.
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

//! Applies migrations before services can be compiled. As an example, it keeps the database driver out of
//! `sovqat-local`.

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

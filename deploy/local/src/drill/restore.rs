//! Drill: restores an earlier database, although consumers have already read later events.

use super::sql::Sql;
use super::verdict::{Expected, Lost};
use super::{LoadedShop, ORDERS, Setup, WAIT_TIMEOUT, database::Database};
use anyhow::{Result, ensure};
use std::time::{Duration, Instant};

pub async fn run(setup: &Setup) -> Result<bool> {
    let (service, archive) = (setup.service, setup.archive());
    let database = Database::create_with_archive(setup, setup.data.join("database"), &archive).await?;
    let mut shop = LoadedShop::start(setup, database).await?;
    let backup = setup.data.join("backup");
    shop.database.base_backup(setup, &backup).await?;
    setup.print(&format!("a base backup of {service} was taken under load"));
    shop.traffic.wait_for_orders(ORDERS).await?;
    let mut sql = shop.database.sql(setup)?;
    let lost_from = sql.now().await?;
    // Recovery up to this moment needs a later WAL file.
    shop.wait_for_changes_to_lose(setup).await?;
    wait_for_archive(&mut sql).await?;
    let lost_until = sql.now().await?.millis;
    drop(sql);
    let lost_seconds = seconds(lost_from.millis, lost_until);
    setup.print(&format!("{service} is put back by {lost_seconds:.1} s, to {}", lost_from.text));
    let fault = Instant::now();
    shop.proxy.disconnect();
    let restored = shop.database.restore(setup, &backup, &archive, Some(&lost_from)).await?;
    shop.proxy.switch_to(restored.cluster.port);
    let replaced = std::mem::replace(&mut shop.database, restored);
    replaced.stop().await;
    shop.wait_until_recovered(setup, fault).await?;
    let expected = Expected {
        loss: format!("what {service} wrote between {} and its end {lost_seconds:.1} s later", lost_from.text),
        lost: Some(Lost { service, from: lost_from.millis, until: lost_until }),
        new_epoch_of: Some(service),
    };
    shop.finish(setup, &expected, Vec::new()).await
}

/// Waits until the archive has everything that was written before this call.
pub async fn wait_for_archive(sql: &mut Sql) -> Result<()> {
    let wal_file = sql.value("select pg_walfile_name(pg_current_wal_lsn())").await?;
    let started = Instant::now();
    loop {
        let statement = format!("select coalesce(last_archived_wal, '') >= '{wal_file}' from pg_stat_archiver");
        if sql.value(&statement).await? == "t" {
            return Ok(());
        }
        ensure!(started.elapsed() < WAIT_TIMEOUT, "the log is not archived after {} s", WAIT_TIMEOUT.as_secs());
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

#[expect(clippy::cast_precision_loss, reason = "it is printed with one digit")]
pub fn seconds(from: u64, until: u64) -> f64 {
    until.saturating_sub(from) as f64 / 1000.0
}

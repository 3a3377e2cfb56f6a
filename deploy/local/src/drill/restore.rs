//! Drill: restores an earlier database, although consumers have already read later events.

use super::verdict::{Expected, Lost};
use super::{LoadedShop, ORDERS, Setup, WAIT_TIMEOUT, database::Database};
use anyhow::{Result, ensure};
use std::time::{Duration, Instant};

pub async fn run(setup: &Setup) -> Result<bool> {
    let (service, archive) = (setup.service, setup.archive());
    let database = Database::create(setup, service, setup.data.join("database"), Some(&archive)).await?;
    let mut shop = LoadedShop::start(setup, database, |_| {}).await?;
    let backup = setup.data.join("backup");
    shop.database.base_backup(setup, &backup).await?;
    setup.print(&format!("a base backup of {service} was taken under load"));
    shop.traffic.wait_for_orders(ORDERS).await?;
    let mut sql = shop.database.sql(setup)?;
    let moment = sql.now().await?;
    // Recovery up to the moment needs a later WAL file.
    shop.wait_for_changes_to_lose(setup).await?;
    wait_for_archive(&mut sql).await?;
    let until = sql.now().await?.millis;
    drop(sql);
    setup.print(&format!("{service} is put back by {:.1} s, to {}", seconds(moment.millis, until), moment.text));
    let fault = Instant::now();
    shop.proxy.disconnect();
    let restored = shop.database.restore(setup, &backup, &archive, "restored", Some(&moment)).await?;
    shop.proxy.switch_to(restored.cluster.port);
    std::mem::replace(&mut shop.database, restored).stop().await;
    shop.wait_until_recovered(setup, fault).await?;
    let expected = Expected {
        loss: format!(
            "what {service} wrote between {} and its end {:.1} s later",
            moment.text,
            seconds(moment.millis, until)
        ),
        lost: Some(Lost { service, from: moment.millis, until }),
        new_epoch_of: Some(service),
    };
    shop.finish(setup, &expected, Vec::new()).await
}

/// The archive must have everything written before this call.
pub async fn wait_for_archive(sql: &mut super::database::Sql) -> Result<()> {
    let part = sql.value("select pg_walfile_name(pg_current_wal_lsn())").await?;
    let started = Instant::now();
    loop {
        let statement = format!("select coalesce(last_archived_wal, '') >= '{part}' from pg_stat_archiver");
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

//! Drill: restores the database of one service to an earlier moment, from a base backup and the archive of its log (see
//! `database`), while all other services keep running. Later changes are lost. Consumers of the service's feed, the
//! stream of events by which other services learn of its changes, have already read events that the restored database
//! does not have.

use super::verdict::{Expected, Lost};
use super::{ORDERS, Scene, Stage, WAIT_TIMEOUT, database::Database};
use anyhow::{Result, ensure};
use std::time::{Duration, Instant};

pub async fn run(stage: &Stage) -> Result<bool> {
    let (service, archive) = (stage.service, stage.archive());
    let database = Database::create(stage, service, stage.data.join("database"), Some(&archive)).await?;
    let mut scene = Scene::start(stage, database, |_| {}).await?;
    let backup = stage.data.join("backup");
    scene.database.base_backup(stage, &backup).await?;
    stage.say(&format!("a base backup of {service} was taken under load"));
    scene.traffic.wait_for_orders(ORDERS).await?;
    let mut sql = scene.database.sql(stage)?;
    let moment = sql.now().await?;
    // To recover up to the moment, PostgreSQL needs a later part of the log in the archive, too.
    scene.wait_for_changes_to_lose(stage).await?;
    wait_for_archive(&mut sql).await?;
    let until = sql.now().await?.millis;
    drop(sql);
    stage.say(&format!("{service} is put back by {:.1} s, to {}", seconds(moment.millis, until), moment.text));
    let fault = Instant::now();
    scene.proxy.disconnect();
    let restored = scene.database.restore(stage, &backup, &archive, "restored", Some(&moment)).await?;
    scene.proxy.switch_to(restored.cluster.port);
    std::mem::replace(&mut scene.database, restored).stop().await;
    scene.wait_until_recovered(stage, fault).await?;
    let expected = Expected {
        loss: format!(
            "what {service} wrote between {} and its end {:.1} s later",
            moment.text,
            seconds(moment.millis, until)
        ),
        lost: Some(Lost { service, from: moment.millis, until }),
        new_epoch_of: Some(service),
    };
    scene.finish(stage, &expected, Vec::new()).await
}

/// Waits until the archive has everything that was written before this call.
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

/// Converts a time span from milliseconds to seconds.
#[expect(clippy::cast_precision_loss, reason = "it is printed with one digit")]
pub fn seconds(from: u64, until: u64) -> f64 {
    until.saturating_sub(from) as f64 / 1000.0
}

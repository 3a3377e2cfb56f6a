//! Drill: kills the server of one service's database and promotes its standby.
//!
//! A standby is a second server that copies the first one's changes. Promoting makes it writable. In this drill, it has
//! lost its connection some time before, so it lacks the last events. Consumers have already read these events from the
//! service's feed, the stream of events by which other services learn of its changes.

use super::restore::seconds;
use super::verdict::{Expected, Lost};
use super::{ORDERS, Scene, Stage, WAIT_TIMEOUT, database::Database, database::Sql};
use anyhow::{Result, ensure};
use std::time::{Duration, Instant};

/// The pause between two tries of a query that must become true.
const POLL_INTERVAL: Duration = Duration::from_millis(200);

pub async fn run(stage: &Stage) -> Result<bool> {
    let service = stage.service;
    let database = Database::create(stage, service, stage.data.join("database"), None).await?;
    let mut scene = Scene::start(stage, database, |_| {}).await?;
    let backup = stage.data.join("backup");
    scene.database.base_backup(stage, &backup).await?;
    let standby = scene.database.standby(stage, &backup, "standby").await?;
    let mut primary_sql = scene.database.sql(stage)?;
    wait_for(&mut primary_sql, "select count(*) = 1 from pg_stat_replication where state = 'streaming'").await?;
    stage.say(&format!("a standby of {service} follows"));
    scene.traffic.wait_for_orders(ORDERS).await?;

    // Cuts the connection to the primary, and waits until the standby has applied what it has received.
    let mut standby_sql = standby.sql(stage)?;
    standby_sql.query("alter system set primary_conninfo = ''").await?;
    standby_sql.query("select pg_reload_conf()").await?;
    wait_for(&mut standby_sql, "select count(*) = 0 from pg_stat_wal_receiver").await?;
    wait_for(&mut standby_sql, "select pg_last_wal_replay_lsn() >= pg_last_wal_receive_lsn()").await?;
    let moment = standby_sql.moment("pg_last_xact_replay_timestamp()").await?;
    stage.say(&format!("it has lost the connection; its last change is of {}", moment.text));
    scene.wait_for_changes_to_lose(stage).await?;

    let until = primary_sql.now().await?.millis;
    drop(primary_sql);
    stage.say(&format!("the server dies {:.1} s later, and the standby is promoted", seconds(moment.millis, until)));
    let fault = Instant::now();
    scene.proxy.disconnect();
    let port = standby.cluster.port;
    std::mem::replace(&mut scene.database, standby).crash().await;
    ensure!(standby_sql.value("select pg_promote(true, 60)").await? == "t", "the standby was not promoted");
    scene.proxy.switch_to(port);
    scene.wait_until_recovered(stage, fault).await?;
    let expected = Expected {
        loss: format!(
            "what {service} wrote in the {:.1} s after {}, which the standby has not received",
            seconds(moment.millis, until),
            moment.text
        ),
        lost: Some(Lost { service, from: moment.millis, until }),
        new_epoch_of: Some(service),
    };
    scene.finish(stage, &expected, Vec::new()).await
}

/// Repeats a query until it returns true.
async fn wait_for(sql: &mut Sql, query: &str) -> Result<()> {
    let started = Instant::now();
    while sql.value(query).await? != "t" {
        ensure!(started.elapsed() < WAIT_TIMEOUT, "not true after {} s: {query}", WAIT_TIMEOUT.as_secs());
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    Ok(())
}

//! Drill: promotes a standby that lacks events which consumers have already read.

use super::restore::seconds;
use super::verdict::{Expected, Lost};
use super::{LoadedShop, ORDERS, Setup, WAIT_TIMEOUT, database::Database, database::Sql};
use anyhow::{Result, ensure};
use std::time::{Duration, Instant};

const POLL_INTERVAL: Duration = Duration::from_millis(200);

pub async fn run(setup: &Setup) -> Result<bool> {
    let service = setup.service;
    let database = Database::create(setup, setup.data.join("database")).await?;
    let mut shop = LoadedShop::start(setup, database).await?;
    let backup = setup.data.join("backup");
    shop.database.base_backup(setup, &backup).await?;
    let standby = shop.database.standby(setup, &backup).await?;
    let mut primary_sql = shop.database.sql(setup)?;
    wait_for(&mut primary_sql, "select count(*) = 1 from pg_stat_replication where state = 'streaming'").await?;
    setup.print(&format!("a standby of {service} follows"));
    shop.traffic.wait_for_orders(ORDERS).await?;

    // Cuts the connection, and waits until the standby has applied what it has received.
    let mut standby_sql = standby.sql(setup)?;
    standby_sql.query("alter system set primary_conninfo = ''").await?;
    standby_sql.query("select pg_reload_conf()").await?;
    wait_for(&mut standby_sql, "select count(*) = 0 from pg_stat_wal_receiver").await?;
    wait_for(&mut standby_sql, "select pg_last_wal_replay_lsn() >= pg_last_wal_receive_lsn()").await?;
    let lost_from = standby_sql.moment("pg_last_xact_replay_timestamp()").await?;
    setup.print(&format!("it has lost the connection; its last change is of {}", lost_from.text));
    shop.wait_for_changes_to_lose(setup).await?;

    let lost_until = primary_sql.now().await?.millis;
    drop(primary_sql);
    let lost_seconds = seconds(lost_from.millis, lost_until);
    setup.print(&format!("the server dies {lost_seconds:.1} s later, and the standby is promoted"));
    let fault = Instant::now();
    shop.proxy.disconnect();
    let port = standby.cluster.port;
    let primary = std::mem::replace(&mut shop.database, standby);
    primary.crash().await;
    ensure!(standby_sql.value("select pg_promote(true, 60)").await? == "t", "the standby was not promoted");
    shop.proxy.switch_to(port);
    shop.wait_until_recovered(setup, fault).await?;
    let expected = Expected {
        loss: format!(
            "what {service} wrote in the {lost_seconds:.1} s after {}, which the standby has not received",
            lost_from.text
        ),
        lost: Some(Lost { service, from: lost_from.millis, until: lost_until }),
        new_epoch_of: Some(service),
    };
    shop.finish(setup, &expected, Vec::new()).await
}

async fn wait_for(sql: &mut Sql, query: &str) -> Result<()> {
    let started = Instant::now();
    while sql.value(query).await? != "t" {
        ensure!(started.elapsed() < WAIT_TIMEOUT, "not true after {} s: {query}", WAIT_TIMEOUT.as_secs());
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    Ok(())
}

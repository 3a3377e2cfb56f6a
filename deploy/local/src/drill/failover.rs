//! Drill: promotes a standby that lacks events which consumers have already read.

use super::restore::seconds;
use super::sql::{Moment, Sql};
use super::verdict::{Expected, Lost};
use super::{LoadedShop, ORDERS, Setup, WAIT_TIMEOUT, database::Database};
use anyhow::{Result, ensure};
use std::time::{Duration, Instant};

const POLL_INTERVAL: Duration = Duration::from_millis(200);

pub async fn run(setup: &Setup) -> Result<bool> {
    let service = setup.service;
    let database = Database::create(setup, setup.data.join("database")).await?;
    let mut shop = LoadedShop::start(setup, database).await?;
    let mut primary_sql = shop.database.sql(setup)?;
    let standby = start_standby(setup, &shop.database, &mut primary_sql).await?;
    setup.print(&format!("a standby of {service} follows"));
    shop.traffic.wait_for_orders(ORDERS).await?;

    let mut standby_sql = standby.sql(setup)?;
    let lost_from = disconnect(&mut standby_sql).await?;
    setup.print(&format!("it has lost the connection; its last change is of {}", lost_from.text));
    shop.wait_for_changes_to_lose(setup).await?;

    let lost_until = primary_sql.now().await?.millis;
    drop(primary_sql);
    let lost_seconds = seconds(lost_from.millis, lost_until);
    setup.print(&format!("the server dies {lost_seconds:.1} s later, and the standby is promoted"));
    let fault = Instant::now();
    promote(&mut shop, standby, &mut standby_sql).await?;
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

async fn start_standby(setup: &Setup, primary: &Database, primary_sql: &mut Sql) -> Result<Database> {
    let backup = setup.data.join("backup");
    primary.base_backup(setup, &backup).await?;
    let standby = primary.standby(setup, &backup).await?;
    wait_for(primary_sql, "select count(*) = 1 from pg_stat_replication where state = 'streaming'").await?;
    Ok(standby)
}

/// Cuts the standby's connection, waits until it has applied what it received, and returns the time of its last change.
async fn disconnect(standby_sql: &mut Sql) -> Result<Moment> {
    standby_sql.query("alter system set primary_conninfo = ''").await?;
    standby_sql.query("select pg_reload_conf()").await?;
    wait_for(standby_sql, "select count(*) = 0 from pg_stat_wal_receiver").await?;
    wait_for(standby_sql, "select pg_last_wal_replay_lsn() >= pg_last_wal_receive_lsn()").await?;
    standby_sql.moment("pg_last_xact_replay_timestamp()").await
}

async fn promote(shop: &mut LoadedShop, standby: Database, standby_sql: &mut Sql) -> Result<()> {
    shop.proxy.disconnect();
    let port = standby.cluster.port;
    let primary = std::mem::replace(&mut shop.database, standby);
    primary.crash().await;
    ensure!(standby_sql.value("select pg_promote(true, 60)").await? == "t", "the standby was not promoted");
    shop.proxy.switch_to(port);
    Ok(())
}

async fn wait_for(sql: &mut Sql, query: &str) -> Result<()> {
    let started = Instant::now();
    while sql.value(query).await? != "t" {
        ensure!(started.elapsed() < WAIT_TIMEOUT, "not true after {} s: {query}", WAIT_TIMEOUT.as_secs());
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    Ok(())
}

//! Drill: delays commits of one service's database by 0.1 s, and twice stops its server for five seconds.

use super::sql::Sql;
use super::verdict::Expected;
use super::{LoadedShop, ORDERS, Setup, WAIT_TIMEOUT, database::Database};
use anyhow::{Result, ensure};
use rustix::process::Signal;
use std::time::{Duration, Instant};

/// PostgreSQL's maximum.
const COMMIT_DELAY_MICROS: u32 = 100_000;
const HANG: Duration = Duration::from_secs(5);
const HANGS: usize = 2;

pub async fn run(setup: &Setup) -> Result<bool> {
    let service = setup.service;
    let database = Database::create(setup, setup.data.join("database")).await?;
    let mut shop = LoadedShop::start(setup, database).await?;
    let usual_time = shop.traffic.wait_for_orders(ORDERS).await?;
    let mut sql = shop.database.sql(setup)?;
    delay_commits(&mut sql).await?;
    let slow_time = shop.traffic.wait_for_orders(ORDERS).await?;
    setup.print(&format!(
        "{ORDERS} orders took {:.1} s with 0.1 s for each commit of {service}, {:.1} s before",
        slow_time.as_secs_f32(),
        usual_time.as_secs_f32()
    ));
    for _ in 0..HANGS {
        let frozen = FrozenServer::new(&shop.database)?;
        tokio::time::sleep(HANG).await;
        drop(frozen);
        let took = shop.traffic.wait_for_orders(ORDERS / 2).await?;
        setup.print(&format!(
            "after {} s without an answer of the disk, {} orders took {:.1} s",
            HANG.as_secs(),
            ORDERS / 2,
            took.as_secs_f32()
        ));
    }
    sql.query("alter system reset commit_delay").await?;
    sql.query("select pg_reload_conf()").await?;
    ensure!(sql.value("select true").await? == "t", "the database does not answer");
    drop(sql);
    shop.traffic.wait_for_orders(ORDERS).await?;
    shop.finish(setup, &Expected::no_loss(), Vec::new()).await
}

async fn delay_commits(sql: &mut Sql) -> Result<()> {
    // Otherwise, commits are delayed only while other transactions are active.
    sql.query("alter system set commit_siblings = 0").await?;
    sql.query(&format!("alter system set commit_delay = {COMMIT_DELAY_MICROS}")).await?;
    sql.query("select pg_reload_conf()").await?;
    let started = Instant::now();
    while sql.value("show commit_delay").await? != COMMIT_DELAY_MICROS.to_string() {
        ensure!(started.elapsed() < WAIT_TIMEOUT, "PostgreSQL has not reloaded its settings");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Ok(())
}

/// Dropping it resumes the processes, also after Ctrl-C.
struct FrozenServer<'a>(&'a Database);

impl<'a> FrozenServer<'a> {
    fn new(database: &'a Database) -> Result<Self> {
        let frozen = Self(database);
        database.signal(Signal::STOP)?;
        Ok(frozen)
    }
}

impl Drop for FrozenServer<'_> {
    fn drop(&mut self) {
        self.0.signal(Signal::CONT).ok();
    }
}

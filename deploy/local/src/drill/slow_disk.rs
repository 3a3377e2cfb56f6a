//! Drill: slows down the disk of one service's database. First each commit takes 0.1 s longer. Then, twice, the disk
//! does not answer for five seconds.
//!
//! The slow commits are simulated with `commit_delay`, a pause that PostgreSQL makes before it syncs its log. The disk
//! without an answer is simulated by stopping all processes of the server with SIGSTOP.

use super::verdict::Expected;
use super::{ORDERS, Scene, Stage, WAIT_TIMEOUT, database::Database};
use anyhow::{Result, ensure};
use rustix::process::Signal;
use std::time::{Duration, Instant};

/// The longest delay that PostgreSQL allows, in microseconds.
const COMMIT_DELAY: u32 = 100_000;
/// How long the disk does not answer.
const HANG: Duration = Duration::from_secs(5);
/// How often the disk does not answer.
const HANGS: usize = 2;

pub async fn run(stage: &Stage) -> Result<bool> {
    let service = stage.service;
    let database = Database::create(stage, service, stage.data.join("database"), None).await?;
    let mut scene = Scene::start(stage, database, |_| {}).await?;
    let usual_time = scene.traffic.wait_for_orders(ORDERS).await?;
    let mut sql = scene.database.sql(stage)?;
    // Without this, PostgreSQL delays a commit only if other transactions are active.
    sql.query("alter system set commit_siblings = 0").await?;
    sql.query(&format!("alter system set commit_delay = {COMMIT_DELAY}")).await?;
    sql.query("select pg_reload_conf()").await?;
    let started = Instant::now();
    while sql.value("show commit_delay").await? != COMMIT_DELAY.to_string() {
        ensure!(started.elapsed() < WAIT_TIMEOUT, "PostgreSQL has not reloaded its settings");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let slow_time = scene.traffic.wait_for_orders(ORDERS).await?;
    stage.say(&format!(
        "{ORDERS} orders took {:.1} s with 0.1 s for each commit of {service}, {:.1} s before",
        slow_time.as_secs_f32(),
        usual_time.as_secs_f32()
    ));
    for _ in 0..HANGS {
        let frozen = FrozenServer::new(&scene.database)?;
        tokio::time::sleep(HANG).await;
        drop(frozen);
        let took = scene.traffic.wait_for_orders(ORDERS / 2).await?;
        stage.say(&format!(
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
    scene.traffic.wait_for_orders(ORDERS).await?;
    let expected = Expected { loss: "nothing".into(), ..Expected::default() };
    scene.finish(stage, &expected, Vec::new()).await
}

/// A server whose processes are stopped. Dropping it resumes them, also after Ctrl-C.
struct FrozenServer<'a>(&'a Database);

impl<'a> FrozenServer<'a> {
    /// Stops the processes of the server. They keep their connections.
    fn new(database: &'a Database) -> Result<Self> {
        let frozen = Self(database);
        database.signal(Signal::STOP)?;
        Ok(frozen)
    }
}

impl Drop for FrozenServer<'_> {
    fn drop(&mut self) {
        // Fails if the server is gone.
        self.0.signal(Signal::CONT).ok();
    }
}

//! Drill: makes a base backup, which is a copy of the database's files, and an archive of the log while the shop is
//! under load, and starts a new server from both. The log is PostgreSQL's record of every change (WAL). The new server
//! must have every event that was published before the backup's end, and intact indexes.

use super::restore::wait_for_archive;
use super::verdict::{Check, Expected};
use super::{ORDERS, Scene, Stage, database::Database};
use anyhow::Result;

/// Compares each index with its table. Fails with the first difference.
const CHECK_INDEXES: &str = "select bt_index_check(pg_class.oid, true)
     from pg_class
     join pg_am on pg_am.oid = pg_class.relam
     where amname = 'btree' and relkind = 'i' and relpersistence = 'p'";

pub async fn run(stage: &Stage) -> Result<bool> {
    let (service, archive) = (stage.service, stage.archive());
    let database = Database::create(stage, service, stage.data.join("database"), Some(&archive)).await?;
    let mut scene = Scene::start(stage, database, |_| {}).await?;
    let backup = stage.data.join("backup");
    let step = stage.board.step("base backup", None);
    scene.database.base_backup(stage, &backup).await?;
    step.done("under load");
    scene.traffic.wait_for_orders(ORDERS).await?;

    let mut sql = scene.database.sql(stage)?;
    let head = sql.value("select position from outbox_head").await?;
    wait_for_archive(&mut sql).await?;
    let events = format!(
        "select count(*), md5(string_agg(kind || payload, '' order by position)) from outbox where position <= {head}"
    );
    let original = sql.value(&events).await?;
    let step = stage.board.step("starting a server from it", None);
    let restored = scene.database.restore(stage, &backup, &archive, "restored", None).await?;
    step.done("");
    let mut restored_sql = restored.sql(stage)?;
    let copy = restored_sql.value(&events).await?;
    restored_sql.query("create extension amcheck").await?;
    let indexes = restored_sql.query(CHECK_INDEXES).await?.len();
    let size = restored_sql.value("select pg_size_pretty(pg_database_size(current_database()))").await?;
    drop((sql, restored_sql));
    restored.stop().await;
    let count = |row: &str| row.split('|').next().unwrap_or_default().to_owned();
    let checks = vec![
        Check {
            is_good: original == copy && count(&copy) != "0",
            text: format!(
                "the copy has {} of the {} events that {service} had published",
                count(&copy),
                count(&original)
            ),
        },
        Check { is_good: indexes > 0, text: format!("amcheck found nothing in {indexes} indexes of {size}") },
    ];
    let expected = Expected { loss: "nothing".into(), ..Expected::default() };
    scene.finish(stage, &expected, checks).await
}

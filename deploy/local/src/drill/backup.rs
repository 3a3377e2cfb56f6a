//! Drill: starts a server from a base backup and a log archive.

use super::restore::wait_for_archive;
use super::verdict::{Check, Expected};
use super::{LoadedShop, ORDERS, Setup, database::Database};
use anyhow::Result;

/// Fails if an index differs from its table.
const CHECK_INDEXES: &str = "select bt_index_check(pg_class.oid, true)
     from pg_class
     join pg_am on pg_am.oid = pg_class.relam
     where amname = 'btree' and relkind = 'i' and relpersistence = 'p'";

pub async fn run(setup: &Setup) -> Result<bool> {
    let (service, archive) = (setup.service, setup.archive());
    let database = Database::create_with_archive(setup, setup.data.join("database"), &archive).await?;
    let mut shop = LoadedShop::start(setup, database).await?;
    let backup = setup.data.join("backup");
    let step = setup.board.step("base backup", None);
    shop.database.base_backup(setup, &backup).await?;
    step.done("under load");
    shop.traffic.wait_for_orders(ORDERS).await?;

    let mut sql = shop.database.sql(setup)?;
    let head = sql.value("select position from outbox_head").await?;
    wait_for_archive(&mut sql).await?;
    let events = format!(
        "select count(*), md5(string_agg(kind || payload, '' order by position)) from outbox where position <= {head}"
    );
    let original = sql.value(&events).await?;
    let step = setup.board.step("starting a server from it", None);
    let until_the_end = None;
    let restored = shop.database.restore(setup, &backup, &archive, until_the_end).await?;
    step.done("");
    let mut restored_sql = restored.sql(setup)?;
    let copy = restored_sql.value(&events).await?;
    restored_sql.query("create extension amcheck").await?;
    let indexes = restored_sql.query(CHECK_INDEXES).await?.len();
    let size = restored_sql.value("select pg_size_pretty(pg_database_size(current_database()))").await?;
    drop((sql, restored_sql));
    restored.stop().await;
    // The rows of `events` are a count and a hash, separated by `|`.
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
    shop.finish(setup, &Expected::no_loss(), checks).await
}

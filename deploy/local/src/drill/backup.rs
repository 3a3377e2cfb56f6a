//! Drill: starts a server from a base backup and a log archive.

use super::restore::wait_for_archive;
use super::sql::Sql;
use super::verdict::{Check, Expected};
use super::{LoadedShop, ORDERS, Setup, database::Database};
use anyhow::{Context as _, Result};

/// Fails if an index differs from its table.
const CHECK_INDEXES: &str = "select bt_index_check(pg_class.oid, true)
     from pg_class
     join pg_am on pg_am.oid = pg_class.relam
     where amname = 'btree' and relkind = 'i' and relpersistence = 'p'";

/// Contents of a server that was started from the backup.
struct CopiedDatabase {
    events: EventDigest,
    index_count: usize,
    /// As PostgreSQL prints it, for example `42 MB`.
    size: String,
}

#[derive(PartialEq, Eq)]
struct EventDigest {
    count: String,
    hash: String,
}

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
    let original = digest_events(&mut sql, &head).await?;
    let step = setup.board.step("starting a server from it", None);
    let until_the_end = None;
    let restored = shop.database.restore(setup, &backup, &archive, until_the_end).await?;
    step.done("");
    let copy = examine(setup, &restored, &head).await?;
    drop(sql);
    restored.stop().await;

    let CopiedDatabase { events, index_count, size } = copy;
    let checks = vec![
        Check {
            is_good: original == events && events.count != "0",
            text: format!(
                "the copy has {} of the {} events that {service} had published",
                events.count, original.count
            ),
        },
        Check { is_good: index_count > 0, text: format!("amcheck found nothing in {index_count} indexes of {size}") },
    ];
    shop.finish(setup, &Expected::no_loss(), checks).await
}

async fn digest_events(sql: &mut Sql, head: &str) -> Result<EventDigest> {
    let statement = format!(
        "select count(*), md5(string_agg(kind || payload, '' order by position)) from outbox where position <= {head}"
    );
    let row = sql.value(&statement).await?;
    let (count, hash) = row.split_once('|').context("no hash of the events")?;
    Ok(EventDigest { count: count.to_owned(), hash: hash.to_owned() })
}

async fn examine(setup: &Setup, restored: &Database, head: &str) -> Result<CopiedDatabase> {
    let mut sql = restored.sql(setup)?;
    let events = digest_events(&mut sql, head).await?;
    sql.query("create extension amcheck").await?;
    let index_count = sql.query(CHECK_INDEXES).await?.len();
    let size = sql.value("select pg_size_pretty(pg_database_size(current_database()))").await?;
    Ok(CopiedDatabase { events, index_count, size })
}

//! Prepares the shop's data: migrations, pictures, and the demo. Skips each step whose stamp (a hash of its inputs) is
//! current.

use super::Shop;
use crate::board::Board;
use crate::checkout::Checkout;
use crate::child::program;
use crate::cli::{self, Demo, Pictures};
use crate::data::Data;
use crate::node;
use crate::services::BANK;
use crate::stamp::Stamp;
use crate::task;
use anyhow::Result;
use std::path::Path;

pub async fn pictures(
    board: &Board,
    checkout: &Checkout,
    demo_folder: &Path,
    data: &Data,
    options: &cli::Up,
    logs: &Path,
) -> Result<()> {
    let cli::Up { demo, pictures, .. } = *options;
    let folder = checkout.pictures();
    if demo == Demo::None || !folder.join("compose.mjs").is_file() {
        return Ok(());
    }
    let sources = [demo_folder.to_owned(), folder.clone()];
    let stamp = Stamp::of(data.stamp_file("pictures"), &sources, &[demo.name(), pictures.name()])?;
    let manifest = data.media().join("pictures.json");
    if stamp.is_current() && manifest.is_file() {
        return Ok(());
    }
    node::install(board, "pictures", &folder, &logs.join("npm-pictures.log")).await?;
    let mut command = program("node");
    command.current_dir(&checkout.root).arg(folder.join("compose.mjs"));
    command.arg("--demo").arg(demo_folder).arg("--out").arg(data.media());
    if let Some(sample) = demo.sample_argument() {
        command.args(["--sample", sample]);
    }
    if pictures == Pictures::Few {
        command.arg("--few");
    }
    task::run(board, "composing pictures", &mut command, &logs.join("pictures.log")).await?;
    stamp.write()
}

pub async fn migrate(board: &Board, shop: &Shop, data: &Data, logs: &Path) -> Result<()> {
    let steps = shop.services().map(|service| async move {
        let sources = [shop.checkout.migrations(service)];
        // Another release has other migrations.
        let programs = shop.release.programs.to_string_lossy();
        let inputs = [shop.database_identity(service), if shop.release.is_of_checkout { "" } else { &programs }];
        let stamp = Stamp::of(data.stamp_file(&format!("migrate-{service}")), &sources, &inputs)?;
        if stamp.is_current() {
            return Ok(());
        }
        let log = logs.join(format!("migrate-{service}.log"));
        task::run(board, &format!("migrating {service}"), &mut shop.migrate_command(service), &log).await?;
        stamp.write()
    });
    futures::future::try_join_all(steps).await.map(drop)
}

pub async fn load(board: &Board, shop: &Shop, data: &Data, demo: Demo, logs: &Path) -> Result<()> {
    if demo == Demo::None {
        return Ok(());
    }
    let sources = &[shop.release.demo.clone(), data.media().join("pictures.json")];
    let [demo_folder, manifest] = sources;
    let steps = shop.services().map(|service| async move {
        let inputs = [demo.name(), shop.database_identity(service)];
        let stamp = Stamp::of(data.stamp_file(&format!("demo-{service}")), sources, &inputs)?;
        if stamp.is_current() {
            return Ok(());
        }
        let mut command = shop.command(service);
        command.arg("load").arg(demo_folder).arg("--pictures").arg(manifest);
        if let Some(sample) = demo.sample_argument() {
            command.args(["--sample", sample]);
        }
        // No request waits for these large statements.
        command.env("DATABASE_STATEMENT_TIMEOUT", "60s");
        let log = logs.join(format!("load-{service}.log"));
        task::run(board, &format!("loading the demo: {service}"), &mut command, &log).await?;
        stamp.write()
    });
    futures::future::try_join_all(steps).await.map(drop)
}

/// The programs that run while a command of the order service writes the history (the demo's past orders). The order
/// service itself must not run then.
pub const HISTORY_PROGRAMS: [&str; 3] = ["auth", "catalog", BANK];

/// The past orders of the demo, which must still be written.
#[derive(Debug)]
pub struct History(Stamp);

/// Returns `None` if the history is written, or if a program that it needs is not part of this run.
pub fn pending_history(shop: &Shop, data: &Data, demo: Demo) -> Result<Option<History>> {
    let has_all_programs = HISTORY_PROGRAMS.iter().chain(&["order"]).all(|name| shop.programs.contains(name));
    if demo == Demo::None || !has_all_programs {
        return Ok(None);
    }
    let sources = [shop.release.demo.join("history.json")];
    let stamp = Stamp::of(data.stamp_file("history"), &sources, &[shop.database_identity("order")])?;
    Ok((!stamp.is_current()).then_some(History(stamp)))
}

impl History {
    pub async fn write(&self, board: &Board, shop: &Shop, logs: &Path) -> Result<()> {
        let mut command = shop.command("order");
        command.arg("history").arg(&shop.release.demo);
        task::run(board, "writing the demo's history", &mut command, &logs.join("history.log")).await?;
        self.0.write()
    }
}

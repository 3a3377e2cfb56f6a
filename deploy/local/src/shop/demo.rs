//! Prepares the data of the shop: migrates its databases, composes the pictures of the demo, loads its data once into
//! every service, and prints the addresses and accounts.

use super::Shop;
use crate::board::Board;
use crate::checkout::Checkout;
use crate::child::program;
use crate::cli::{self, Demo, Pictures};
use crate::data::Data;
use crate::node;
use crate::services::{BANK, GATEWAY};
use crate::stamp::Stamp;
use crate::task;
use anyhow::Result;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// Composes the pictures. The script skips existing ones.
pub async fn pictures(board: &Board, checkout: &Checkout, data: &Data, options: &cli::Up, logs: &Path) -> Result<()> {
    let cli::Up { demo, pictures, .. } = *options;
    let folder = checkout.pictures();
    if demo == Demo::None || !folder.join("compose.mjs").is_file() {
        return Ok(());
    }
    let sources = [checkout.demo(), folder.clone()];
    // The stamp records the inputs of the last run; while they are the same, there is nothing to do.
    let stamp = Stamp::of(data.stamp_file("pictures"), &sources, &[demo.name(), pictures.name()])?;
    let manifest = data.media().join("pictures.json");
    if stamp.is_current() && manifest.is_file() {
        return Ok(());
    }
    node::install(board, "pictures", &folder, &logs.join("npm-pictures.log")).await?;
    let mut command = program("node");
    command.current_dir(&checkout.root).arg(folder.join("compose.mjs"));
    command.arg("--demo").arg(checkout.demo()).arg("--out").arg(data.media());
    if let Some(sample) = demo.sample_argument() {
        command.args(["--sample", sample]);
    }
    if pictures == Pictures::Few {
        command.arg("--few");
    }
    task::run(board, "composing pictures", &mut command, &logs.join("pictures.log")).await?;
    stamp.write()
}

/// Migrates each database, unless it has the current migrations already.
pub async fn migrate(board: &Board, shop: &Shop, data: &Data, logs: &Path) -> Result<()> {
    let steps = shop.services().map(|service| async move {
        let sources = [shop.checkout.migrations(service)];
        // With another database, the step runs again.
        let inputs = [shop.database_identity(service)];
        let stamp = Stamp::of(data.stamp_file(&format!("migrate-{service}")), &sources, &inputs)?;
        if stamp.is_current() {
            return Ok(());
        }
        let log = logs.join(format!("migrate-{service}.log"));
        task::run(board, &format!("migrating {service}"), shop.command(service).arg("migrate"), &log).await?;
        stamp.write()
    });
    futures::future::try_join_all(steps).await.map(drop)
}

/// Loads the demo if it has changed or was not loaded into these databases.
pub async fn load(board: &Board, shop: &Shop, data: &Data, demo: Demo, logs: &Path) -> Result<()> {
    if demo == Demo::None {
        return Ok(());
    }
    let sources = &[shop.checkout.demo(), data.media().join("pictures.json")];
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
        let log = logs.join(format!("load-{service}.log"));
        task::run(board, &format!("loading the demo: {service}"), &mut command, &log).await?;
        stamp.write()
    });
    futures::future::try_join_all(steps).await.map(drop)
}

/// Programs that must run while the demo's history is written. The order service must be stopped meanwhile, because
/// its own command writes the history.
pub const HISTORY_PROGRAMS: [&str; 3] = ["auth", "catalog", BANK];

/// The demo's order history, which is not yet in the database.
#[derive(Debug)]
pub struct History(Stamp);

/// Returns `None` if the history is already written, or if a program that it requires is not part of this run.
pub fn pending_history(shop: &Shop, data: &Data, demo: Demo) -> Result<Option<History>> {
    let has_all_programs = HISTORY_PROGRAMS.iter().chain(&["order"]).all(|name| shop.programs.contains(name));
    if demo == Demo::None || !has_all_programs {
        return Ok(None);
    }
    let sources = [shop.checkout.demo().join("history.json")];
    let stamp = Stamp::of(data.stamp_file("history"), &sources, &[shop.database_identity("order")])?;
    Ok((!stamp.is_current()).then_some(History(stamp)))
}

impl History {
    pub async fn write(&self, board: &Board, shop: &Shop, logs: &Path) -> Result<()> {
        let mut command = shop.command("order");
        command.arg("history").arg(shop.checkout.demo());
        task::run(board, "writing the demo's history", &mut command, &logs.join("history.log")).await?;
        self.0.write()
    }
}

#[derive(Debug, Deserialize)]
pub struct Account {
    pub role: String,
    #[serde(rename = "phoneNumber")]
    pub phone: String,
    pub email: String,
    pub password: String,
}

/// Reads the demo accounts for the printed table, without those of the browser tests. The list is empty if the file
/// is missing or invalid.
pub fn accounts(checkout: &Checkout) -> Vec<Account> {
    let read = |path: PathBuf| serde_json::from_slice::<Vec<Account>>(&std::fs::read(path).ok()?).ok();
    let mut accounts = read(checkout.demo().join("accounts.json")).unwrap_or_default();
    accounts.retain(|account| !account.role.starts_with("tester"));
    accounts
}

/// Prints the addresses and accounts at the end of the start.
pub fn print_summary(board: &Board, shop: &Shop, demo: Demo, data: &Data) {
    let line = |what: &str, text: &str| board.print(&format!("  {what:<14} {text}"));
    board.print("");
    if shop.programs.contains(&GATEWAY) {
        line("shop", &shop.url());
        line("API", &format!("{}/api/docs", shop.url()));
        line("inbox", &format!("{}/dev/inbox   mails and codes: nothing leaves this machine", shop.url()));
    }
    if shop.programs.contains(&BANK) {
        line("sandbox bank", &format!("{}/sandbox/payments   pays with 4111 1111 1111 1111", shop.bank_url()));
    }
    for name in &shop.programs {
        let ports = shop.ports.of(name);
        line(name, &format!("127.0.0.1:{}   metrics http://127.0.0.1:{}/metrics", ports.listen, ports.admin));
    }
    line("data", &data.root.display().to_string());
    if demo != Demo::None {
        for account in accounts(&shop.checkout) {
            line(&account.role, &format!("{} or {}   password {}", account.phone, account.email, account.password));
        }
    }
    board.print("");
}

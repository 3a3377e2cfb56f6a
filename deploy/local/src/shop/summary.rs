//! Prints the addresses and the demo accounts of a running shop.

use super::Shop;
use crate::board::Board;
use crate::cli::Demo;
use crate::data::Data;
use crate::services::{BANK, GATEWAY};
use serde::Deserialize;
use std::path::{Path, PathBuf};

#[derive(Debug, Deserialize)]
struct Account {
    role: String,
    #[serde(rename = "phoneNumber")]
    phone: String,
    email: String,
    password: String,
}

pub fn print(board: &Board, shop: &Shop, demo: Demo, data: &Data) {
    let line = |what: &str, text: &str| board.print(&format!("  {what:<14} {text}"));
    board.print("");
    if shop.programs.contains(&GATEWAY) {
        line("shop", &shop.url());
        line("back office", &format!("{}/idare   passkeys work at this name only", shop.named_url()));
        line("API", &format!("{}/api/docs", shop.url()));
        line("inbox", &format!("{}/dev/inbox   mails and codes: nothing leaves this machine", shop.url()));
    }
    if shop.programs.contains(&BANK) {
        line("sandbox bank", &format!("{}/sandbox/payments   pays with 4111 1111 1111 1111", shop.bank_url()));
    }
    for process in shop.programs.iter().flat_map(|program| shop.processes(program)) {
        let ports = shop.ports.of(process);
        line(
            &process.to_string(),
            &format!("127.0.0.1:{}   metrics http://127.0.0.1:{}/metrics", ports.listen, ports.admin),
        );
    }
    line("data", &data.root.display().to_string());
    if demo != Demo::None {
        for account in accounts(&shop.release.demo) {
            line(&account.role, &format!("{} or {}   password {}", account.phone, account.email, account.password));
        }
        line(
            "second factor",
            "`cargo code` prints the present codes of the staff's authenticator apps; each signs in once",
        );
    }
    board.print("");
}

fn accounts(demo_folder: &Path) -> Vec<Account> {
    let read = |path: PathBuf| serde_json::from_slice::<Vec<Account>>(&std::fs::read(path).ok()?).ok();
    let mut accounts = read(demo_folder.join("accounts.json")).unwrap_or_default();
    // `tester-1` and so on are for browser tests.
    accounts.retain(|account| !account.role.starts_with("tester"));
    accounts
}

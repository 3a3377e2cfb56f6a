//! Builds the web app if its sources have changed.

use crate::board::Board;
use crate::checkout::Checkout;
use crate::node;
use crate::stamp::{NOT_SOURCES, Stamp};
use crate::task;
use anyhow::Result;
use std::path::{Path, PathBuf};

pub async fn build(board: &Board, checkout: &Checkout, logs: &Path) -> Result<()> {
    let web = checkout.web();
    if !web.join("index.html").is_file() {
        board.print("  this checkout has no web app");
        return Ok(());
    }
    let stamp = Stamp::of(checkout.scratch()?.join("web.stamp"), &sources(&web)?, &[])?;
    if stamp.is_current() && web.join("dist/index.html").is_file() {
        return Ok(());
    }
    node::install(board, "the web app", &web, &logs.join("npm-web.log")).await?;
    let mut command = node::npm(&web);
    task::run(board, "building the web app", command.args(["run", "build"]), &logs.join("web.log")).await?;
    stamp.write()
}

fn sources(web: &Path) -> Result<Vec<PathBuf>> {
    const NOT_BUILT: [&str; 4] = ["e2e", "mock-api", "README.md", "playwright.config.ts"];
    let mut sources = Vec::new();
    for entry in std::fs::read_dir(web)? {
        let entry = entry?;
        let name = entry.file_name();
        if !NOT_BUILT.iter().chain(&NOT_SOURCES).any(|excluded| name == *excluded) {
            sources.push(entry.path());
        }
    }
    sources.sort();
    Ok(sources)
}

//! What is generated and checked in, and the one way to make it. `cargo regen` puts it in place; `cargo verify` makes
//! it elsewhere and compares.

pub mod compare;
pub mod contracts;
pub mod openapi;
pub mod queries;
pub mod web;

use crate::board::Board;
use crate::checkout::Checkout;
use crate::cli;
use crate::postgres::Alone;
use crate::shop::SERVICES;
use crate::signals::Stop;
use anyhow::{Context as _, Result, bail};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tokio::sync::OnceCell;

/// What the makers of generated files share, and the steps of `verify` too.
#[derive(Debug)]
pub struct Workshop {
    pub board: Board,
    pub checkout: Checkout,
    pub logs: PathBuf,
    cluster: OnceCell<Alone>,
}

impl Workshop {
    pub fn open(name: &str) -> Result<Self> {
        let checkout = Checkout::find()?;
        let logs = checkout.scratch()?.join(name);
        std::fs::create_dir_all(&logs)?;
        Ok(Self { board: Board::default(), checkout, logs, cluster: OnceCell::new() })
    }

    pub fn log(&self, step: &str) -> PathBuf {
        self.logs.join(format!("{step}.log"))
    }

    /// An empty folder for what is made to be compared or moved.
    pub fn empty(&self, name: &str) -> Result<PathBuf> {
        let folder = self.logs.join(name);
        if folder.exists() {
            std::fs::remove_dir_all(&folder)?;
        }
        std::fs::create_dir_all(&folder)?;
        Ok(folder)
    }

    /// The cluster for this run, started when it is first wanted.
    pub async fn cluster(&self) -> Result<&Alone> {
        self.cluster.get_or_try_init(|| Alone::forgetful(&self.board, &self.checkout, None, &SERVICES)).await
    }

    pub async fn close(self) {
        if let Some(cluster) = self.cluster.into_inner() {
            cluster.stop().await;
        }
    }
}

/// In this order: the gateway is built with what the queries say, the web's types come from the gateway's document.
const PARTS: [&str; 4] = ["proto", "sqlx", "openapi", "web"];

pub async fn regen(options: cli::Regen) -> Result<ExitCode> {
    let stop = Stop::listen()?;
    if let Some(stranger) = options.only.iter().find(|part| !PARTS.contains(&part.as_str())) {
        bail!("there is no part `{stranger}`; the parts are {}", PARTS.join(", "));
    }
    let shop = Workshop::open("regen")?;
    let result = tokio::select! {
        result = all(&shop, &options) => result,
        () = stop.asked.cancelled() => Err(anyhow::anyhow!("stopped")),
    };
    shop.close().await;
    result.map(|()| ExitCode::SUCCESS)
}

async fn all(shop: &Workshop, options: &cli::Regen) -> Result<()> {
    for part in PARTS {
        if options.only.is_empty() || options.only.iter().any(|only| only == part) {
            let step = shop.board.step(part, None);
            make(shop, part, options.accept_breaking).await?;
            step.done("renewed");
        }
    }
    Ok(())
}

async fn make(shop: &Workshop, part: &str, accept_breaking: bool) -> Result<()> {
    match part {
        "proto" => {
            if !accept_breaking {
                contracts::breaking(shop).await.context("contracts only grow; before a release: --accept-breaking")?;
            }
            contracts::baseline(shop, &shop.checkout.join(contracts::BASELINE)).await
        }
        "sqlx" => {
            let made = shop.empty("sqlx")?;
            queries::describe(shop, &made).await?;
            SERVICES.iter().try_for_each(|name| replace(&made.join(name), &queries::checked_in(&shop.checkout, name)))
        }
        "openapi" => openapi::print(shop, &shop.checkout.join(openapi::DOCUMENT)).await,
        _ => web::types(shop).await,
    }
}

/// The folder as a whole, so that what is generated no more disappears. An empty one leaves nothing behind.
fn replace(made: &Path, place: &Path) -> Result<()> {
    if place.exists() {
        std::fs::remove_dir_all(place)?;
    }
    if std::fs::read_dir(made)?.next().is_some() {
        std::fs::rename(made, place).with_context(|| format!("cannot write {}", place.display()))?;
    }
    Ok(())
}

//! The shared state of the steps of one `cargo verify` or `cargo regen`: folders, clusters, compiled programs and
//! results.

use crate::affected::Affected;
use crate::board::Board;
use crate::browser_shop::BrowserShop;
use crate::checkout::Checkout;
use crate::compile::{self, Compiled};
use crate::postgres::Clusters;
use crate::times::Times;
use anyhow::Result;
use std::path::PathBuf;
use tokio::sync::OnceCell;

/// One run of `cargo verify` or `cargo regen`.
#[derive(Debug)]
pub struct Session {
    pub board: Board,
    pub checkout: Checkout,
    /// The folder of this run's logs and generated files.
    pub logs: PathBuf,
    /// The parts that the run must check.
    pub affected: Affected,
    /// Whether `--full` was given, with which slower checks run, too.
    pub is_full: bool,
    /// The release of `cargo verify --skew`, or empty for the default.
    pub skew_reference: String,
    pub times: Times,
    clusters: OnceCell<Clusters>,
    compiled: OnceCell<Compiled>,
    /// The browser's program, once it is found or installed.
    pub chromium: OnceCell<PathBuf>,
    pub browser_shop: OnceCell<BrowserShop>,
}

impl Session {
    /// Starts a run. Its logs are in a folder with this name.
    pub fn open(name: &str) -> Result<Self> {
        let checkout = Checkout::find()?;
        let logs = checkout.scratch()?.join(name);
        std::fs::create_dir_all(&logs)?;
        Ok(Self {
            board: Board::default(),
            checkout,
            logs,
            affected: Affected::default(),
            is_full: false,
            skew_reference: String::new(),
            times: Times::default(),
            clusters: OnceCell::new(),
            compiled: OnceCell::new(),
            chromium: OnceCell::new(),
            browser_shop: OnceCell::new(),
        })
    }

    /// Returns the log file of a step.
    pub fn log(&self, step: &str) -> PathBuf {
        self.logs.join(format!("{step}.log"))
    }

    /// Creates an empty folder for generated files.
    pub fn empty_folder(&self, name: &str) -> Result<PathBuf> {
        let folder = self.logs.join(name);
        if folder.exists() {
            std::fs::remove_dir_all(&folder)?;
        }
        std::fs::create_dir_all(&folder)?;
        Ok(folder)
    }

    /// Returns the PostgreSQL clusters of this run, started on first use.
    pub async fn clusters(&self) -> Result<&Clusters> {
        self.clusters.get_or_try_init(|| Clusters::start(&self.board, &self.checkout)).await
    }

    /// Returns all compiled targets of the workspace, compiled on first use.
    pub async fn compiled(&self) -> Result<&Compiled> {
        self.compiled
            .get_or_try_init(|| async {
                let (clusters, built) =
                    tokio::join!(self.clusters(), compile::build_migrate_program(&self.checkout, &self.logs));
                let clusters = clusters?;
                built?;
                compile::workspace(&self.checkout, &self.logs, clusters).await
            })
            .await
    }

    /// Stops the shop and the clusters, if they were started.
    pub async fn close(self) {
        if let Some(shop) = self.browser_shop.into_inner() {
            shop.stop().await;
        }
        if let Some(clusters) = self.clusters.into_inner() {
            clusters.stop().await;
        }
    }
}

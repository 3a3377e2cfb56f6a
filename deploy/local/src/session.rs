//! The state that the steps of a run share.

use crate::affected::Affected;
use crate::board::Board;
use crate::browser_shop::BrowserShop;
use crate::cargo_messages::Compiled;
use crate::checkout::Checkout;
use crate::compile;
use crate::postgres::Clusters;
use crate::times::Times;
use anyhow::Result;
use std::path::PathBuf;
use tokio::sync::OnceCell;

#[derive(Debug)]
pub struct Session {
    pub board: Board,
    pub checkout: Checkout,
    pub logs: PathBuf,
    pub affected: Affected,
    pub is_full: bool,
    /// The release of `--skew`. Empty for the default.
    pub skew_reference: String,
    pub times: Times,
    clusters: OnceCell<Clusters>,
    compiled: OnceCell<Compiled>,
    pub chromium: OnceCell<PathBuf>,
    pub browser_shop: OnceCell<BrowserShop>,
}

impl Session {
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

    pub fn log(&self, step: &str) -> PathBuf {
        self.logs.join(format!("{step}.log"))
    }

    pub fn empty_folder(&self, name: &str) -> Result<PathBuf> {
        let folder = self.logs.join(name);
        if folder.exists() {
            std::fs::remove_dir_all(&folder)?;
        }
        std::fs::create_dir_all(&folder)?;
        Ok(folder)
    }

    pub async fn clusters(&self) -> Result<&Clusters> {
        self.clusters.get_or_try_init(|| Clusters::start(&self.board, &self.checkout)).await
    }

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

    pub async fn close(self) {
        if let Some(shop) = self.browser_shop.into_inner() {
            shop.stop().await;
        }
        if let Some(clusters) = self.clusters.into_inner() {
            clusters.stop().await;
        }
    }
}

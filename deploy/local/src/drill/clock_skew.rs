//! Drill: shifts the clock of one service, but not of its database.

use super::verdict::Expected;
use super::{LoadedShop, ORDERS, Setup, database::Database};
use crate::child::program;
use crate::task;
use anyhow::{Context as _, Result, ensure};
use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::path::PathBuf;
use std::time::Duration;

/// In seconds.
const SKEWS: [i64; 2] = [120, -120];
const MIN_SKEW_TIME: Duration = Duration::from_secs(15);

pub async fn run(setup: &Setup) -> Result<bool> {
    let service = setup.service;
    let clock = Clock::create(setup).await?;
    let database = Database::create(setup, setup.data.join("database")).await?;
    let mut shop = LoadedShop::start_with(setup, database, |command| {
        command.env("LD_PRELOAD", &clock.library).env("CLOCK_SHIFT_PROGRAM", format!("sovqat-{service}"));
        command.env("CLOCK_SHIFT_FILE", &clock.path);
    })
    .await?;
    for skew in SKEWS {
        clock.shift(skew)?;
        let took = shop.traffic.wait_for_orders(ORDERS).await?;
        tokio::time::sleep(MIN_SKEW_TIME.saturating_sub(took)).await;
        setup.print(&format!(
            "with the clock of {service} {} s {} the shop took {ORDERS} orders in {:.1} s",
            skew.abs(),
            if skew > 0 { "ahead" } else { "behind" },
            took.as_secs_f32()
        ));
        clock.shift(0)?;
        shop.traffic.wait_for_orders(ORDERS).await?;
    }
    shop.finish(setup, &Expected::no_loss(), Vec::new()).await
}

/// A preloaded library adds the seconds in a file to the service's time.
#[derive(Debug)]
struct Clock {
    library: PathBuf,
    path: PathBuf,
    file: File,
}

impl Clock {
    async fn create(setup: &Setup) -> Result<Self> {
        ensure!(cfg!(target_os = "linux"), "this drill preloads a library, which needs Linux");
        let (library, path) = (setup.data.join("clock.so"), setup.data.join("clock"));
        let mut compiler = program("cc");
        compiler.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library);
        compiler.arg(setup.checkout.join("deploy/local/clock/shift.c"));
        task::output_to("cc", &mut compiler, &setup.logs.join("cc.log")).await?;
        let file = File::create(&path).context("cannot create the file with the shift of the clock")?;
        let clock = Self { library, path, file };
        clock.shift(0)?;
        Ok(clock)
    }

    /// Writes in place, because the running program has mapped the file.
    fn shift(&self, seconds: i64) -> Result<()> {
        Ok(self.file.write_all_at(&seconds.to_ne_bytes(), 0)?)
    }
}

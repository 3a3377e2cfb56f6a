//! Drill: shifts the clock of one service two minutes ahead, and later two minutes behind. Its database and the other
//! services keep the true time.

use super::verdict::Expected;
use super::{ORDERS, Scene, Stage, database::Database};
use crate::child::program;
use crate::task;
use anyhow::{Context as _, Result, ensure};
use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::path::PathBuf;
use std::time::Duration;

/// The shifts of the service's clock in seconds, tried one after another: first ahead, then behind.
const SKEWS: [i64; 2] = [120, -120];
/// How long the clock stays shifted, at least.
const MIN_SKEW_TIME: Duration = Duration::from_secs(15);

pub async fn run(stage: &Stage) -> Result<bool> {
    let service = stage.service;
    let clock = Clock::create(stage).await?;
    let database = Database::create(stage, service, stage.data.join("database"), None).await?;
    let mut scene = Scene::start(stage, database, |shop| {
        shop.env("LD_PRELOAD", &clock.library).env("CLOCK_SHIFT_PROGRAM", format!("sovqat-{service}"));
        shop.env("CLOCK_SHIFT_FILE", &clock.path);
    })
    .await?;
    for skew in SKEWS {
        clock.shift(skew)?;
        let took = scene.traffic.wait_for_orders(ORDERS).await?;
        tokio::time::sleep(MIN_SKEW_TIME.saturating_sub(took)).await;
        stage.say(&format!(
            "with the clock of {service} {} s {} the shop took {ORDERS} orders in {:.1} s",
            skew.abs(),
            if skew > 0 { "ahead" } else { "behind" },
            took.as_secs_f32()
        ));
        clock.shift(0)?;
        scene.traffic.wait_for_orders(ORDERS).await?;
    }
    let expected = Expected { loss: "nothing".into(), ..Expected::default() };
    scene.finish(stage, &expected, Vec::new()).await
}

/// Controls the clock of the service. A preloaded library adds the seconds in a file to each time that the program
/// reads.
#[derive(Debug)]
struct Clock {
    library: PathBuf,
    /// The path of `file`, which holds the shift in seconds.
    path: PathBuf,
    file: File,
}

impl Clock {
    async fn create(stage: &Stage) -> Result<Self> {
        ensure!(cfg!(target_os = "linux"), "this drill preloads a library, which needs Linux");
        let (library, path) = (stage.data.join("clock.so"), stage.data.join("clock"));
        let mut compiler = program("cc");
        compiler.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library);
        compiler.arg(stage.checkout.join("deploy/local/clock/shift.c"));
        task::output_to("cc", &mut compiler, &stage.logs.join("cc.log")).await?;
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

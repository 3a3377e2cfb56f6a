//! Checks the alerts in a separate shop with one fault for each.

use super::step::Outcome;
use crate::child::program;
use crate::cli::Profile;
use crate::data;
use crate::node;
use crate::owner::Owner;
use crate::session::Session;
use crate::task;
use crate::up;
use anyhow::{Result, bail};
use futures::future::{FutureExt as _, LocalBoxFuture};
use std::path::Path;
use std::rc::Rc;

const NEEDED: [(&str, &str); 3] =
    [("prometheus", "prometheus"), ("promtool", "prometheus"), ("nats-server", "nats-server")];

pub fn run(session: Rc<Session>) -> LocalBoxFuture<'static, Result<Outcome>> {
    async move {
        for (name, debian_package) in NEEDED {
            if is_missing(name) {
                bail!("{name} is missing: apt install {debian_package}");
            }
        }
        if ["valkey-server", "redis-server"].into_iter().all(is_missing) {
            bail!("valkey-server and redis-server are missing: apt install redis-server");
        }
        let checkout = &session.checkout;
        if session.is_full {
            up::build(&session.board, checkout, Profile::Release, &session.logs).await?;
        }
        let mut command = program("node");
        command.current_dir(&checkout.root).arg("deploy/observability/check/main.mjs");
        // In the script, `/proc/self` would be node.
        command.env("LAUNCHER", format!("/proc/{}/exe", std::process::id()));
        command.env("PROFILE", if session.is_full { "release" } else { "dev" });
        command.env("FOLDER", data::folder(checkout, "target/local/telemetry", Owner::for_postgres()?));
        task::output_to("telemetry", &mut command, &session.log("telemetry")).await?;
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

fn is_missing(name: &str) -> bool {
    // Debian's folder for servers is not in every user's PATH.
    node::find(name).is_none() && !Path::new("/usr/sbin").join(name).is_file()
}

//! Runs the tests of rate limits with a real valkey-server.

use super::external;
use super::step::Outcome;
use crate::node;
use crate::session::Session;
use anyhow::{Result, ensure};
use futures::future::{FutureExt as _, LocalBoxFuture};
use std::rc::Rc;

const ADVICE: &str = "valkey-server and redis-server are missing: apt install valkey-server (or redis-server)";

pub fn run(session: Rc<Session>) -> LocalBoxFuture<'static, Result<Outcome>> {
    async move {
        let is_installed = ["valkey-server", "redis-server"].into_iter().any(|name| node::find(name).is_some());
        ensure!(is_installed, ADVICE);
        // Parallel tests would disturb the measured times.
        external::run_ignored(&session, "valkey", "gateway", &["--test-threads=1"], &[]).await?;
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

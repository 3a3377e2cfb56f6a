//! Runs the tests of events with a real nats-server.

use super::external;
use super::step::Outcome;
use crate::node;
use crate::session::Session;
use anyhow::{Result, ensure};
use futures::future::{FutureExt as _, LocalBoxFuture};
use std::path::Path;
use std::rc::Rc;

const ADVICE: &str = "nats-server is missing: apt install nats-server, or get it from nats.io and put it into PATH";

pub fn run(session: Rc<Session>) -> LocalBoxFuture<'static, Result<Outcome>> {
    async move {
        // Debian's folder for servers is not in every user's PATH.
        let is_installed = node::find("nats-server").is_some() || Path::new("/usr/sbin/nats-server").is_file();
        ensure!(is_installed, ADVICE);
        external::run_ignored(&session, "nats", "outbox", &[], &[]).await?;
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

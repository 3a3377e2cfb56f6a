//! Runs the S3 tests with `moto_server`, a third-party server.

use super::external;
use super::step::Outcome;
use crate::python;
use crate::session::Session;
use anyhow::Result;
use futures::future::{FutureExt as _, LocalBoxFuture};
use std::rc::Rc;

pub fn run(session: Rc<Session>) -> LocalBoxFuture<'static, Result<Outcome>> {
    async move {
        let requirements = session.checkout.join("deploy/requirements-s3.txt");
        let server = python::programs(&session, "s3", &requirements).await?.join("moto_server");
        let environment = [("MOTO_SERVER", server.display().to_string())];
        for package in ["catalog", "gateway"] {
            external::run_ignored(&session, "s3", package, &["--test-threads=2"], &environment).await?;
        }
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

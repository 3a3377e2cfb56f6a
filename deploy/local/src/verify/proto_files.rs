//! Checks the proto files with buf.

use super::step::{Outcome, Run};
use crate::regen::contracts;
use crate::session::Session;
use futures::future::FutureExt as _;
use std::rc::Rc;

pub fn lint(session: Rc<Session>) -> Run {
    async move { contracts::lint(&session).await.map(|()| Outcome::Passed) }.boxed_local()
}

pub fn check_breaking(session: Rc<Session>) -> Run {
    async move { contracts::breaking(&session).await.map(|()| Outcome::Passed) }.boxed_local()
}

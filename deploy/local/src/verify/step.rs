//! A step of `cargo verify`.

use crate::session::Session;
use anyhow::Result;
use futures::future::LocalBoxFuture;
use std::rc::Rc;

/// The steps of a lane run one after another, and the lanes in parallel. The browser's lane starts when the others have
/// ended, because browser and shop need both cores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// A single lane, because cargo locks its target folder.
    Rust,
    Web,
    Contracts,
    Browser,
}

/// In which runs a step takes part if it is not requested with `--only`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    Always,
    /// Not with `--fast`.
    Slow,
    /// Only with `--full`.
    Full,
    /// Only with `--only`.
    Named,
}

#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub name: &'static str,
    pub what: &'static str,
    pub lane: Lane,
    /// Steps that must have passed. They run too if only this step is requested.
    pub depends_on: &'static [&'static str],
    pub when: When,
    /// Path prefixes of its inputs. With `--changed`, the step runs only if one of them has changed.
    pub reads: &'static [&'static str],
    pub run: fn(Rc<Session>) -> LocalBoxFuture<'static, Result<Outcome>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Passed,
}

//! Defines what a step of `cargo verify` is: one check, with the conditions under which it runs.

use crate::session::Session;
use anyhow::Result;
use futures::future::LocalBoxFuture;
use std::rc::Rc;

/// A group of steps that run one after another, while other lanes run at the same time. Only the browser's lane waits
/// until all others have ended, because the browser and the shop need both cores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// All Rust steps are in a single lane, because cargo locks its target folder.
    Rust,
    Web,
    Contracts,
    Browser,
}

/// The runs in which a step takes part, unless it is requested with `--only`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    Always,
    /// The step runs unless `--fast` is given.
    Slow,
    /// The step runs with `--full`.
    Full,
    /// The step runs only when it is requested with `--only`.
    Named,
}

/// A check of the repository.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub name: &'static str,
    /// The claim that a passing step proves, for `--list`.
    pub what: &'static str,
    pub lane: Lane,
    /// Steps that must have passed before. They also run if only this step is requested.
    pub depends_on: &'static [&'static str],
    pub when: When,
    /// Path prefixes of the step's inputs. With `--changed`, the step runs only if a file below one of them has
    /// changed.
    pub reads: &'static [&'static str],
    pub run: fn(Rc<Session>) -> LocalBoxFuture<'static, Result<Outcome>>,
}

/// The result of a step that has not failed. A failure is an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Passed,
}

//! The parts of a step of `cargo verify`.

use crate::session::Session;
use anyhow::Result;
use futures::future::LocalBoxFuture;
use std::rc::Rc;

/// Lanes run in parallel, but the browser lane waits for the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Rust has a single lane, because cargo locks its target folder.
    Rust,
    Web,
    Contracts,
    Browser,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    Always,
    /// Runs unless `--fast` is given.
    Slow,
    /// Runs with `--full`.
    Full,
    /// Runs only if `--only` names it.
    Named,
}

pub type Run = LocalBoxFuture<'static, Result<Outcome>>;

#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub name: &'static str,
    pub description: &'static str,
    pub lane: Lane,
    /// Dependencies also run if only this step is requested.
    pub depends_on: &'static [&'static str],
    pub when: When,
    /// Path prefixes. With `--changed`, one of them must have changed.
    pub inputs: &'static [&'static str],
    pub run: fn(Rc<Session>) -> Run,
}

/// The result of a step without a failure, which is an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Passed,
}

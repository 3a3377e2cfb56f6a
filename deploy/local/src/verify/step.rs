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

/// When a step runs without being named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    Always,
    /// Not with `--fast`.
    Slow,
    /// Only with `--full`.
    Full,
    /// Only when it is named.
    Named,
}

#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub name: &'static str,
    pub what: &'static str,
    pub lane: Lane,
    /// Steps that must have passed. They are run, too, when only this step is requested.
    pub needs: &'static [&'static str],
    pub when: When,
    /// The path prefixes that it reads, for `--changed`.
    pub reads: &'static [&'static str],
    pub run: fn(Rc<Session>) -> LocalBoxFuture<'static, Result<Outcome>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Passed,
}

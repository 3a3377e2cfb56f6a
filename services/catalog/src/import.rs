//! Bringing in products by the file: JSON, one product a line (`line`), or a table (`table`). Stores and categories are
//! named by slug and have to be there.
//!
//! A file is read once, in batches, and never held. A line that is wrong is reported and left out; the others go on.
//! An import that is killed goes on where it was when it is started again; importing twice is importing once; what is no
//! longer in the file stays. What a line does not say of pictures, rating, reviews and popularity is kept, everything
//! else is as the line has it.

mod ahead;
pub mod batch;
pub mod check;
pub mod fault;
mod job;
pub mod line;
pub mod records;
mod rehearse;
mod report;
mod rows;
pub mod shop;
pub mod source;
pub mod table;
mod writer;

use std::{num::NonZeroUsize, path::PathBuf};

pub use batch::Tally;
pub use source::Format;

use crate::App;

#[derive(Debug, Clone, clap::Args)]
pub struct ImportArgs {
    /// The file with the products
    pub file: PathBuf,
    /// How it is written; what the file's name says when unset
    #[arg(long)]
    pub format: Option<Format>,
    /// Tells what would happen, and writes nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Where the lines that are left out are reported, as a table: line, field, code, what
    #[arg(long)]
    pub errors: Option<PathBuf>,
    /// How many lines a transaction takes
    #[arg(long, default_value = "2000")]
    pub batch: NonZeroUsize,
}

pub async fn import(app: &App, args: &ImportArgs) -> anyhow::Result<Tally> {
    let began = app.clock.now();
    let tally = if args.dry_run { rehearse::run(app, args).await? } else { job::run(app, args).await? };
    let Tally { fresh, changed, same, refused } = tally;
    let seconds = (app.clock.now() - began).as_seconds_f64();
    tracing::info!(
        "{fresh} products are new, {changed} changed, {same} were there as they are, {refused} lines were refused, in {seconds:.1} s"
    );
    Ok(tally)
}

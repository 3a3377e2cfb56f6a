//! Imports products from a file, for the command `import`; `desk` reads the files that staff upload.
//!
//! An interrupted import continues, invalid lines are skipped, and products missing from the file are kept.

pub mod batch;
pub mod check;
pub mod desk;
pub mod dry_run;
pub mod form;
mod job;
pub mod line;
pub mod line_error;
mod read_ahead;
pub mod records;
mod report;
pub mod rows;
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
    /// File format; by default from the file's extension
    #[arg(long)]
    pub format: Option<Format>,
    /// Reports what would happen, and writes nothing
    #[arg(long)]
    pub dry_run: bool,
    /// CSV report of skipped lines: line, field, code, what
    #[arg(long)]
    pub errors: Option<PathBuf>,
    /// Lines per transaction
    #[arg(long, default_value = "2000")]
    pub batch: NonZeroUsize,
}

pub async fn import(app: &App, args: &ImportArgs) -> anyhow::Result<Tally> {
    let began = app.clock.now();
    let tally = if args.dry_run { dry_run::run(app, args).await? } else { job::run(app, args).await? };
    let Tally { fresh, changed, same, refused } = tally;
    let seconds = (app.clock.now() - began).as_seconds_f64();
    tracing::info!(
        "Imported {fresh} new and {changed} changed products in {seconds:.1} s; {same} unchanged, {refused} lines refused"
    );
    Ok(tally)
}

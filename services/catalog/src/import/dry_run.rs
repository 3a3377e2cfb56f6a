//! Counts what the command `import` would do, and writes nothing.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash as _, Hasher as _},
};

use super::{
    ImportArgs,
    batch::{BatchChanges, ExistingProducts, ImportContext, Tally},
    line_error::LineError,
    read_ahead,
    records::Position,
    report::Report,
    shop::Shop,
    source::ParsedRow,
};
use crate::{App, domain::publication};

pub async fn run(app: &App, args: &ImportArgs) -> anyhow::Result<Tally> {
    let shop = Shop::read(&mut *app.pool.acquire().await?).await?;
    let context =
        ImportContext { shop: &shop, now: app.clock.now(), job: None, new_state: publication::State::Published };
    let mut report_bytes = 0;
    let mut report = Report::open(args.errors.as_deref(), report_bytes)?;
    let mut source = read_ahead::start(args, Position::default())?;
    let (mut tally, mut duplicates) = (Tally::default(), DuplicateFinder::default());
    while let Some(batch) = source.recv().await {
        let mut lines = batch?.lines;
        duplicates.refuse_duplicates(&mut lines);
        let existing = ExistingProducts::read(&mut *app.pool.acquire().await?, &lines).await?;
        let changes = BatchChanges::compute(&lines, existing, &context);
        report_bytes = report.append(report_bytes, &changes.line_errors)?;
        tally.add(changes.tally);
    }
    Ok(tally)
}

/// Finds lines that contradict an earlier line; a real import finds them in the database. Takes about 30 MB for a
/// million lines.
#[derive(Default)]
pub struct DuplicateFinder(
    /// Keyed by the hash of the slug: number and content hash of its first line.
    HashMap<u64, (u64, u64)>,
);

impl DuplicateFinder {
    pub fn refuse_duplicates(&mut self, lines: &mut [ParsedRow]) {
        for row in lines {
            let Ok(line) = &row.line else { continue };
            let content_hash = hash(&serde_json::to_string(line).unwrap_or_default());
            let (first_line, first_hash) = *self.0.entry(hash(&line.slug)).or_insert((row.number, content_hash));
            if first_hash != content_hash {
                row.line = Err(vec![LineError::duplicate(first_line)]);
            }
        }
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

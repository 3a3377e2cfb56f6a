//! A dry run: reads and checks everything, and writes nothing.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash as _, Hasher as _},
};

use super::{
    ImportArgs, ahead,
    batch::{Before, Draft, Place, Tally},
    fault::Fault,
    records::Position,
    report::Report,
    shop::Shop,
    source::Row,
};
use crate::App;

pub async fn run(app: &App, args: &ImportArgs) -> anyhow::Result<Tally> {
    let shop = Shop::read(&mut *app.pool.acquire().await?).await?;
    let place = Place { shop: &shop, now: app.clock.now(), job: None };
    let mut report = Report::open(args.errors.as_deref(), 0)?;
    let mut source = ahead::read(args, Position::default())?;
    let (mut tally, mut slugs, mut told) = (Tally::default(), Slugs::default(), 0);
    while let Some(read) = source.recv().await {
        let mut lines = read?.lines;
        slugs.mark(&mut lines);
        let before = Before::read(&mut *app.pool.acquire().await?, &lines).await?;
        let draft = Draft::of(&lines, before, &place);
        told = report.tell(told, &draft.faults)?;
        tally.add(draft.tally);
    }
    Ok(tally)
}

/// Detects duplicates. A real import finds them in the database; a dry run stores two numbers per line, about 30 MB for
/// a million lines.
#[derive(Default)]
struct Slugs(HashMap<u64, (u64, u64)>);

impl Slugs {
    fn mark(&mut self, lines: &mut [Row]) {
        for row in lines {
            let Ok(line) = &row.line else { continue };
            let said = hash(&serde_json::to_string(line).unwrap_or_default());
            let (first, before) = *self.0.entry(hash(&line.slug)).or_insert((row.number, said));
            if before != said {
                row.line = Err(vec![Fault::twice(first)]);
            }
        }
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

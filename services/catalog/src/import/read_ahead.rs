//! Reads and checks batches on a separate thread, while earlier ones are written.

use tokio::sync::mpsc;

use super::{
    ImportArgs,
    records::Position,
    source::{Format, ParsedRow, Source},
};

/// The writer takes two at once.
const BATCHES_AHEAD: usize = 2;

/// Lines of one transaction.
pub struct BatchOfLines {
    pub lines: Vec<ParsedRow>,
    pub end: Position,
}

pub fn start(args: &ImportArgs, from: Position) -> anyhow::Result<mpsc::Receiver<anyhow::Result<BatchOfLines>>> {
    let format = args.format.map_or_else(|| Format::from_path(&args.file), Ok)?;
    let mut source = Source::open(&args.file, format, from)?;
    let (sender, receiver) = mpsc::channel(BATCHES_AHEAD);
    let size = args.batch.get();
    tokio::task::spawn_blocking(move || {
        loop {
            let next = next_batch(&mut source, size);
            let is_last = !matches!(&next, Ok(Some(_)));
            // The import has failed and dropped the receiver.
            if let Some(batch) = next.transpose()
                && sender.blocking_send(batch).is_err()
            {
                return;
            }
            if is_last {
                return;
            }
        }
    });
    Ok(receiver)
}

fn next_batch(source: &mut Source, size: usize) -> anyhow::Result<Option<BatchOfLines>> {
    let mut lines = Vec::new();
    while lines.len() < size
        && let Some(row) = source.next()?
    {
        lines.push(row);
    }
    Ok((!lines.is_empty()).then(|| BatchOfLines { lines, end: source.position() }))
}

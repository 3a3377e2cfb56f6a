//! Reading ahead: while batches are written, the next are read and checked on a thread of its own.

use tokio::sync::mpsc;

use super::{
    ImportArgs,
    records::Position,
    source::{Format, Row, Source},
};

/// As many lines as a transaction takes.
pub struct Read {
    pub lines: Vec<Row>,
    pub end: Position,
}

pub fn read(args: &ImportArgs, from: Position) -> anyhow::Result<mpsc::Receiver<anyhow::Result<Read>>> {
    let format = args.format.map_or_else(|| Format::of(&args.file), Ok)?;
    let mut source = Source::open(&args.file, format, from)?;
    let (sender, receiver) = mpsc::channel(2);
    let size = args.batch.get();
    tokio::task::spawn_blocking(move || {
        loop {
            let read = batch(&mut source, size);
            let is_last = !matches!(&read, Ok(Some(_)));
            // Nobody receives when the import has failed.
            if let Some(read) = read.transpose()
                && sender.blocking_send(read).is_err()
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

fn batch(source: &mut Source, size: usize) -> anyhow::Result<Option<Read>> {
    let mut lines = Vec::new();
    while lines.len() < size
        && let Some(row) = source.next()?
    {
        lines.push(row);
    }
    Ok((!lines.is_empty()).then(|| Read { lines, end: source.at() }))
}

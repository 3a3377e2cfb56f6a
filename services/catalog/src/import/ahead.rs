//! Reads ahead: while batches are written, a separate thread reads and checks the next ones.

use tokio::sync::mpsc;

use super::{
    ImportArgs,
    records::Position,
    source::{Format, Row, Source},
};

/// The lines of one batch.
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
            // The receiver is gone if the import failed.
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

//! Reads an uploaded file on a separate thread and sends its lines in batches.

use std::{fs::File, ops::ControlFlow};

use tokio::sync::mpsc;

use super::{Part, ReadError, cells::Mapping, read};
use crate::{domain::product_import::Format, import::source::ParsedRow};

/// Lines per transaction.
pub const BATCH: usize = 1_000;
const BATCHES_AHEAD: usize = 2;

pub type Batches = mpsc::Receiver<Result<Vec<ParsedRow>, ReadError>>;

/// Leaves out `skipped` rows, which an earlier run has processed.
pub fn start(file: File, format: Format, mapping: Mapping, skipped: u64) -> Batches {
    let (sender, receiver) = mpsc::channel(BATCHES_AHEAD);
    tokio::task::spawn_blocking(move || {
        let (mut batch, mut count) = (Vec::new(), 0);
        let outcome = read(file, format, &mut |part| {
            let Part::Row(raw) = part else { return ControlFlow::Continue(()) };
            count += 1;
            if count <= skipped {
                return ControlFlow::Continue(());
            }
            batch.push(mapping.row(raw));
            // The receiver is dropped when the worker's step ends early.
            if batch.len() == BATCH && sender.blocking_send(Ok(std::mem::take(&mut batch))).is_err() {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        let last = match outcome {
            Ok(()) if batch.is_empty() => return,
            Ok(()) => Ok(batch),
            Err(error) => Err(error),
        };
        drop(sender.blocking_send(last));
    });
    receiver
}

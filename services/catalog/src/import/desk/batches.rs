//! Reads an uploaded file on a separate thread and sends its lines in batches to the worker.

use std::{fs::File, ops::ControlFlow};

use tokio::sync::mpsc;

use super::{Part, ReadError, cells::Mapping, read};
use crate::{domain::product_import::Format, import::source::Row};

/// Lines per transaction.
pub const BATCH: usize = 1_000;
/// Batches that are read before they are needed.
const BATCHES_AHEAD: usize = 2;

/// The batches of a file in order. The first error is the last element.
pub type Batches = mpsc::Receiver<Result<Vec<Row>, ReadError>>;

/// Starts the thread. The first `skipped` rows are left out, because an earlier run has processed them.
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
            // The receiver is dropped when the step of the worker ends early.
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
        // Sending fails only if the receiver is dropped, so the batch is no longer needed.
        drop(sender.blocking_send(last));
    });
    receiver
}

//! The background workers of payments. One asks banks about open charges, the other returns money. They are separate,
//! so that a bank that does not answer questions does not delay refunds. Any number of processes may run them.

use std::time::Duration;

use kit::worker::{Next, Worker};

use super::{poll_due, send_next_return};
use crate::App;

/// Interval between two checks for due work.
const PAUSE: Duration = Duration::from_secs(1);
/// Timeout of a run, which may contain some dozen calls to a bank that does not answer.
const TIMEOUT: Duration = Duration::from_mins(2);

pub fn workers(app: &App) -> [Worker; 2] {
    let asking = Worker::new("payment_questions", PAUSE, app.clone(), |app| async move {
        poll_due(&app).await?;
        Ok(Next::AfterInterval)
    });
    let returning = Worker::new("money_returns", PAUSE, app.clone(), |app| async move {
        Ok(Next::now_if(send_next_return(&app).await?))
    });
    [asking.with_timeout(TIMEOUT), returning.with_timeout(TIMEOUT)]
}

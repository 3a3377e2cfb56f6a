//! Polls banks and returns money in separate workers, so that a silent bank does not delay refunds. Any number of
//! processes may run them.

use std::time::Duration;

use kit::worker::{Next, Worker};

use super::{poll_due, send_next_return};
use crate::App;

const PAUSE: Duration = Duration::from_secs(1);
const TIMEOUT: Duration = Duration::from_mins(2);

pub fn workers(app: &App) -> [Worker; 2] {
    let polling = Worker::new("payment_questions", PAUSE, app.clone(), |app| async move {
        poll_due(&app).await?;
        Ok(Next::AfterInterval)
    });
    let returning = Worker::new("money_returns", PAUSE, app.clone(), |app| async move {
        Ok(Next::now_if(send_next_return(&app).await?))
    });
    [polling.with_timeout(TIMEOUT), returning.with_timeout(TIMEOUT)]
}

//! Polling and returning money are separate workers, so that a bank that hangs on polling does not delay refunds. Any
//! number of processes may run them.

use std::time::Duration;

use kit::worker::{Next, Worker};

use super::{poll_due, send_next_return};
use crate::App;

const PAUSE: Duration = Duration::from_secs(1);
/// A run may take some dozen calls to a bank that does not answer.
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

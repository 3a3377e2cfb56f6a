//! Background work on payments: banks are asked about open charges, and money goes back. Any number of replicas work side by side.
//! The two are workers of their own, so that a bank that hangs on questions holds up no refund.

use std::time::Duration;

use kit::worker::{Next, Worker};

use super::{ask_due, give_back_next};
use crate::App;

const PAUSE: Duration = Duration::from_secs(1);
/// Some dozens of questions at a few at a time, to a bank that answers none of them.
const LIMIT: Duration = Duration::from_mins(2);

pub fn workers(app: &App) -> [Worker; 2] {
    let asking = Worker::new("payment_questions", PAUSE, app.clone(), |app| async move {
        ask_due(&app).await?;
        Ok(Next::AfterInterval)
    });
    let returning =
        Worker::new(
            "money_returns",
            PAUSE,
            app.clone(),
            |app| async move { Ok(Next::now_if(give_back_next(&app).await?)) },
        );
    [asking.limited_to(LIMIT), returning.limited_to(LIMIT)]
}

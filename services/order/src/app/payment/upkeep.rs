//! What goes on beside all calls: banks are asked, and money goes back. Any number of replicas work side by side.

use std::time::Duration;

use kit::Result;
use tokio_util::sync::CancellationToken;

use super::{ask_due, give_back_due};
use crate::App;

const PAUSE: Duration = Duration::from_secs(1);

/// Until stopped. The two do not wait for each other: a bank that hangs on questions holds up no refund.
pub async fn keep_payments(app: App, stop: CancellationToken) -> anyhow::Result<()> {
    let asking = keep(&stop, || ask_due(&app));
    let returning = keep(&stop, || give_back_due(&app));
    tokio::join!(asking, returning);
    Ok(())
}

async fn keep<F: Future<Output = Result<usize>>>(stop: &CancellationToken, work: impl Fn() -> F) {
    while !stop.is_cancelled() {
        if let Err(error) = work().await {
            let error = format!("{:#}", anyhow::Error::from(error));
            tracing::warn!(error, "Payments were not looked after; trying again");
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep(PAUSE) => {}
        }
    }
}

//! Simulates crashes: drops a future, such as the run of a worker, at a chosen await point, as when the process is
//! killed there.

use std::{future::poll_fn, task::Poll};

use kit::worker::Worker;
use sqlx::{Connection as _, PgConnection, PgPool};
use tokio::sync::Mutex;

use crate::database::eventually;

/// The most await points of a run. A run with more fails the test, which would otherwise not end.
const MAX_AWAITS: usize = 2_000;

/// Runs `work`, and drops it when it has been pending `awaits` times. Returns its output, or `None` if it was dropped.
pub async fn drop_at_await<F: Future>(awaits: usize, work: F) -> Option<F::Output> {
    let (mut work, mut awaits_left) = (Box::pin(work), awaits);
    poll_fn(move |context| match work.as_mut().poll(context) {
        Poll::Ready(output) => Poll::Ready(Some(output)),
        Poll::Pending => {
            awaits_left = awaits_left.saturating_sub(1);
            if awaits_left == 0 { Poll::Ready(None) } else { Poll::Pending }
        }
    })
    .await
}

/// Drops a run of `worker` at its first await point, the next at its second, and so on, until a run completes. After
/// each drop it calls `between`, which may advance the clock beyond a lease. Returns the number of dropped runs, which
/// varies.
pub async fn drop_at_every_await(pool: &PgPool, worker: &Worker, between: impl Fn()) -> usize {
    drop_at_every_nth_await(pool, worker, 1, between).await
}

/// Like [`drop_at_every_await`], but only at every `step`-th await point, for runs with hundreds of them.
pub async fn drop_at_every_nth_await(pool: &PgPool, worker: &Worker, step: usize, between: impl Fn()) -> usize {
    let mut connection =
        PgConnection::connect_with(&pool.connect_options()).await.expect("a connection beside those of the worker");
    for (dropped, awaits) in (1..MAX_AWAITS).step_by(step).enumerate() {
        let outcome = drop_at_await(awaits, worker.run_once()).await;
        wait_until_idle(&mut connection).await;
        if let Some(outcome) = outcome {
            outcome.expect("a run that is not dropped succeeds");
            return dropped;
        }
        between();
    }
    panic!("a run of {} does not end", worker.name());
}

/// Waits until the transactions of the dropped run are rolled back.
async fn wait_until_idle(connection: &mut PgConnection) {
    let idle = "select not exists (
                       select from pg_stat_activity
                       where datname = current_database() and backend_type = 'client backend'
                           and pid <> pg_backend_pid() and state <> 'idle'
                   )";
    let connection = Mutex::new(connection);
    let is_idle = async || {
        let mut connection = connection.lock().await;
        sqlx::query_scalar(idle).fetch_one(&mut **connection).await.expect("activity can be read")
    };
    eventually("an idle database", is_idle).await;
}

//! Simulates crashes: drops a future at a chosen await point.

use std::{future::poll_fn, task::Poll};

use kit::worker::Worker;
use sqlx::{Connection as _, PgConnection, PgPool};
use tokio::sync::Mutex;

use crate::database::eventually;

const MAX_AWAITS: usize = 2_000;

/// Returns `None` if `work` was dropped.
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

/// Drops a run at its first await point, the next at its second, and so on, until a run completes. Calls `between`
/// after each drop. Returns the number of dropped runs.
pub async fn drop_at_every_await(pool: &PgPool, worker: &Worker, between: impl Fn()) -> usize {
    drop_at_every_nth_await(pool, worker, 1, between).await
}

/// Drops only at every `step`-th await point, for runs with hundreds of them.
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

/// The transactions of the dropped run may still be open.
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

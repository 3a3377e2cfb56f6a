use std::{future::ready, pin::Pin, sync::Arc};

use futures::{Stream, StreamExt as _, stream};
use kit::Error;
use proto::auth::{FollowRevocationsRequest, Revocation, RevocationBatch, revocations_server};
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;
use tonic::{Request, Response, Status};

use crate::{
    db::revocation::RevocationRow,
    revocation_feed::{Batch, RevocationFeed},
};

/// Stays well below gRPC's size limit.
const MAX_BATCH: usize = 5_000;

pub struct Revocations {
    pub feed: RevocationFeed,
    pub stop: CancellationToken,
}

#[tonic::async_trait]
impl revocations_server::Revocations for Revocations {
    type FollowStream = Pin<Box<dyn Stream<Item = Result<RevocationBatch, Status>> + Send>>;

    async fn follow(&self, _: Request<FollowRevocationsRequest>) -> Result<Response<Self::FollowStream>, Status> {
        // Before the snapshot, so that no revocation is lost between them.
        let changes = self.feed.subscribe();
        let snapshot = self.feed.snapshot().await.map_err(Error::from)?;
        let kept_for = self.feed.kept_for.as_secs();
        let batches = stream::once(ready(Ok::<Batch, _>(Arc::from(snapshot)))).chain(stream::unfold(changes, next));
        let messages = batches.flat_map(move |batch| stream::iter(into_messages(batch, kept_for)));
        Ok(Response::new(Box::pin(messages.take_until(self.stop.clone().cancelled_owned()))))
    }
}

/// After an error, the reader starts again with a snapshot.
async fn next(mut changes: broadcast::Receiver<Batch>) -> Option<(Result<Batch, Status>, broadcast::Receiver<Batch>)> {
    match changes.recv().await {
        Ok(batch) => Some((Ok(batch), changes)),
        Err(broadcast::error::RecvError::Lagged(_)) => Some((Err(Status::unavailable("the reader is slow")), changes)),
        Err(broadcast::error::RecvError::Closed) => None,
    }
}

/// A batch without rows becomes one message, a heartbeat.
fn into_messages(batch: Result<Batch, Status>, kept_for: u64) -> Vec<Result<RevocationBatch, Status>> {
    let batch = match batch {
        Ok(batch) => batch,
        Err(status) => return vec![Err(status)],
    };
    let mut messages: Vec<_> = batch
        .chunks(MAX_BATCH)
        .map(|rows| RevocationBatch {
            revocations: rows.iter().map(|row| into_message(row, kept_for)).collect(),
            is_complete: false,
        })
        .collect();
    match messages.last_mut() {
        Some(last) => last.is_complete = true,
        None => messages.push(RevocationBatch { revocations: Vec::new(), is_complete: true }),
    }
    messages.into_iter().map(Ok).collect()
}

fn into_message(row: &RevocationRow, kept_for: u64) -> Revocation {
    // Not a date, because the reader's clock may differ.
    let remaining = kept_for as f64 - row.age_seconds;
    Revocation {
        account_id: row.account_id,
        session_id: row.session_id.map(|session| session.to_string()),
        generation: row.generation,
        remaining_seconds: remaining.ceil().max(0.0) as i64,
    }
}

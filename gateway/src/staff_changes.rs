//! Empties the caches when staff has changed products, stores or content.

use std::{convert::Infallible, time::Duration};

use kit::client::{CallContext, Channel};
use proto::audit::{WatchChangesRequest, audit_client::AuditClient};
use tonic::Status;

const RECONNECT_AFTER: Duration = Duration::from_millis(500);
/// The search index follows a change with this delay. After it, lists that were cached earlier are removed once more.
const INDEX_DELAY: Duration = Duration::from_millis(900);

pub async fn follow(service: &'static str, mut client: AuditClient<Channel>, empty_caches: impl Fn()) -> Infallible {
    loop {
        if let Err(status) = listen(&mut client, &empty_caches).await {
            tracing::warn!(service, code = ?status.code(), "The stream of changes by staff failed; reconnecting");
        }
        tokio::time::sleep(RECONNECT_AFTER).await;
    }
}

async fn listen(client: &mut AuditClient<Channel>, empty_caches: &impl Fn()) -> Result<(), Status> {
    let request = CallContext::default().streaming_request(WatchChangesRequest {});
    let mut announcements = client.watch_changes(request).await?.into_inner();
    // The first announcement comes at once: changes before this call may have been missed.
    while announcements.message().await?.is_some() {
        empty_caches();
        tokio::time::sleep(INDEX_DELAY).await;
        empty_caches();
    }
    Ok(())
}

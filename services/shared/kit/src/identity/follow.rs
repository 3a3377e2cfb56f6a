//! Follows the auth service's stream of revocations. Known revocations stay in force while it reconnects.

use std::{
    convert::Infallible,
    time::{Duration, Instant},
};

use anyhow::Context as _;
use proto::auth::{FollowRevocationsRequest, revocations_client::RevocationsClient};
use rand::Rng as _;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::{
    Identity,
    revocations::{Revocations, TooMany},
};
use crate::{
    client::{CallContext, Channel},
    telemetry::names,
};

/// Heartbeats come every second.
const MESSAGE_TIMEOUT: Duration = Duration::from_secs(3);
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const MAX_PAUSE: Duration = Duration::from_secs(1);
/// Each attempt reads a large snapshot, and revocations take minutes to expire.
const PAUSE_WHEN_FULL: Duration = Duration::from_secs(10);
const METRICS_INTERVAL: Duration = Duration::from_secs(1);

impl Identity {
    /// From now on, verifications wait until the current revocations are loaded.
    pub async fn follow_revocations(self, auth: Channel, stop: CancellationToken) -> anyhow::Result<()> {
        let revocations = &self.0.revocations;
        revocations.start_following();
        tokio::select! {
            () = stop.cancelled() => {}
            () = follow(revocations, RevocationsClient::new(auth)) => {}
            () = report(revocations) => {}
        }
        Ok(())
    }
}

async fn follow(revocations: &Revocations, auth: RevocationsClient<Channel>) {
    let mut pause = FIRST_PAUSE;
    loop {
        let mut is_connected = false;
        let Err(error) = read(revocations, auth.clone(), &mut is_connected).await;
        if is_connected {
            pause = FIRST_PAUSE;
        }
        if error.is::<TooMany>() {
            pause = PAUSE_WHEN_FULL;
        }
        // A metric with an alert shows the rest of a long outage.
        if pause != MAX_PAUSE {
            let error = format!("{error:#}");
            tracing::warn!(error, "The stream of revocations failed; reconnecting");
        }
        // Random, so that replicas do not reconnect in step.
        let jitter = rand::thread_rng().gen_range(0.5..=1.0);
        sleep(pause.mul_f64(jitter)).await;
        pause = (pause * 2).min(MAX_PAUSE);
    }
}

async fn read(
    revocations: &Revocations,
    mut auth: RevocationsClient<Channel>,
    is_connected: &mut bool,
) -> anyhow::Result<Infallible> {
    let request = CallContext::default().streaming_request(FollowRevocationsRequest {});
    let opened = timeout(MESSAGE_TIMEOUT, auth.follow(request)).await.context("the auth service does not answer")?;
    let mut stream = opened?.into_inner();
    loop {
        let message = timeout(MESSAGE_TIMEOUT, stream.message()).await.context("the stream is silent")?;
        let batch = message?.context("the stream has ended")?;
        let now = Instant::now();
        revocations.prune(now);
        revocations.add(&batch.revocations, now)?;
        if batch.is_complete {
            revocations.heard();
            *is_connected = true;
        }
    }
}

async fn report(revocations: &Revocations) {
    let silence = metrics::gauge!(names::REVOCATIONS_SILENCE);
    let held = metrics::gauge!(names::REVOCATIONS_HELD);
    let started_at = Instant::now();
    loop {
        silence.set(revocations.silence().unwrap_or_else(|| started_at.elapsed()).as_secs_f64());
        held.set(revocations.count() as f64);
        sleep(METRICS_INTERVAL).await;
    }
}

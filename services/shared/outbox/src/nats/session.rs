use std::time::Duration;

use async_nats::jetstream::{Context, context::PublishErrorKind, message::PublishMessage, stream::Stream};
use kit::telemetry::{names, trace_context};
use sqlx::types::Uuid;
use tokio::time::Instant;
use tracing::Instrument as _;

use super::{
    failure::{self, Failure},
    message::Message,
};

/// A batch that takes longer is logged.
const SLOW_BATCH: Duration = Duration::from_secs(2);

pub(super) struct Session {
    context: Context,
    stream: Stream,
    name: String,
    last_sequence: u64,
    /// Everything up to this position is published.
    pub after: i64,
    pub epoch: Uuid,
    pub checked_at: Instant,
}

impl Session {
    pub fn new(context: Context, stream: Stream, name: &str, last_sequence: u64, epoch: Uuid) -> Self {
        let name = name.to_owned();
        Self { context, stream, name, last_sequence, after: 0, epoch, checked_at: Instant::now() }
    }

    pub async fn is_unchanged(&self) -> Result<bool, Failure> {
        match self.stream.get_info().await {
            Ok(info) => Ok(info.state.last_sequence == self.last_sequence),
            // The stream has a problem, which opening it again reports.
            Err(error) if failure::code(&error).is_some() => Ok(false),
            Err(error) => Err(Failure::new("connect", error, format!("NATS does not answer for stream {}", self.name))),
        }
    }

    /// Sends all messages before it waits for confirmations. If one is not stored, the stream refuses all after it.
    /// Returns how many are confirmed, counted from the first.
    pub async fn send(&mut self, messages: &[Message]) -> (usize, Result<(), Failure>) {
        let span = tracing::info_span!(names::NATS_PUBLISH_SPAN, otel.kind = "producer", stream = self.name);
        for message in messages {
            trace_context::link(&span, message.traceparent.as_deref());
        }
        let began = Instant::now();
        let outcome = self.send_all(messages).instrument(span).await;
        let duration = began.elapsed();
        metrics::histogram!(names::NATS_PUBLISH_DURATION).record(duration.as_secs_f64());
        if duration > SLOW_BATCH {
            let (name, seconds) = (&self.name, duration.as_secs_f64());
            tracing::warn!(stream = name, "NATS is slow: {} messages for stream {name} took {seconds:.1} s", outcome.0);
        }
        outcome
    }

    async fn send_all(&mut self, messages: &[Message]) -> (usize, Result<(), Failure>) {
        let (mut acks, mut outcome) = (Vec::with_capacity(messages.len()), Ok(()));
        for (message, expected) in messages.iter().zip(self.last_sequence..) {
            let publish = PublishMessage::build()
                .payload(message.body.clone())
                .headers(message.headers.clone())
                .expected_stream(&self.name)
                .expected_last_sequence(expected);
            match self.context.send_publish(message.subject.clone(), publish).await {
                Ok(ack) => acks.push(ack),
                Err(error) => {
                    outcome = Err(Failure::of_publication(error, &message.id));
                    break;
                }
            }
        }

        let sent = acks.len();
        let mut has_duplicate = false;
        for (confirmed, (ack, message)) in acks.into_iter().zip(messages).enumerate() {
            match ack.await {
                Ok(ack) => {
                    has_duplicate |= ack.duplicate;
                    if !ack.duplicate {
                        self.last_sequence = ack.sequence;
                        metrics::counter!(names::NATS_PUBLISHED, "kind" => message.kind.clone()).increment(1);
                    }
                }
                // A duplicate is not stored again, so later messages named too high a number. The caller sends them
                // again.
                Err(error) if has_duplicate && error.kind() == PublishErrorKind::WrongLastSequence => {
                    return (confirmed, Ok(()));
                }
                Err(error) => return (confirmed, Err(Failure::of_publication(error, &message.id))),
            }
        }
        (sent, outcome)
    }
}

//! Sends messages to a stream, each with the sequence number of the one before it.

use std::time::Duration;

use async_nats::jetstream::{
    Context,
    context::{PublishAckFuture, PublishErrorKind},
    message::PublishMessage,
    stream::Stream,
};
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

pub(super) struct Sent {
    /// How many messages are confirmed, counted from the first.
    pub confirmed: usize,
    pub outcome: Result<(), Failure>,
}

impl Session {
    pub fn new(context: Context, stream: Stream, name: &str, last_sequence: u64, epoch: Uuid) -> Self {
        let name = name.to_owned();
        Self { context, stream, name, last_sequence, after: 0, epoch, checked_at: Instant::now() }
    }

    pub async fn is_unchanged(&self) -> Result<bool, Failure> {
        match self.stream.get_info().await {
            Ok(info) => Ok(info.state.last_sequence == self.last_sequence),
            // The caller opens the stream again, which reports the problem.
            Err(error) if failure::code(&error).is_some() => Ok(false),
            Err(error) => Err(Failure::new("connect", error, format!("NATS does not answer for stream {}", self.name))),
        }
    }

    /// Sends all messages before it waits for confirmations. If one is not stored, the stream refuses all after it.
    pub async fn send(&mut self, messages: &[Message]) -> Sent {
        let span = tracing::info_span!(names::NATS_PUBLISH_SPAN, otel.kind = "producer", stream = self.name);
        for message in messages {
            trace_context::link(&span, message.traceparent.as_deref());
        }
        let began = Instant::now();
        let sent = self.send_and_confirm(messages).instrument(span).await;
        let duration = began.elapsed();
        metrics::histogram!(names::NATS_PUBLISH_DURATION).record(duration.as_secs_f64());
        if duration > SLOW_BATCH {
            let (name, confirmed, seconds) = (&self.name, sent.confirmed, duration.as_secs_f64());
            tracing::warn!(stream = name, "NATS is slow: {confirmed} messages for stream {name} took {seconds:.1} s");
        }
        sent
    }

    async fn send_and_confirm(&mut self, messages: &[Message]) -> Sent {
        let (acks, outcome) = self.send_without_waiting(messages).await;
        let sent = acks.len();
        let confirmation = self.confirm(messages, acks).await;
        if confirmation.confirmed < sent { confirmation } else { Sent { confirmed: sent, outcome } }
    }

    /// Ends at the first message that cannot be sent.
    async fn send_without_waiting(&self, messages: &[Message]) -> (Vec<PublishAckFuture>, Result<(), Failure>) {
        let mut acks = Vec::with_capacity(messages.len());
        for (message, expected) in messages.iter().zip(self.last_sequence..) {
            let publish = PublishMessage::build()
                .payload(message.body.clone())
                .headers(message.headers.clone())
                .expected_stream(&self.name)
                .expected_last_sequence(expected);
            match self.context.send_publish(message.subject.clone(), publish).await {
                Ok(ack) => acks.push(ack),
                Err(error) => return (acks, Err(Failure::of_publication(error, &message.id))),
            }
        }
        (acks, Ok(()))
    }

    async fn confirm(&mut self, messages: &[Message], acks: Vec<PublishAckFuture>) -> Sent {
        let sent = acks.len();
        let mut has_duplicate = false;
        for (confirmed, (ack, message)) in acks.into_iter().zip(messages).enumerate() {
            match ack.await {
                Ok(ack) if ack.duplicate => has_duplicate = true,
                Ok(ack) => {
                    self.last_sequence = ack.sequence;
                    metrics::counter!(names::NATS_PUBLISHED, "kind" => message.kind.clone()).increment(1);
                }
                // A duplicate is not stored again, so later messages expected too high a sequence number. The caller
                // sends them again.
                Err(error) if has_duplicate && error.kind() == PublishErrorKind::WrongLastSequence => {
                    return Sent { confirmed, outcome: Ok(()) };
                }
                Err(error) => {
                    return Sent { confirmed, outcome: Err(Failure::of_publication(error, &message.id)) };
                }
            }
        }
        Sent { confirmed: sent, outcome: Ok(()) }
    }
}

//! Opens a stream of NATS, and finds out what its last message is.

use async_nats::jetstream::{
    Context, ErrorCode,
    context::GetStreamErrorKind,
    stream::{Config, RawMessageErrorKind, State, Stream},
};
use sqlx::types::Uuid;

use super::{
    failure::Failure,
    message::{EPOCH, POSITION},
    settings::Settings,
};

/// The last message of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Last {
    /// The stream was always empty.
    Nothing,
    /// The last message was too old, or somebody deleted it.
    Deleted,
    /// The last message is an event, or the end of a snapshot.
    Event { epoch: Uuid, position: i64 },
    /// The last message is in a snapshot without an end.
    Unfinished,
    /// This service has not published the last message.
    Foreign,
}

/// Opens or creates the stream. Never changes an existing one.
pub(super) async fn open(context: &Context, settings: &Settings) -> Result<(Stream, State), Failure> {
    let wanted = settings.stream_config();
    let stream = match context.get_stream(&wanted.name).await {
        Ok(stream) => {
            warn_about_other_limits(&wanted, &stream.cached_info().config);
            stream
        }
        Err(error) if is_missing(&error.kind()) => {
            tracing::info!(stream = wanted.name, "NATS has no stream {}; creating it", wanted.name);
            let failure = |error| Failure::new("stream", error, format!("cannot create the stream {}", wanted.name));
            context.create_stream(wanted.clone()).await.map_err(failure)?
        }
        Err(error) => {
            return Err(Failure::new("stream", error, format!("cannot read the state of the stream {}", wanted.name)));
        }
    };
    let state = stream.cached_info().state.clone();
    Ok((stream, state))
}

fn is_missing(error: &GetStreamErrorKind) -> bool {
    matches!(error, GetStreamErrorKind::JetStream(error) if error.error_code() == ErrorCode::STREAM_NOT_FOUND)
}

/// An operator may have set other limits.
fn warn_about_other_limits(wanted: &Config, found: &Config) {
    let limits = |config: &Config| {
        format!(
            "subjects {:?}, retention {:?}, max age {:?}, max messages {}, max bytes {}, discard {:?}, storage {:?}, \
             replicas {}, duplicate window {:?}",
            config.subjects,
            config.retention,
            config.max_age,
            config.max_messages,
            config.max_bytes,
            config.discard,
            config.storage,
            config.num_replicas,
            config.duplicate_window,
        )
    };
    // JetStream reports a limit that is not set as -1.
    let unlimited = Config { max_messages: -1, max_bytes: -1, ..wanted.clone() };
    let (wanted, found) = (limits(&unlimited), limits(found));
    if wanted != found {
        let name = &unlimited.name;
        tracing::warn!(
            stream = name,
            wanted,
            found,
            "Stream {name} has other limits than it would be created with; they stay"
        );
    }
}

pub(super) async fn last(stream: &Stream, state: &State) -> Result<Last, Failure> {
    if state.last_sequence == 0 {
        return Ok(Last::Nothing);
    }
    if state.messages == 0 {
        return Ok(Last::Deleted);
    }
    let message = match stream.get_raw_message(state.last_sequence).await {
        Ok(message) => message,
        Err(error) if matches!(error.kind(), RawMessageErrorKind::NoMessageFound) => return Ok(Last::Deleted),
        Err(error) => return Err(Failure::new("stream", error, "cannot read the last message of the stream")),
    };
    let header = |name: &str| message.headers.get(name).map(async_nats::HeaderValue::as_str);
    let Some(epoch) = header(EPOCH).and_then(|text| text.parse().ok()) else { return Ok(Last::Foreign) };
    let position = header(POSITION).and_then(|text| text.parse().ok());
    Ok(position.map_or(Last::Unfinished, |position| Last::Event { epoch, position }))
}

//! Decides where a publisher to NATS continues, from three sources: the head of the outbox, the cursor in the database,
//! and the last message of the stream. If events are missing that can no longer be published, it starts over with a
//! snapshot.

use crate::head::{Head, PRUNED};

use super::{cursor::Stored, stream::Last};

/// Reason: the stream is empty, although events were published to it.
const STREAM_LOST: &str = "stream_lost";
/// Reason: the stream ends before the last event that it had confirmed.
pub(super) const MESSAGES_LOST: &str = "messages_lost";
/// Reason: a snapshot was not published to its end.
const UNFINISHED: &str = "unfinished";
/// Reason: an operator has deleted the cursor to request a snapshot.
pub(super) const REQUESTED: &str = "requested";

/// How the publisher goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Plan {
    Continue {
        /// The position of the last published event, or 0 if there is none.
        published: i64,
        /// The events after this position are published.
        after: i64,
        /// Whether the stream has lost messages, which are published again.
        has_lost: bool,
    },
    /// A snapshot of the state is published first, and then the events after this position.
    StartOver { reason: &'static str, after: i64 },
}

/// Returns where to continue. `last` is the last message of the stream.
pub(super) fn plan(head: &Head, stored: &Stored, last: &Last) -> Plan {
    let from_oldest = |reason| Plan::StartOver { reason, after: head.pruned };
    let unless_pruned = |plan: Plan, after: i64| if after < head.pruned { from_oldest(PRUNED) } else { plan };
    let continued = |published, after| Plan::Continue { published, after, has_lost: false };
    let Stored { published, epoch, passed } = *stored;
    match *last {
        Last::Event { epoch: of_last, position } => {
            if let Some(refusal) = head.refusal(position, Some(of_last)) {
                return from_oldest(refusal.0);
            }
            // The run that published the last event may have ended before it could store the cursor.
            let after = position.max(passed);
            match published {
                None => unless_pruned(Plan::StartOver { reason: REQUESTED, after }, after),
                Some(published) if position < published && epoch == Some(of_last) => {
                    let plan = Plan::Continue { published: position, after: position, has_lost: true };
                    unless_pruned(plan, position)
                }
                Some(_) => unless_pruned(continued(position, after), after),
            }
        }
        Last::Unfinished => unless_pruned(Plan::StartOver { reason: UNFINISHED, after: passed }, passed),
        Last::Nothing if published.is_some_and(|position| position > 0) => from_oldest(STREAM_LOST),
        // The stream does not show how far this service has published, so the cursor decides.
        Last::Nothing | Last::Deleted | Last::Foreign => match head.refusal(passed, epoch) {
            Some(refusal) => from_oldest(refusal.0),
            None if published.is_none() && *last != Last::Nothing => from_oldest(REQUESTED),
            None => unless_pruned(continued(published.unwrap_or_default(), passed), passed),
        },
    }
}

//! Where a new session continues: at the stream's last message, unless that is not one of this service's events.

use crate::head::{Head, PRUNED};

use super::{cursor::Stored, stream::Last};

/// The stream is empty, although events were published to it.
const STREAM_LOST: &str = "stream_lost";
/// The stream ends before the last confirmed event.
pub(super) const MESSAGES_LOST: &str = "messages_lost";
/// A snapshot was not published to its end.
const UNFINISHED: &str = "unfinished";
/// An operator has deleted the cursor to request a snapshot.
pub(super) const REQUESTED: &str = "requested";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Plan {
    /// The stream has the events up to `published`; those after `after` are next.
    Continue {
        published: i64,
        after: i64,
        /// The stream has lost messages, which are published again.
        has_lost: bool,
    },
    /// A snapshot is published, then the events after `after`.
    StartOver { reason: &'static str, after: i64 },
}

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
            // The cursor may be behind: a run may end before it stores it.
            let after = position.max(passed);
            match published {
                None => unless_pruned(Plan::StartOver { reason: REQUESTED, after }, after),
                // The stream was set back to an older state.
                Some(published) if position < published && epoch == Some(of_last) => {
                    let plan = Plan::Continue { published: position, after: position, has_lost: true };
                    unless_pruned(plan, position)
                }
                Some(_) => unless_pruned(continued(position, after), after),
            }
        }
        Last::Unfinished => unless_pruned(Plan::StartOver { reason: UNFINISHED, after: passed }, passed),
        Last::Nothing if published.is_some_and(|position| position > 0) => from_oldest(STREAM_LOST),
        // The stream does not show how far this service has published.
        Last::Nothing | Last::Deleted | Last::Foreign => match head.refusal(passed, epoch) {
            Some(refusal) => from_oldest(refusal.0),
            None if published.is_none() && *last != Last::Nothing => from_oldest(REQUESTED),
            None => unless_pruned(continued(published.unwrap_or_default(), passed), passed),
        },
    }
}

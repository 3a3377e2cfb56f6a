//! Decides where a new session continues: after the stream's last message, or at the cursor if that message is not an
//! event of this service.

use sqlx::types::Uuid;

use crate::head::{Head, PRUNED, Refusal};

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

impl Plan {
    fn after(&self) -> i64 {
        match self {
            Self::Continue { after, .. } | Self::StartOver { after, .. } => *after,
        }
    }
}

pub(super) fn plan(head: &Head, stored: &Stored, last: &Last) -> Plan {
    let was_published = stored.published.is_some_and(|position| position > 0);
    let plan = match *last {
        Last::Event { epoch, position } => plan_after_event(head, stored, epoch, position),
        Last::Unfinished => Plan::StartOver { reason: UNFINISHED, after: stored.passed },
        Last::Nothing if was_published => start_over_from_oldest(head, STREAM_LOST),
        Last::Nothing | Last::Deleted | Last::Foreign => plan_after_cursor(head, stored, last),
    };
    // Events up to `pruned` are deleted.
    if plan.after() < head.pruned { start_over_from_oldest(head, PRUNED) } else { plan }
}

fn plan_after_event(head: &Head, stored: &Stored, epoch: Uuid, position: i64) -> Plan {
    if let Some(Refusal(reason)) = head.refusal(position, Some(epoch)) {
        return start_over_from_oldest(head, reason);
    }
    // The cursor may be behind: a run may end before it stores the cursor.
    let after = position.max(stored.passed);
    let Some(published) = stored.published else { return Plan::StartOver { reason: REQUESTED, after } };
    let was_set_back = position < published && stored.epoch == Some(epoch);
    let after = if was_set_back { position } else { after };
    Plan::Continue { published: position, after, has_lost: was_set_back }
}

/// The stream does not show how far this service has published, so only the cursor does.
fn plan_after_cursor(head: &Head, stored: &Stored, last: &Last) -> Plan {
    if let Some(Refusal(reason)) = head.refusal(stored.passed, stored.epoch) {
        return start_over_from_oldest(head, reason);
    }
    if stored.published.is_none() && *last != Last::Nothing {
        return start_over_from_oldest(head, REQUESTED);
    }
    Plan::Continue { published: stored.published.unwrap_or_default(), after: stored.passed, has_lost: false }
}

fn start_over_from_oldest(head: &Head, reason: &'static str) -> Plan {
    Plan::StartOver { reason, after: head.pruned }
}

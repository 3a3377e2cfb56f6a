//! Counts SQL statements.

use std::{cell::RefCell, sync::Once};

use tracing::{
    Event, Metadata, Subscriber,
    field::{Field, Visit},
    span,
};

thread_local! {
    /// Per thread, because a test and its server run on one.
    static SEEN: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

static SUBSCRIBED: Once = Once::new();

/// The start of each statement executed during `work`, in order.
pub async fn record_statements<T>(work: impl Future<Output = T>) -> (T, Vec<String>) {
    SUBSCRIBED.call_once(|| tracing::subscriber::set_global_default(StatementSubscriber).unwrap());
    SEEN.set(Some(Vec::new()));
    let done = work.await;
    (done, SEEN.take().unwrap())
}

/// Receives sqlx's event for each statement.
struct StatementSubscriber;

impl Subscriber for StatementSubscriber {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "sqlx::query"
    }

    fn event(&self, event: &Event<'_>) {
        event.record(&mut Summary);
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}
    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}
    fn enter(&self, _: &span::Id) {}
    fn exit(&self, _: &span::Id) {}
}

struct Summary;

impl Visit for Summary {
    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "summary" {
            SEEN.with_borrow_mut(|seen| seen.iter_mut().for_each(|seen| seen.push(value.to_owned())));
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn std::fmt::Debug) {}
}

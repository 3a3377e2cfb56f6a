//! Records the SQL statements that a test executes.

use std::{cell::RefCell, sync::Once};

use tracing::{
    Event, Metadata, Subscriber,
    field::{Field, Visit},
    span,
};

thread_local! {
    /// Per thread, because a test and its server run on one.
    static RECORDED: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

static SUBSCRIBE: Once = Once::new();

/// Returns the output of `work` and the start of each statement.
pub async fn record_statements<T>(work: impl Future<Output = T>) -> (T, Vec<String>) {
    SUBSCRIBE.call_once(|| tracing::subscriber::set_global_default(StatementSubscriber).unwrap());
    RECORDED.set(Some(Vec::new()));
    let output = work.await;
    (output, RECORDED.take().unwrap())
}

struct StatementSubscriber;

impl Subscriber for StatementSubscriber {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "sqlx::query"
    }

    fn event(&self, event: &Event<'_>) {
        event.record(&mut SummaryVisitor);
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}
    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}
    fn enter(&self, _: &span::Id) {}
    fn exit(&self, _: &span::Id) {}
}

/// Reads the member `summary`, which is the start of the statement.
struct SummaryVisitor;

impl Visit for SummaryVisitor {
    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "summary" {
            RECORDED.with_borrow_mut(|recorded| {
                if let Some(statements) = recorded {
                    statements.push(value.to_owned());
                }
            });
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn std::fmt::Debug) {}
}

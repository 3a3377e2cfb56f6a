//! Judges a drill by the data that the shop has lost.

use super::traffic::{Action, Comparison, Finding, Progress};
use crate::board::{Board, Colour};
use std::collections::BTreeSet;

/// Callbacks and jobs may change an order until this long after the response.
const MAX_WRITE_DELAY_MILLIS: u64 = 5_000;
const MAX_NAMES: usize = 5;

#[derive(Clone, Debug, Default)]
pub struct Expected {
    /// The text after "expected to lose:".
    pub loss: String,
    pub lost: Option<Lost>,
    /// Lost events begin a new epoch of the service's event feed, so its consumers must start over.
    pub new_epoch_of: Option<&'static str>,
}

impl Expected {
    pub fn no_loss() -> Self {
        Self { loss: "nothing".into(), ..Self::default() }
    }
}

/// The time span whose changes `service` loses, in milliseconds since 1970.
#[derive(Clone, Copy, Debug)]
pub struct Lost {
    pub service: &'static str,
    /// Changes that were confirmed earlier must be kept.
    pub from: u64,
    pub until: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    pub is_good: bool,
    pub text: String,
}

pub fn print(
    board: &Board,
    expected: &Expected,
    progress: &Progress,
    found: &Comparison,
    own_checks: Vec<Check>,
) -> bool {
    print_traffic(board, progress, found);
    board.print(&format!("  expected to lose: {}", expected.loss));
    let checks: Vec<Check> = own_checks.into_iter().chain(checks(expected, found)).collect();
    for Check { is_good, text } in &checks {
        let mark = if *is_good { board.colourise(Colour::Good, "✓") } else { board.colourise(Colour::Bad, "✗") };
        board.print(&format!("{mark} {text}"));
    }
    checks.iter().all(|check| check.is_good)
}

fn print_traffic(board: &Board, progress: &Progress, found: &Comparison) {
    let count = |what: &str| found.actions.iter().filter(|action| action.what == what).count();
    board.print("");
    board.print(&format!(
        "  {} orders confirmed, {} paid by card, {} cancelled, {} delivered, {} people signed up",
        count("placed"),
        count("paid"),
        count("cancelled"),
        count("delivered"),
        progress.signed_up
    ));
    let span = progress.last_failed_at.saturating_sub(progress.first_failed_at);
    let failures = if progress.failed == 0 {
        "none had no answer or a 5xx".to_owned()
    } else {
        format!("{} had no answer or a 5xx, within {}.{} s", progress.failed, span / 1000, span % 1000 / 100)
    };
    board.print(&format!("  {} requests: {failures}", progress.requests));
    if progress.lost_accounts > 0 {
        board.print(&format!("  {} shoppers signed up again, because their account was lost", progress.lost_accounts));
    }
}

fn checks(expected: &Expected, found: &Comparison) -> Vec<Check> {
    let affected_orders = affected_orders(expected, &found.actions);
    let mut checks = vec![lost_orders(expected, found), audited_rows(&affected_orders, found)];
    checks.extend(sold_orders_are_named(expected, found));
    checks.push(list("the auditor could compare every area", found.audit.failed.iter().cloned()));
    checks.push(bank_amounts(&affected_orders, found));
    // If orders or reservations are lost, the stock of every product differs.
    let counts_stock = expected.lost.is_none_or(|lost| !["order", "catalog"].contains(&lost.service));
    if counts_stock {
        let stock = found.stock_differs.iter().map(|difference| format!("{}: {}", difference.subject, difference.text));
        checks.push(list("free and ordered units are the stock", stock));
    }
    checks.push(list("nothing waits for the catalogue or the bank", found.unsettled.iter().cloned()));
    checks.push(list("every feed is read to its end, in its epoch", found.feeds_behind.iter().cloned()));
    checks.push(list("no two people have the same account number", found.shared_accounts.iter().cloned()));
    checks.extend(expected.new_epoch_of.map(|producer| started_over(producer, found)));
    checks
}

/// The auditor may find differences of affected orders only.
fn audited_rows(affected_orders: &BTreeSet<&str>, found: &Comparison) -> Check {
    let (expected, unexpected): (Vec<&Finding>, Vec<&Finding>) =
        found.audit.findings.iter().partition(|finding| concerns(affected_orders, &finding.subject));
    let note = match expected.len() {
        0 => String::new(),
        count => format!(", {count} are of what was lost"),
    };
    let (compared, differences) = (found.audit.compared, found.audit.findings.len());
    list(
        &format!("the auditor compared {compared} rows: {differences} differences{note}"),
        unexpected.iter().map(|finding| {
            let Finding { area, subject, field, found, expected } = finding;
            format!("{area} {subject} {field}: {found}, not {expected}")
        }),
    )
}

/// The bank may keep other amounts for affected orders only.
fn bank_amounts(affected_orders: &BTreeSet<&str>, found: &Comparison) -> Check {
    let unexpected = found.bank_differs.iter().filter(|difference| !concerns(affected_orders, &difference.subject));
    let text = match found.bank_differs.len() {
        0 => "the bank keeps what the orders have cost".to_owned(),
        count => format!("the bank keeps other amounts for {count} of the orders that were changed in between"),
    };
    list(&text, unexpected.map(|difference| format!("{}: {}", difference.subject, difference.text)))
}

fn concerns(orders: &BTreeSet<&str>, subject: &str) -> bool {
    orders.contains(subject.split('/').next().unwrap_or_default())
}

/// `good` describes the check, and each of `wrong` is a reason why it fails.
fn list(good: &str, wrong: impl Iterator<Item = String>) -> Check {
    let wrong: Vec<String> = wrong.collect();
    if wrong.is_empty() {
        return Check { is_good: true, text: good.to_owned() };
    }
    let shown = wrong.iter().take(MAX_NAMES).cloned().collect::<Vec<_>>().join("; ");
    let more = if wrong.len() > MAX_NAMES { format!("; and {} more", wrong.len() - MAX_NAMES) } else { String::new() };
    Check { is_good: false, text: format!("{good}, but not: {shown}{more}") }
}

/// Orders may be lost only within the expected time span.
fn lost_orders(expected: &Expected, found: &Comparison) -> Check {
    let placed = found.actions.iter().filter(|action| action.what == "placed");
    let may_be_lost =
        |action: &&Action| expected.lost.is_some_and(|lost| lost.service == "order" && action.answered_at >= lost.from);
    let excusable: BTreeSet<&str> = placed.clone().filter(may_be_lost).map(|action| action.code.as_str()).collect();
    let inexcusable = found.missing.iter().filter(|code| !excusable.contains(code.as_str()));
    let text = format!("{} of {} confirmed orders are lost", found.missing.len(), placed.count());
    let check = list(&text, inexcusable.cloned());
    if check.is_good && !found.missing.is_empty() {
        let names = found.missing.iter().take(MAX_NAMES).cloned().collect::<Vec<_>>().join(", ");
        let more = if found.missing.len() > MAX_NAMES { ", …" } else { "" };
        return Check { text: format!("{text}, all of them expected: {names}{more}"), ..check };
    }
    check
}

/// Orders that were changed in the lost time span may differ.
fn affected_orders<'a>(expected: &Expected, actions: &'a [Action]) -> BTreeSet<&'a str> {
    let Some(lost) = expected.lost else { return BTreeSet::new() };
    let from = lost.from.saturating_sub(MAX_WRITE_DELAY_MILLIS);
    let is_in_span = |action: &&Action| action.answered_at >= from && action.asked_at <= lost.until;
    actions.iter().filter(is_in_span).map(|action| action.code.as_str()).collect()
}

/// The auditor must name each lost order whose goods were sold.
fn sold_orders_are_named(expected: &Expected, found: &Comparison) -> Option<Check> {
    let lost = expected.lost.filter(|lost| lost.service == "order")?;
    let is_named = |code: &str| found.audit.findings.iter().any(|finding| finding.subject == code);
    let has = |code: &str, what: &str| found.actions.iter().any(|action| action.code == code && action.what == what);
    let is_sold = |action: &&Action| {
        let is_settled = action.answered_at + MAX_WRITE_DELAY_MILLIS < lost.until;
        is_settled && (action.is_cash || has(&action.code, "paid")) && !has(&action.code, "cancelled")
    };
    let sold = found.actions.iter().filter(|action| action.what == "placed").filter(is_sold);
    let sold: Vec<&str> =
        sold.map(|action| action.code.as_str()).filter(|code| found.missing.iter().any(|lost| lost == code)).collect();
    let unnamed = sold.iter().filter(|code| !is_named(code)).map(|code| (*code).to_owned());
    Some(list(&format!("the auditor names each of the {} lost orders whose goods were sold", sold.len()), unnamed))
}

fn started_over(producer: &str, found: &Comparison) -> Check {
    let consumers: Vec<&str> =
        found.consumers.iter().filter(|pair| pair.feed == producer).map(|pair| pair.consumer.as_str()).collect();
    if consumers.is_empty() {
        // No service reads the feed of notification.
        return Check { is_good: producer == "notification", text: format!("nobody reads the feed of {producer}") };
    }
    let reason = |consumer: &str| {
        let resync = found.resyncs.iter().find(|resync| resync.feed == producer && resync.consumer == consumer)?;
        let times = if resync.count == 1 { String::new() } else { format!(", {} times", resync.count) };
        Some(format!("{consumer} ({}{times})", resync.reason))
    };
    let reasons: Vec<String> = consumers.iter().filter_map(|consumer| reason(consumer)).collect();
    let good = format!("consumers of {producer} that have started over: {}", reasons.join(", "));
    let without_reason = consumers.iter().filter(|consumer| reason(consumer).is_none()).map(|name| (*name).to_owned());
    list(&good, without_reason)
}

#[cfg(test)]
mod tests {
    use super::super::traffic::{Consumer, Resync};
    use super::*;

    fn action(code: &str, what: &str, asked_at: u64) -> Action {
        Action { code: code.into(), what: what.into(), is_cash: true, asked_at, answered_at: asked_at + 100 }
    }

    fn finding(subject: &str) -> Finding {
        let text = String::from;
        Finding {
            area: text("stock"),
            subject: text(subject),
            field: text("order"),
            expected: text("sold"),
            found: text("none"),
        }
    }

    fn orders_lost_from(from: u64) -> Expected {
        Expected { lost: Some(Lost { service: "order", from, until: 100_000 }), ..Expected::default() }
    }

    fn failed(expected: &Expected, found: &Comparison) -> Vec<String> {
        checks(expected, found).into_iter().filter(|check| !check.is_good).map(|check| check.text).collect()
    }

    #[test]
    fn nothing_may_be_lost_without_a_reason() {
        let actions = vec![action("SQ-1", "placed", 1_000)];
        let none = Expected::default();
        assert_eq!(failed(&none, &Comparison { actions: actions.clone(), ..Comparison::default() }), [""; 0]);
        let lost = Comparison { actions: actions.clone(), missing: vec!["SQ-1".into()], ..Comparison::default() };
        assert_eq!(failed(&none, &lost).len(), 1);
        let mut found = Comparison { actions, ..Comparison::default() };
        found.audit.findings.push(finding("SQ-1"));
        assert_eq!(failed(&none, &found).len(), 1);
    }

    #[test]
    fn an_order_may_be_lost_only_in_the_expected_span_and_must_be_named() {
        let mut found = Comparison { actions: vec![action("SQ-1", "placed", 50_000)], ..Comparison::default() };
        found.missing.push("SQ-1".into());
        assert_eq!(
            failed(&orders_lost_from(60_000), &found).len(),
            2,
            "confirmed before the lost span, and not named by the auditor"
        );
        assert_eq!(failed(&orders_lost_from(40_000), &found).len(), 1, "not named by the auditor");
        found.audit.findings.push(finding("SQ-1"));
        assert_eq!(failed(&orders_lost_from(40_000), &found), [""; 0]);
        found.audit.findings.push(finding("SQ-2"));
        assert_eq!(
            failed(&orders_lost_from(40_000), &found).len(),
            1,
            "a finding about an order that was not changed in the lost span"
        );
    }

    #[test]
    fn every_consumer_must_have_started_over() {
        let expected = Expected { new_epoch_of: Some("order"), ..Expected::default() };
        let [consumer, feed, reason] = ["catalog", "order", "feed_epoch_changed"].map(String::from);
        let mut found = Comparison::default();
        found.consumers.push(Consumer { consumer: consumer.clone(), feed: feed.clone() });
        assert_eq!(failed(&expected, &found).len(), 1);
        found.resyncs.push(Resync { consumer, feed, reason, count: 1 });
        assert_eq!(failed(&expected, &found), [""; 0]);
    }
}

//! Compares what a drill has lost with what it expected to lose.

use super::traffic::{Action, Comparison, Finding, Progress};
use crate::board::{Board, Colour};
use std::collections::BTreeSet;

/// How long after its answer a change may still be written: a payment is confirmed by the bank's callback, a sale by a
/// job.
const WRITTEN_WITHIN_MILLIS: u64 = 5_000;
/// How many names a line shows.
const SHOWN: usize = 5;

#[derive(Clone, Debug, Default)]
pub struct Expected {
    /// The permitted loss, as a text that follows "expected to lose:".
    pub loss: String,
    /// The span in which changes of one service may be lost, in milliseconds since 1970; `None` if nothing may.
    pub lost: Option<Lost>,
    /// The service whose consumers must have started over.
    pub new_epoch_of: Option<&'static str>,
}

#[derive(Clone, Copy, Debug)]
pub struct Lost {
    pub service: &'static str,
    /// Everything that was answered before must be there.
    pub from: u64,
    /// The database went then.
    pub until: u64,
}

/// One thing that was checked: a sentence, and whether it is as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    pub is_good: bool,
    pub text: String,
}

/// Prints the checks; returns whether all passed.
pub fn print(board: &Board, expected: &Expected, progress: &Progress, found: &Comparison, others: Vec<Check>) -> bool {
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
    board.print(&format!("  expected to lose: {}", expected.loss));
    let checks: Vec<Check> = others.into_iter().chain(checks(expected, found)).collect();
    for Check { is_good, text } in &checks {
        let mark = if *is_good { board.colourise(Colour::Good, "✓") } else { board.colourise(Colour::Bad, "✗") };
        board.print(&format!("{mark} {text}"));
    }
    checks.iter().all(|check| check.is_good)
}

fn checks(expected: &Expected, found: &Comparison) -> Vec<Check> {
    let mut all = vec![lost_orders(expected, found)];
    let touched = touched(expected, &found.actions);
    let is_expected = |subject: &str| touched.contains(subject.split('/').next().unwrap_or_default());
    let (named, unexpected): (Vec<&Finding>, Vec<&Finding>) =
        found.audit.findings.iter().partition(|finding| is_expected(&finding.subject));
    let compared = found.audit.compared;
    let note = if named.is_empty() { String::new() } else { format!(", {} are of what was lost", named.len()) };
    all.push(list(
        &format!("the auditor compared {compared} rows: {} differences{note}", found.audit.findings.len()),
        unexpected.iter().map(|finding| {
            let Finding { area, subject, field, found, expected } = finding;
            format!("{area} {subject} {field}: {found}, not {expected}")
        }),
    ));
    all.extend(unnamed(expected, found));
    all.push(list("the auditor could compare every area", found.audit.failed.iter().cloned()));
    let bank = found.bank_differs.iter().filter(|difference| !is_expected(&difference.subject));
    all.push(list(
        &match found.bank_differs.len() {
            0 => "the bank keeps what the orders have cost".to_owned(),
            count => format!("the bank keeps other amounts for {count} of the orders that were changed in between"),
        },
        bank.map(|difference| format!("{}: {}", difference.subject, difference.text)),
    ));
    // The lost orders and reservations change the stock of every product of the drill; the auditor names each.
    let counts_stock = expected.lost.is_none_or(|lost| !["order", "catalog"].contains(&lost.service));
    if counts_stock {
        let stock = found.stock_differs.iter().map(|difference| format!("{}: {}", difference.subject, difference.text));
        all.push(list("free and ordered units are the stock", stock));
    }
    all.push(list("nothing waits for the catalogue or the bank", found.unsettled.iter().cloned()));
    all.push(list("every feed is read to its end, in its epoch", found.feeds_behind.iter().cloned()));
    all.push(list("no two people have the same account number", found.shared_accounts.iter().cloned()));
    all.extend(expected.new_epoch_of.map(|producer| started_over(producer, found)));
    all
}

/// A check that lists what is wrong; it passes if that is nothing.
fn list(good: &str, wrong: impl Iterator<Item = String>) -> Check {
    let wrong: Vec<String> = wrong.collect();
    if wrong.is_empty() {
        return Check { is_good: true, text: good.to_owned() };
    }
    let shown = wrong.iter().take(SHOWN).cloned().collect::<Vec<_>>().join("; ");
    let more = if wrong.len() > SHOWN { format!("; and {} more", wrong.len() - SHOWN) } else { String::new() };
    Check { is_good: false, text: format!("{good}, but not: {shown}{more}") }
}

/// Orders that were confirmed and are gone, against the span in which they may go.
fn lost_orders(expected: &Expected, found: &Comparison) -> Check {
    let placed = found.actions.iter().filter(|action| action.what == "placed");
    let may_go =
        |action: &&Action| expected.lost.is_some_and(|lost| lost.service == "order" && action.answered_at >= lost.from);
    let excusable: BTreeSet<&str> = placed.clone().filter(may_go).map(|action| action.code.as_str()).collect();
    let inexcusable = found.missing.iter().filter(|code| !excusable.contains(code.as_str()));
    let text = format!("{} of {} confirmed orders are lost", found.missing.len(), placed.count());
    let check = list(&text, inexcusable.cloned());
    if check.is_good && !found.missing.is_empty() {
        let names = found.missing.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
        let more = if found.missing.len() > SHOWN { ", …" } else { "" };
        return Check { text: format!("{text}, all of them expected: {names}{more}"), ..check };
    }
    check
}

/// Codes of orders that may differ, because something was done with them in the span that was lost.
fn touched<'a>(expected: &Expected, actions: &'a [Action]) -> BTreeSet<&'a str> {
    let Some(lost) = expected.lost else { return BTreeSet::new() };
    let from = lost.from.saturating_sub(WRITTEN_WITHIN_MILLIS);
    let is_in_span = |action: &&Action| action.answered_at >= from && action.asked_at <= lost.until;
    actions.iter().filter(is_in_span).map(|action| action.code.as_str()).collect()
}

/// Lost orders that the auditor must name, because the catalogue has sold their goods: nothing is lost in silence.
fn unnamed(expected: &Expected, found: &Comparison) -> Option<Check> {
    let lost = expected.lost.filter(|lost| lost.service == "order")?;
    let is_named = |code: &str| found.audit.findings.iter().any(|finding| finding.subject == code);
    let has = |code: &str, what: &str| found.actions.iter().any(|action| action.code == code && action.what == what);
    let is_sold = |action: &&Action| {
        let is_settled = action.answered_at + WRITTEN_WITHIN_MILLIS < lost.until;
        is_settled && (action.is_cash || has(&action.code, "paid")) && !has(&action.code, "cancelled")
    };
    let sold = found.actions.iter().filter(|action| action.what == "placed").filter(is_sold);
    let sold: Vec<&str> =
        sold.map(|action| action.code.as_str()).filter(|code| found.missing.iter().any(|lost| lost == code)).collect();
    let silent = sold.iter().filter(|code| !is_named(code)).map(|code| (*code).to_owned());
    Some(list(&format!("the auditor names each of the {} lost orders whose goods were sold", sold.len()), silent))
}

/// Every consumer of a producer with a new epoch must have started over.
fn started_over(producer: &str, found: &Comparison) -> Check {
    let consumers: Vec<&str> =
        found.consumers.iter().filter(|pair| pair.feed == producer).map(|pair| pair.consumer.as_str()).collect();
    let reason = |consumer: &str| {
        let resync = found.resyncs.iter().find(|resync| resync.feed == producer && resync.consumer == consumer)?;
        let times = if resync.count == 1 { String::new() } else { format!(", {} times", resync.count) };
        Some(format!("{consumer} ({}{times})", resync.reason))
    };
    let reasons: Vec<String> = consumers.iter().filter_map(|consumer| reason(consumer)).collect();
    let good = format!("consumers of {producer} that have started over: {}", reasons.join(", "));
    let silent = consumers.iter().filter(|consumer| reason(consumer).is_none()).map(|name| (*name).to_owned());
    let check = list(&good, silent);
    if consumers.is_empty() {
        // The other services read no feed of notification.
        Check { is_good: producer == "notification", text: format!("nobody reads the feed of {producer}") }
    } else {
        check
    }
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

    fn expected(from: u64) -> Expected {
        Expected { lost: Some(Lost { service: "order", from, until: 100_000 }), ..Expected::default() }
    }

    fn wrong(expected: &Expected, found: &Comparison) -> Vec<String> {
        checks(expected, found).into_iter().filter(|check| !check.is_good).map(|check| check.text).collect()
    }

    #[test]
    fn nothing_may_be_lost_without_a_reason() {
        let actions = vec![action("SQ-1", "placed", 1_000)];
        let none = Expected::default();
        assert_eq!(wrong(&none, &Comparison { actions: actions.clone(), ..Comparison::default() }), [""; 0]);
        let lost = Comparison { actions: actions.clone(), missing: vec!["SQ-1".into()], ..Comparison::default() };
        assert_eq!(wrong(&none, &lost).len(), 1);
        let mut found = Comparison { actions, ..Comparison::default() };
        found.audit.findings.push(finding("SQ-1"));
        assert_eq!(wrong(&none, &found).len(), 1);
    }

    #[test]
    fn an_order_may_be_lost_only_after_the_moment_and_must_be_named() {
        let mut found = Comparison { actions: vec![action("SQ-1", "placed", 50_000)], ..Comparison::default() };
        found.missing.push("SQ-1".into());
        assert_eq!(wrong(&expected(60_000), &found).len(), 2, "it was confirmed before the moment, and is not named");
        assert_eq!(wrong(&expected(40_000), &found).len(), 1, "it is not named");
        found.audit.findings.push(finding("SQ-1"));
        assert_eq!(wrong(&expected(40_000), &found), [""; 0]);
        found.audit.findings.push(finding("SQ-2"));
        assert_eq!(wrong(&expected(40_000), &found).len(), 1, "the finding is of an order that nobody touched");
    }

    #[test]
    fn every_consumer_must_have_started_over() {
        let expected = Expected { new_epoch_of: Some("order"), ..Expected::default() };
        let [consumer, feed, reason] = ["catalog", "order", "feed_epoch_changed"].map(String::from);
        let mut found = Comparison::default();
        found.consumers.push(Consumer { consumer: consumer.clone(), feed: feed.clone() });
        assert_eq!(wrong(&expected, &found).len(), 1);
        found.resyncs.push(Resync { consumer, feed, reason, count: 1 });
        assert_eq!(wrong(&expected, &found), [""; 0]);
    }
}

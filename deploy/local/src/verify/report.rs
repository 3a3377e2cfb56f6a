//! Prints the verdict of each step, and a summary at the end.

use crate::board::{Board, Colour, format_duration};
use std::cell::RefCell;
use std::time::{Duration, Instant};

#[derive(Clone, Debug)]
pub enum Verdict {
    Passed,
    Failed(String),
    NotRun(String),
}

#[derive(Debug)]
pub struct Report {
    board: Board,
    started_at: Instant,
    steps: RefCell<Vec<FinishedStep>>,
}

#[derive(Debug)]
struct FinishedStep {
    name: &'static str,
    verdict: Verdict,
    time: Option<Duration>,
}

impl Report {
    pub fn new(board: Board) -> Self {
        Self { board, started_at: Instant::now(), steps: RefCell::default() }
    }

    pub fn add(&self, name: &'static str, verdict: Verdict, time: Option<Duration>) {
        let step = FinishedStep { name, verdict, time };
        self.board.print(&self.line(&step));
        if let Verdict::Failed(why) = &step.verdict {
            self.board.print(why);
        }
        self.steps.borrow_mut().push(step);
    }

    fn line(&self, step: &FinishedStep) -> String {
        let (colour, mark, note) = match &step.verdict {
            Verdict::Passed => (Colour::Good, "✓", ""),
            Verdict::Failed(_) => (Colour::Bad, "✗", ""),
            Verdict::NotRun(why) => (Colour::Bad, "·", why.as_str()),
        };
        let mark = self.board.colourise(colour, mark);
        let time = step.time.map(format_duration).unwrap_or_default();
        format!("{mark} {:<18} {time:>12}  {note}", step.name).trim_end().to_owned()
    }

    pub fn has_failed(&self, name: &str) -> bool {
        let steps = self.steps.borrow();
        steps.iter().any(|step| step.name == name && !matches!(step.verdict, Verdict::Passed))
    }

    pub fn elapsed(&self) -> Duration {
        self.started_at.elapsed()
    }

    /// Returns whether everything passed.
    pub fn conclude(&self, summary: &str) -> bool {
        let steps = self.steps.borrow();
        self.board.print("");
        for step in steps.iter() {
            self.board.print(&self.line(step));
        }
        let count = |wanted: fn(&Verdict) -> bool| steps.iter().filter(|step| wanted(&step.verdict)).count();
        let passed = count(|verdict| matches!(verdict, Verdict::Passed));
        let failed = count(|verdict| matches!(verdict, Verdict::Failed(_)));
        let not_run = count(|verdict| matches!(verdict, Verdict::NotRun(_)));
        if !summary.is_empty() {
            self.board.print(&format!("\n{summary}"));
        }
        self.board.print(&format!("\ntotal time: {}", format_duration(self.started_at.elapsed())));
        let note = if not_run > 0 { format!(", {not_run} not run") } else { String::new() };
        self.board.print(&format!("{passed} passed, {failed} failed{note}"));
        failed + not_run == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_that_was_not_run_is_not_a_success() {
        let report = Report::new(Board::default());
        report.add("a", Verdict::Passed, None);
        assert!(report.conclude(""));
        report.add("c", Verdict::NotRun("d failed".into()), None);
        assert!(report.has_failed("c"));
        assert!(!report.has_failed("a"));
        assert!(!report.conclude(""));
    }
}

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
    lines: RefCell<Vec<(&'static str, Verdict, Option<Duration>)>>,
}

impl Report {
    pub fn new(board: Board) -> Self {
        Self { board, started_at: Instant::now(), lines: RefCell::default() }
    }

    pub fn add(&self, name: &'static str, verdict: Verdict, time: Option<Duration>) {
        self.board.print(&self.line(name, &verdict, time));
        if let Verdict::Failed(why) = &verdict {
            self.board.print(why);
        }
        self.lines.borrow_mut().push((name, verdict, time));
    }

    fn line(&self, name: &str, verdict: &Verdict, time: Option<Duration>) -> String {
        let (colour, mark, note) = match verdict {
            Verdict::Passed => (Colour::Good, "✓", ""),
            Verdict::Failed(_) => (Colour::Bad, "✗", ""),
            Verdict::NotRun(why) => (Colour::Bad, "·", why.as_str()),
        };
        let time = time.map(format_duration).unwrap_or_default();
        format!("{} {name:<18} {time:>12}  {note}", self.board.colourise(colour, mark)).trim_end().to_owned()
    }

    pub fn has_failed(&self, name: &str) -> bool {
        self.lines
            .borrow()
            .iter()
            .any(|(known, verdict, _)| *known == name && matches!(verdict, Verdict::Failed(_) | Verdict::NotRun(_)))
    }

    pub fn elapsed(&self) -> Duration {
        self.started_at.elapsed()
    }

    /// Returns whether everything passed.
    pub fn conclude(&self, summary: &str) -> bool {
        let lines = self.lines.borrow();
        self.board.print("");
        for (name, verdict, time) in lines.iter() {
            self.board.print(&self.line(name, verdict, *time));
        }
        let count = |wanted: fn(&Verdict) -> bool| lines.iter().filter(|(_, verdict, _)| wanted(verdict)).count();
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

//! Prints the progress of steps: redrawn lines on a terminal, otherwise a line now and then.

use std::collections::VecDeque;
use std::io::{IsTerminal as _, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

const SPINNER_FRAMES: [&str; 8] = ["⠋", "⠙", "⠸", "⢰", "⣠", "⣄", "⡆", "⠇"];
/// Between the lines of a running step, without a terminal.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(20);
const FRAME_INTERVAL: Duration = Duration::from_millis(120);
/// A step is drawn when it has run this long.
const DRAWN_AFTER: Duration = Duration::from_millis(300);
const LOG_TAIL_BYTES: u64 = 2000;
const MAX_LINE_LENGTH: usize = 80;
/// A shorter successful step prints a line only if it has a note.
const MIN_PRINTED_DURATION: Duration = Duration::from_secs(1);

/// Clones share the output.
#[derive(Clone, Debug)]
pub struct Board(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    terminal: bool,
    colour: bool,
    steps: VecDeque<DrawnStep>,
    next_id: usize,
    drawn_lines: usize,
    frame: usize,
}

#[derive(Debug)]
struct DrawnStep {
    id: usize,
    name: String,
    since: Instant,
    next_line_after: Duration,
    log: Option<PathBuf>,
}

/// Dropping it removes the step without printing a line.
#[derive(Debug)]
pub struct Step {
    board: Board,
    id: usize,
    name: String,
    since: Instant,
}

impl Default for Board {
    fn default() -> Self {
        let terminal = std::io::stdout().is_terminal();
        let colour = terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let state = State { terminal, colour, steps: VecDeque::new(), next_id: 0, drawn_lines: 0, frame: 0 };
        let board = Self(Arc::new(Mutex::new(state)));
        let weak = Arc::downgrade(&board.0);
        // This thread must not start programs: its end would send them their death signal.
        std::thread::spawn(move || tick(&weak));
        board
    }
}

fn tick(board: &Weak<Mutex<State>>) {
    loop {
        std::thread::sleep(FRAME_INTERVAL);
        let Some(state) = board.upgrade() else { return };
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.terminal {
            state.frame += 1;
            state.redraw("");
        } else {
            state.print_progress();
        }
    }
}

impl Board {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn step(&self, name: impl Into<String>, log: Option<&Path>) -> Step {
        let name = name.into();
        let since = Instant::now();
        let mut state = self.state();
        let id = state.next_id;
        state.next_id += 1;
        let log = log.map(Path::to_owned);
        state.steps.push_back(DrawnStep { id, name: name.clone(), since, next_line_after: MIN_PRINTED_DURATION, log });
        Step { board: self.clone(), id, name, since }
    }

    pub fn print(&self, line: &str) {
        self.state().redraw(&format!("{line}\n"));
    }

    pub fn colourise(&self, colour: Colour, text: &str) -> String {
        if self.state().colour { format!("\x1b[{}m{text}\x1b[0m", colour.code()) } else { text.to_owned() }
    }
}

#[derive(Clone, Copy, Debug)]
pub enum Colour {
    Good,
    Bad,
    Quiet,
    Bright,
    Program(usize),
}

impl Colour {
    fn code(self) -> usize {
        match self {
            Self::Good => 32,
            Self::Bad => 31,
            Self::Quiet => 90,
            Self::Bright => 1,
            Self::Program(number) => [36, 35, 33, 34, 32, 96, 95, 94][number % 8],
        }
    }
}

impl Step {
    pub fn elapsed(&self) -> Duration {
        self.since.elapsed()
    }

    pub fn done(self, note: &str) {
        if self.elapsed() >= MIN_PRINTED_DURATION || !note.is_empty() {
            self.end(Colour::Good, "✓", note);
        }
    }

    pub fn failed(self, note: &str) {
        self.end(Colour::Bad, "✗", note);
    }

    fn end(&self, colour: Colour, mark: &str, note: &str) {
        let mark = self.board.colourise(colour, mark);
        let time = self.board.colourise(Colour::Quiet, &format_duration(self.elapsed()));
        // `print` draws the running steps again, without this one.
        self.board.state().remove(self.id);
        self.board.print(format!("{mark} {:<28} {time:>8}  {note}", self.name).trim_end());
    }
}

impl Drop for Step {
    fn drop(&mut self) {
        let mut state = self.board.state();
        state.remove(self.id);
        if state.terminal {
            state.redraw("");
        }
    }
}

impl State {
    fn remove(&mut self, id: usize) {
        self.steps.retain(|step| step.id != id);
    }

    /// Prints `text` above the running steps. Ignores errors: the shop keeps running when its output is closed.
    fn redraw(&mut self, text: &str) {
        let erase = match self.drawn_lines {
            0 => String::new(),
            lines => format!("\x1b[{lines}A\r\x1b[J"),
        };
        let step_lines = if self.terminal { self.step_lines() } else { Vec::new() };
        self.drawn_lines = step_lines.len();
        let out = [erase, text.to_owned(), step_lines.concat()].concat();
        let mut stdout = std::io::stdout().lock();
        stdout.write_all(out.as_bytes()).and_then(|()| stdout.flush()).ok();
    }

    fn step_lines(&self) -> Vec<String> {
        let width = terminal_width();
        let frame = SPINNER_FRAMES[self.frame % SPINNER_FRAMES.len()];
        let drawn = self.steps.iter().filter(|step| step.since.elapsed() > DRAWN_AFTER);
        let lines = drawn.map(|step| {
            let output = step.log.as_deref().and_then(last_line).unwrap_or_default();
            let line = format!("{frame} {:<28} {:>8}  {output}", step.name, format_duration(step.since.elapsed()));
            line.chars().take(width - 1).chain(['\n']).collect::<String>()
        });
        lines.collect()
    }

    fn print_progress(&mut self) {
        let mut lines = String::new();
        for step in &mut self.steps {
            let elapsed = step.since.elapsed();
            if elapsed >= step.next_line_after {
                let output = step.log.as_deref().and_then(last_line).unwrap_or_default();
                let output: String = output.chars().take(MAX_LINE_LENGTH).collect();
                lines += format!("… {:<28} {:>8}  {output}", step.name, format_duration(elapsed)).trim_end();
                lines.push('\n');
                step.next_line_after = elapsed + PROGRESS_INTERVAL;
            }
        }
        if !lines.is_empty() {
            self.redraw(&lines);
        }
    }
}

fn terminal_width() -> usize {
    rustix::termios::tcgetwinsize(std::io::stdout()).map_or(100, |size| usize::from(size.ws_col)).clamp(40, 160)
}

/// Formats a time as `4.2 s` or `3 min 07 s`.
pub fn format_duration(time: Duration) -> String {
    match time.as_secs() {
        0..60 => format!("{:.1} s", time.as_secs_f32()),
        long => format!("{} min {:02} s", long / 60, long % 60),
    }
}

fn last_line(log: &Path) -> Option<String> {
    let mut file = std::fs::File::open(log).ok()?;
    let length = file.metadata().ok()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(LOG_TAIL_BYTES))).ok()?;
    let mut end = Vec::new();
    file.take(LOG_TAIL_BYTES).read_to_end(&mut end).ok()?;
    let end = strip_escapes(&String::from_utf8_lossy(&end));
    end.lines().rev().map(str::trim).find(|line| !line.is_empty()).map(str::to_owned)
}

/// A carriage return becomes a line break.
pub fn strip_escapes(text: &str) -> String {
    let mut stripped = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character == '\x1b' {
            characters.by_ref().find(char::is_ascii_alphabetic);
        } else if character == '\r' {
            stripped.push('\n');
        } else {
            stripped.push(character);
        }
    }
    stripped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_is_plain_text() {
        let log = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(log.path(), "one\n\x1b[32mtwo\x1b[0m 50 %\rtwo 100 %\n\n").unwrap();
        assert_eq!(last_line(log.path()).as_deref(), Some("two 100 %"));
    }

    #[test]
    fn durations_are_formatted() {
        assert_eq!(format_duration(Duration::from_millis(1234)), "1.2 s");
        assert_eq!(format_duration(Duration::from_secs(125)), "2 min 05 s");
    }
}

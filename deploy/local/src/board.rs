//! Prints the progress of steps. On a terminal, the running steps are shown at the bottom, each with the last line of
//! its output. Without a terminal, a long step prints a line at its start, at intervals, and at its end.

use std::collections::VecDeque;
use std::io::{IsTerminal as _, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// The pictures of the turning sign before each running step, shown one after another.
const FRAMES: [&str; 8] = ["⠋", "⠙", "⠸", "⢰", "⣠", "⣄", "⡆", "⠇"];
/// How often a running step prints a line without a terminal. The first line comes after `NOTICEABLE`.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(20);
/// How long each of `FRAMES` is shown.
const FRAME_INTERVAL: Duration = Duration::from_millis(120);
/// A step is shown while it runs only if it takes longer than this.
const DRAWN_AFTER: Duration = Duration::from_millis(300);
/// How many bytes at the end of a log are searched for its last line.
const LOG_END: u64 = 2000;
/// How many characters of a log's last line are printed without a terminal.
const MAX_LINE_LENGTH: usize = 80;
/// A successful step that takes less time than this prints a line only if it has a note.
const NOTICEABLE: Duration = Duration::from_secs(1);

/// The output of this program. Clones print to the same output.
#[derive(Clone, Debug)]
pub struct Board(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    /// Whether the output is a terminal.
    terminal: bool,
    /// Whether the output may contain colours.
    colour: bool,
    /// The running steps in the order of their start.
    steps: VecDeque<DrawnStep>,
    next_id: usize,
    /// The number of lines at the end of the output that the next drawing replaces.
    drawn_lines: usize,
    /// Counts the drawings, to choose from `FRAMES`.
    frame: usize,
}

/// A running step, as it is drawn.
#[derive(Debug)]
struct DrawnStep {
    id: usize,
    name: String,
    since: Instant,
    /// Running time after which the next progress line is due, without a terminal.
    next_line_after: Duration,
    log: Option<PathBuf>,
}

/// A running step. If it is dropped before it has ended, the step disappears without printing a line.
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
        // This thread must not start programs, because a program gets its death signal when the thread that started it
        // ends (see `guard`).
        std::thread::spawn(move || tick(&weak));
        board
    }
}

/// Draws the running steps again and again, until the board is dropped.
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

    /// Starts a step. The last line of `log` is shown while the step runs.
    pub fn step(&self, name: impl Into<String>, log: Option<&Path>) -> Step {
        let name = name.into();
        let since = Instant::now();
        let mut state = self.state();
        let id = state.next_id;
        state.next_id += 1;
        let log = log.map(Path::to_owned);
        state.steps.push_back(DrawnStep { id, name: name.clone(), since, next_line_after: NOTICEABLE, log });
        Step { board: self.clone(), id, name, since }
    }

    /// Prints a line above the running steps.
    pub fn print(&self, line: &str) {
        self.state().redraw(&format!("{line}\n"));
    }

    /// Returns the text in a colour, or unchanged if the output has no colours.
    pub fn colourise(&self, colour: Colour, text: &str) -> String {
        if self.state().colour { format!("\x1b[{}m{text}\x1b[0m", colour.code()) } else { text.to_owned() }
    }
}

/// A colour of the output, by what it means.
#[derive(Clone, Copy, Debug)]
pub enum Colour {
    Good,
    Bad,
    Quiet,
    Bright,
    /// The colour of the program with this number.
    Program(usize),
}

impl Colour {
    /// Returns the parameter of the ANSI escape sequence.
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

    /// Ends the step successfully. A short step without a note prints nothing; `drop` removes it.
    pub fn done(self, note: &str) {
        if self.elapsed() >= NOTICEABLE || !note.is_empty() {
            self.end(Colour::Good, "✓", note);
        }
    }

    /// Ends the step as a failure.
    pub fn failed(self, note: &str) {
        self.end(Colour::Bad, "✗", note);
    }

    /// Removes the step from the running ones, and prints its last line.
    fn end(&self, colour: Colour, mark: &str, note: &str) {
        let mark = self.board.colourise(colour, mark);
        let time = self.board.colourise(Colour::Quiet, &format_duration(self.elapsed()));
        self.board.state().steps.retain(|step| step.id != self.id);
        self.board.print(format!("{mark} {:<28} {time:>8}  {note}", self.name).trim_end());
    }
}

impl Drop for Step {
    fn drop(&mut self) {
        let mut state = self.board.state();
        state.steps.retain(|step| step.id != self.id);
        if state.terminal {
            state.redraw("");
        }
    }
}

impl State {
    /// Erases the running steps, writes `text` and draws the steps again. Ignores errors, so that the shop keeps
    /// running when its output is closed.
    fn redraw(&mut self, text: &str) {
        let mut out = Vec::new();
        if self.drawn_lines > 0 {
            out.push(format!("\x1b[{}A\r\x1b[J", self.drawn_lines));
        }
        out.push(text.to_owned());
        self.drawn_lines = 0;
        if self.terminal {
            let width = terminal_width();
            let frame = FRAMES[self.frame % FRAMES.len()];
            for step in self.steps.iter().filter(|step| step.since.elapsed() > DRAWN_AFTER) {
                let output = step.log.as_deref().and_then(last_line).unwrap_or_default();
                let line = format!("{frame} {:<28} {:>8}  {output}", step.name, format_duration(step.since.elapsed()));
                out.push(line.chars().take(width - 1).chain(['\n']).collect());
                self.drawn_lines += 1;
            }
        }
        let out = out.concat();
        let mut stdout = std::io::stdout().lock();
        stdout.write_all(out.as_bytes()).and_then(|()| stdout.flush()).ok();
    }

    /// Prints a line for each step that has run long enough since its last line.
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

/// Returns the number of characters in a line of the terminal, within sensible limits.
fn terminal_width() -> usize {
    // If the width is unknown, 100 is assumed.
    rustix::termios::tcgetwinsize(std::io::stdout()).map_or(100, |size| usize::from(size.ws_col)).clamp(40, 160)
}

/// Formats a time as `4.2 s` or `3 min 07 s`.
pub fn format_duration(time: Duration) -> String {
    match time.as_secs() {
        0..60 => format!("{:.1} s", time.as_secs_f32()),
        long => format!("{} min {:02} s", long / 60, long % 60),
    }
}

/// Returns the last line of a log that is not empty.
fn last_line(log: &Path) -> Option<String> {
    let mut file = std::fs::File::open(log).ok()?;
    let length = file.metadata().ok()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(LOG_END))).ok()?;
    let mut end = Vec::new();
    file.take(LOG_END).read_to_end(&mut end).ok()?;
    let end = strip_escapes(&String::from_utf8_lossy(&end));
    end.lines().rev().map(str::trim).find(|line| !line.is_empty()).map(str::to_owned)
}

/// Removes ANSI escape sequences. A carriage return becomes a line break.
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

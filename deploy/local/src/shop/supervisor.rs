//! Supervises one program of the shop: prefixes its output with its name, and starts it again when it dies, each time
//! after a longer pause.

use super::Shop;
use crate::board::{Board, Colour};
use crate::child::Running;
use rustix::process::Signal;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};
use tokio::process::Command;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

const FIRST_PAUSE: Duration = Duration::from_millis(200);
const MAX_PAUSE: Duration = Duration::from_secs(10);
/// After a program has run this long, the next pause is `FIRST_PAUSE` again.
const RESET_AFTER: Duration = Duration::from_secs(30);
/// How many lines of output the error message of a failed start can show.
const KEPT_LINES: usize = 30;

#[derive(Debug)]
pub struct Supervisor {
    pub name: &'static str,
    state: Arc<Mutex<ProgramState>>,
    stop: CancellationToken,
    kill: CancellationToken,
    task: JoinHandle<()>,
}

/// The state of a supervised program.
#[derive(Debug, Default)]
struct ProgramState {
    exits: usize,
    last_status: String,
    last_lines: VecDeque<String>,
}

impl Supervisor {
    pub fn start(board: &Board, shop: &Shop, name: &'static str, number: usize) -> Self {
        let state = Arc::new(Mutex::new(ProgramState::default()));
        let (stop, kill) = (CancellationToken::new(), CancellationToken::new());
        let printer = Printer { board: board.clone(), name, colour: Colour::Program(number), state: state.clone() };
        let task = tokio::spawn(supervise(printer, shop.clone(), stop.clone(), kill.clone()));
        Self { name, state, stop, kill, task }
    }

    /// Returns a handle to read the program's state.
    pub fn status(&self) -> ProgramStatus {
        ProgramStatus { name: self.name, state: self.state.clone() }
    }

    pub fn request_stop(&self) {
        self.stop.cancel();
    }

    pub fn kill(&self) {
        self.kill.cancel();
    }

    pub async fn wait(&mut self) {
        if !self.task.is_finished() {
            (&mut self.task).await.ok();
        }
    }
}

#[derive(Clone, Debug)]
pub struct ProgramStatus {
    pub name: &'static str,
    state: Arc<Mutex<ProgramState>>,
}

impl ProgramStatus {
    /// Returns how often the program exited, the last exit status, and the last lines of output.
    pub fn read(&self) -> (usize, String, Vec<String>) {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        (state.exits, state.last_status.clone(), state.last_lines.iter().cloned().collect())
    }
}

async fn supervise(printer: Printer, shop: Shop, stop: CancellationToken, kill: CancellationToken) {
    let mut pause = FIRST_PAUSE;
    loop {
        let since = Instant::now();
        let status = match start(&mut shop.command(printer.name), &printer) {
            Ok(mut running) => tokio::select! {
                status = running.wait() => status.map_or_else(|error| error.to_string(), |status| status.to_string()),
                () = stop.cancelled() => {
                    running.signal(Signal::TERM);
                    tokio::select! {
                        _ = running.wait() => {}
                        () = kill.cancelled() => {
                            printer.print_event("did not stop in time and was killed");
                            running.stop(Signal::KILL, Duration::from_secs(1)).await;
                        }
                    }
                    return;
                }
            },
            Err(error) => format!("{error:#}"),
        };
        if since.elapsed() > RESET_AFTER {
            pause = FIRST_PAUSE;
        }
        printer.record_exit(&status);
        printer.print_event(&format!("exited ({status}); restarting it"));
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = stop.cancelled() => return,
        }
        pause = (pause * 2).min(MAX_PAUSE);
    }
}

fn start(command: &mut Command, printer: &Printer) -> anyhow::Result<Running> {
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let mut running = Running::start(command)?;
    if let Some(output) = running.child().stdout.take() {
        tokio::spawn(printer.clone().print_lines(output));
    }
    if let Some(output) = running.child().stderr.take() {
        tokio::spawn(printer.clone().print_lines(output));
    }
    Ok(running)
}

/// Prints a program's output and events.
#[derive(Clone, Debug)]
struct Printer {
    board: Board,
    name: &'static str,
    colour: Colour,
    state: Arc<Mutex<ProgramState>>,
}

impl Printer {
    fn print_event(&self, what: &str) {
        let name = self.board.colourise(self.colour, &format!("{:<12}", self.name));
        self.board.print(&format!("{name} │ {}", self.board.colourise(Colour::Bright, what)));
    }

    fn record_exit(&self, status: &str) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.exits += 1;
        status.clone_into(&mut state.last_status);
    }

    async fn print_lines(self, output: impl AsyncRead + Unpin) {
        let prefix = self.board.colourise(self.colour, &format!("{:<12}", self.name));
        let mut lines = BufReader::new(output);
        let mut line = Vec::new();
        while lines.read_until(b'\n', &mut line).await.is_ok_and(|read| read > 0) {
            let text = String::from_utf8_lossy(&line);
            let text = text.trim_end();
            self.board.print(&format!("{prefix} │ {text}"));
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            if state.last_lines.len() == KEPT_LINES {
                state.last_lines.pop_front();
            }
            state.last_lines.push_back(text.to_owned());
            drop(state);
            line.clear();
        }
    }
}

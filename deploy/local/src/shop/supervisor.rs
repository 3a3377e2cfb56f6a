//! Supervises one program. Prefixes its output with its name, starts it again with growing pauses when it dies, and
//! replaces it by the same program of another release on request.

use super::Shop;
use crate::board::{Board, Colour};
use crate::child::Running;
use crate::release::Release;
use crate::services::Process;
use anyhow::{Context as _, Result};
use rustix::process::Signal;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};
use tokio::process::Command;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// The pause before the first restart. Each further pause is twice as long as the previous one.
const FIRST_PAUSE: Duration = Duration::from_millis(200);
/// The longest pause before a restart.
const MAX_PAUSE: Duration = Duration::from_secs(10);
/// After a program has run for this time, the pause before its next restart is `FIRST_PAUSE` again.
const RESET_AFTER: Duration = Duration::from_secs(30);
/// How many lines of output are kept for the error message of a failed start.
const KEPT_LINES: usize = 30;
/// How long a program may take to stop before it is killed. `cargo up` kills its programs earlier when it stops itself.
const STOP_TIMEOUT: Duration = Duration::from_secs(30);

/// A supervised process of the shop.
#[derive(Debug)]
pub struct Supervisor {
    pub process: Process,
    state: Arc<Mutex<ProgramState>>,
    replacements: mpsc::Sender<Replacement>,
    stop: CancellationToken,
    kill: CancellationToken,
    task: JoinHandle<()>,
}

/// The known facts about the running program.
#[derive(Debug, Default)]
struct ProgramState {
    /// How often the program has ended by itself.
    exits: usize,
    last_status: String,
    last_lines: VecDeque<String>,
}

impl Supervisor {
    /// Starts a process. The number of its program determines the colour of its name in the output.
    pub fn start(board: &Board, shop: &Shop, process: Process, number: usize) -> Self {
        let state = Arc::new(Mutex::new(ProgramState::default()));
        let (stop, kill) = (CancellationToken::new(), CancellationToken::new());
        let (replacements, requested) = mpsc::channel(1);
        let printer = Printer { board: board.clone(), process, colour: Colour::Program(number), state: state.clone() };
        let supervised = Supervised { printer, replacements: requested, stop: stop.clone(), kill: kill.clone() };
        let task = tokio::spawn(supervised.run(shop.clone()));
        Self { process, state, replacements, stop, kill, task }
    }

    pub fn status(&self) -> ProgramStatus {
        ProgramStatus { process: self.process, state: self.state.clone() }
    }

    pub fn handle(&self) -> Handle {
        Handle { status: self.status(), replacements: self.replacements.clone() }
    }

    /// Asks the program to stop, and does not start it again.
    pub fn request_stop(&self) {
        self.stop.cancel();
    }

    /// Kills a program that was asked to stop.
    pub fn kill(&self) {
        self.kill.cancel();
    }

    /// Waits until the program has stopped.
    pub async fn wait(&mut self) {
        if !self.task.is_finished() {
            (&mut self.task).await.ok();
        }
    }
}

/// Tells how a supervised program is doing.
#[derive(Clone, Debug)]
pub struct ProgramStatus {
    pub process: Process,
    state: Arc<Mutex<ProgramState>>,
}

impl ProgramStatus {
    /// Returns the number of exits, the last status, and the last lines of output.
    pub fn read(&self) -> (usize, String, Vec<String>) {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        (state.exits, state.last_status.clone(), state.last_lines.iter().cloned().collect())
    }
}

/// Replaces the program of a supervised process.
#[derive(Clone, Debug)]
pub struct Handle {
    pub status: ProgramStatus,
    replacements: mpsc::Sender<Replacement>,
}

impl Handle {
    /// Stops the running program with SIGTERM, and starts the same program of `release`. Returns when the old process
    /// has ended.
    pub async fn replace(&self, release: Release) -> Result<()> {
        let (has_ended, ended) = oneshot::channel();
        let process = self.status.process;
        let stopped = || format!("{process} is being stopped");
        self.replacements.send(Replacement { release, has_ended }).await.with_context(stopped)?;
        ended.await.with_context(stopped)
    }
}

/// A request to run the program of another release.
#[derive(Debug)]
struct Replacement {
    release: Release,
    /// Gets a message when the old process has ended.
    has_ended: oneshot::Sender<()>,
}

/// Why a program no longer runs.
enum End {
    Exited(String),
    Replaced(Replacement),
    Stopped,
}

/// The state of the task that supervises a process.
struct Supervised {
    printer: Printer,
    replacements: mpsc::Receiver<Replacement>,
    stop: CancellationToken,
    kill: CancellationToken,
}

impl Supervised {
    /// Starts the program again and again, until a stop is requested.
    async fn run(mut self, mut shop: Shop) {
        let mut pause = FIRST_PAUSE;
        while !self.stop.is_cancelled() {
            let since = Instant::now();
            let mut end = self.run_once(&mut shop.process_command(self.printer.process)).await;
            if let End::Exited(status) = &end {
                if since.elapsed() > RESET_AFTER {
                    pause = FIRST_PAUSE;
                }
                self.printer.record_exit(status);
                self.printer.print_event(&format!("exited ({status}); restarting it"));
                tokio::select! {
                    () = tokio::time::sleep(pause) => {}
                    Some(replacement) = self.replacements.recv() => end = End::Replaced(replacement),
                    () = self.stop.cancelled() => return,
                }
                pause = (pause * 2).min(MAX_PAUSE);
            }
            if let End::Replaced(Replacement { release, has_ended }) = end {
                let program = release.program(self.printer.process.program);
                self.printer.print_event(&format!("replaced by {}", program.display()));
                self.printer.forget_exits();
                shop.release = release;
                pause = FIRST_PAUSE;
                // Fails if nobody waits for the result any more. The program is replaced nevertheless.
                has_ended.send(()).ok();
            }
        }
    }

    /// Runs the program until it ends, and returns why it ended.
    async fn run_once(&mut self, command: &mut Command) -> End {
        let mut running = match start(command, &self.printer) {
            Ok(running) => running,
            Err(error) => return End::Exited(format!("{error:#}")),
        };
        let end = tokio::select! {
            status = running.wait() => {
                return End::Exited(status.map_or_else(|error| error.to_string(), |status| status.to_string()));
            }
            Some(replacement) = self.replacements.recv() => End::Replaced(replacement),
            () = self.stop.cancelled() => End::Stopped,
        };
        running.signal(Signal::TERM);
        tokio::select! {
            _ = running.wait() => return end,
            () = self.kill.cancelled() => {}
            () = tokio::time::sleep(STOP_TIMEOUT) => {}
        }
        self.printer.print_event("did not stop in time and was killed");
        running.stop(Signal::KILL, Duration::from_secs(1)).await;
        end
    }
}

/// Starts the program, and tasks that print its output.
fn start(command: &mut Command, printer: &Printer) -> Result<Running> {
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

/// Prints the output of a process and keeps its last lines.
#[derive(Clone, Debug)]
struct Printer {
    board: Board,
    process: Process,
    colour: Colour,
    state: Arc<Mutex<ProgramState>>,
}

impl Printer {
    /// Prints a line about the process itself.
    fn print_event(&self, what: &str) {
        let name = self.board.colourise(self.colour, &format!("{:<14}", self.process));
        self.board.print(&format!("{name} │ {}", self.board.colourise(Colour::Bright, what)));
    }

    fn record_exit(&self, status: &str) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.exits += 1;
        status.clone_into(&mut state.last_status);
    }

    /// Resets the exits and the output when the program is replaced.
    fn forget_exits(&self) {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = ProgramState::default();
    }

    /// Prints each line of the output after the name of the process.
    async fn print_lines(self, output: impl AsyncRead + Unpin) {
        let prefix = self.board.colourise(self.colour, &format!("{:<14}", self.process));
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

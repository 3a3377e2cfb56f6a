//! Restarts a program when it dies, and prefixes its output with its name.

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

/// The pause before a restart doubles each time, up to `MAX_PAUSE`.
const FIRST_PAUSE: Duration = Duration::from_millis(200);
const MAX_PAUSE: Duration = Duration::from_secs(10);
/// If a program ran longer than this, the next pause is `FIRST_PAUSE` again.
const RESET_AFTER: Duration = Duration::from_secs(30);
const KEPT_LINES: usize = 30;
/// `cargo up` kills its programs earlier when it stops.
const STOP_TIMEOUT: Duration = Duration::from_secs(30);

#[derive(Debug)]
pub struct Supervisor {
    pub process: Process,
    state: Arc<Mutex<ProgramState>>,
    replacements: mpsc::Sender<Replacement>,
    stop: CancellationToken,
    kill: CancellationToken,
    task: JoinHandle<()>,
}

#[derive(Clone, Debug, Default)]
pub struct ProgramState {
    pub exits: usize,
    pub last_status: String,
    pub last_lines: VecDeque<String>,
}

impl Supervisor {
    pub fn start(board: &Board, shop: &Shop, process: Process, colour: Colour) -> Self {
        let state = Arc::new(Mutex::new(ProgramState::default()));
        let (stop, kill) = (CancellationToken::new(), CancellationToken::new());
        let (replacements, requested) = mpsc::channel(1);
        let printer = Printer { board: board.clone(), process, colour, state: state.clone() };
        let supervision = SupervisorTask { printer, replacements: requested, stop: stop.clone(), kill: kill.clone() };
        let task = tokio::spawn(supervision.run(shop.clone()));
        Self { process, state, replacements, stop, kill, task }
    }

    pub fn status(&self) -> ProgramStatus {
        ProgramStatus { process: self.process, state: self.state.clone() }
    }

    pub fn handle(&self) -> Handle {
        Handle { status: self.status(), replacements: self.replacements.clone() }
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
    pub process: Process,
    state: Arc<Mutex<ProgramState>>,
}

impl ProgramStatus {
    pub fn read(&self) -> ProgramState {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[derive(Clone, Debug)]
pub struct Handle {
    pub status: ProgramStatus,
    replacements: mpsc::Sender<Replacement>,
}

impl Handle {
    /// Returns when the old process has ended.
    pub async fn replace(&self, release: Release) -> Result<()> {
        let (has_ended, ended) = oneshot::channel();
        let process = self.status.process;
        let stopped = || format!("{process} is being stopped");
        self.replacements.send(Replacement { release, has_ended }).await.with_context(stopped)?;
        ended.await.with_context(stopped)
    }
}

#[derive(Debug)]
struct Replacement {
    release: Release,
    has_ended: oneshot::Sender<()>,
}

enum End {
    Exited(String),
    Replaced(Replacement),
    Stopped,
}

struct SupervisorTask {
    printer: Printer,
    replacements: mpsc::Receiver<Replacement>,
    stop: CancellationToken,
    kill: CancellationToken,
}

impl SupervisorTask {
    /// Starts the program again after an exit, or as another release after a replacement.
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
                has_ended.send(()).ok();
            }
        }
    }

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

#[derive(Clone, Debug)]
struct Printer {
    board: Board,
    process: Process,
    colour: Colour,
    state: Arc<Mutex<ProgramState>>,
}

impl Printer {
    fn print_event(&self, what: &str) {
        let name = self.board.colourise(self.colour, &format!("{:<14}", self.process));
        self.board.print(&format!("{name} │ {}", self.board.colourise(Colour::Bright, what)));
    }

    fn record_exit(&self, status: &str) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.exits += 1;
        status.clone_into(&mut state.last_status);
    }

    fn forget_exits(&self) {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = ProgramState::default();
    }

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

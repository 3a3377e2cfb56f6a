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
const LONGEST_PAUSE: Duration = Duration::from_secs(10);
/// After running this long, the next pause is the first one again.
const SETTLED: Duration = Duration::from_secs(30);
const REMEMBERED: usize = 30;

#[derive(Debug)]
pub struct Keeper {
    pub name: &'static str,
    life: Arc<Mutex<Life>>,
    stop: CancellationToken,
    kill: CancellationToken,
    task: JoinHandle<()>,
}

/// The state of a supervised program.
#[derive(Debug, Default)]
struct Life {
    deaths: usize,
    last_status: String,
    last_lines: VecDeque<String>,
}

impl Keeper {
    pub fn start(board: &Board, shop: &Shop, name: &'static str, number: usize) -> Self {
        let life = Arc::new(Mutex::new(Life::default()));
        let (stop, kill) = (CancellationToken::new(), CancellationToken::new());
        let voice = Voice { board: board.clone(), name, colour: Colour::Of(number), life: life.clone() };
        let task = tokio::spawn(keep(voice, shop.clone(), stop.clone(), kill.clone()));
        Self { name, life, stop, kill, task }
    }

    /// Returns a handle to read the program's state.
    pub fn witness(&self) -> Witness {
        Witness { name: self.name, life: self.life.clone() }
    }

    pub fn ask_to_stop(&self) {
        self.stop.cancel();
    }

    pub fn kill(&self) {
        self.kill.cancel();
    }

    pub async fn gone(&mut self) {
        if !self.task.is_finished() {
            (&mut self.task).await.ok();
        }
    }
}

#[derive(Clone, Debug)]
pub struct Witness {
    pub name: &'static str,
    life: Arc<Mutex<Life>>,
}

impl Witness {
    /// Returns the number of deaths, the last exit status, and the last lines of output.
    pub fn deaths(&self) -> (usize, String, Vec<String>) {
        let life = self.life.lock().unwrap_or_else(PoisonError::into_inner);
        (life.deaths, life.last_status.clone(), life.last_lines.iter().cloned().collect())
    }
}

async fn keep(voice: Voice, shop: Shop, stop: CancellationToken, kill: CancellationToken) {
    let mut pause = FIRST_PAUSE;
    loop {
        let since = Instant::now();
        let status = match start(&mut shop.command(voice.name), &voice) {
            Ok(mut running) => tokio::select! {
                status = running.wait() => status.map_or_else(|error| error.to_string(), |status| status.to_string()),
                () = stop.cancelled() => {
                    running.signal(Signal::TERM);
                    tokio::select! {
                        _ = running.wait() => {}
                        () = kill.cancelled() => {
                            voice.announce("did not stop in time and was killed");
                            running.stop(Signal::KILL, Duration::from_secs(1)).await;
                        }
                    }
                    return;
                }
            },
            Err(error) => format!("{error:#}"),
        };
        if since.elapsed() > SETTLED {
            pause = FIRST_PAUSE;
        }
        voice.record_death(&status);
        voice.announce(&format!("died ({status}); starting it again"));
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = stop.cancelled() => return,
        }
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

fn start(command: &mut Command, voice: &Voice) -> anyhow::Result<Running> {
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let mut running = Running::start(command)?;
    if let Some(output) = running.child().stdout.take() {
        tokio::spawn(voice.clone().repeat(output));
    }
    if let Some(output) = running.child().stderr.take() {
        tokio::spawn(voice.clone().repeat(output));
    }
    Ok(running)
}

/// Prints a program's output and events.
#[derive(Clone, Debug)]
struct Voice {
    board: Board,
    name: &'static str,
    colour: Colour,
    life: Arc<Mutex<Life>>,
}

impl Voice {
    fn announce(&self, what: &str) {
        let name = self.board.paint(self.colour, &format!("{:<12}", self.name));
        self.board.say(&format!("{name} │ {}", self.board.paint(Colour::Bright, what)));
    }

    fn record_death(&self, status: &str) {
        let mut life = self.life.lock().unwrap_or_else(PoisonError::into_inner);
        life.deaths += 1;
        status.clone_into(&mut life.last_status);
    }

    async fn repeat(self, output: impl AsyncRead + Unpin) {
        let prefix = self.board.paint(self.colour, &format!("{:<12}", self.name));
        let mut lines = BufReader::new(output);
        let mut line = Vec::new();
        while lines.read_until(b'\n', &mut line).await.is_ok_and(|read| read > 0) {
            let text = String::from_utf8_lossy(&line);
            let text = text.trim_end();
            self.board.say(&format!("{prefix} │ {text}"));
            let mut life = self.life.lock().unwrap_or_else(PoisonError::into_inner);
            if life.last_lines.len() == REMEMBERED {
                life.last_lines.pop_front();
            }
            life.last_lines.push_back(text.to_owned());
            drop(life);
            line.clear();
        }
    }
}

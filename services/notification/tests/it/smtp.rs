//! A mail server that speaks real SMTP, remembers every letter, and is as ill-tempered as a test wants it.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

use mailparse::{MailHeaderMap as _, ParsedMail};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
};
use tokio_util::sync::{CancellationToken, DropGuard};

pub struct Smtp {
    pub address: String,
    state: Arc<Mutex<State>>,
    _stop_on_drop: DropGuard,
}

#[derive(Default)]
struct State {
    letters: Vec<Letter>,
    moods: VecDeque<Mood>,
}

/// What it does next time.
#[derive(Clone, Copy)]
pub enum Mood {
    /// Answers this command (`AUTH`, `RCPT`, `DATA`) so.
    Answers(&'static str, &'static str),
    /// Takes the letter and never says so.
    FallsSilent,
}

#[derive(Clone)]
pub struct Letter {
    pub from: String,
    pub to: String,
    pub raw: Vec<u8>,
}

impl Letter {
    pub fn header(&self, name: &str) -> Option<String> {
        self.parsed().headers.get_first_value(name)
    }

    pub fn message_id(&self) -> String {
        self.header("Message-ID").expect("a Message-ID")
    }

    /// The part of this media type, decoded.
    pub fn part(&self, media_type: &str) -> String {
        let parsed = self.parsed();
        let part = parsed.parts().find(|part| part.ctype.mimetype == media_type).expect("such a part");
        part.get_body().expect("a readable part")
    }

    fn parsed(&self) -> ParsedMail<'_> {
        mailparse::parse_mail(&self.raw).expect("a letter")
    }
}

impl Smtp {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address").to_string();
        let (state, stop) = (Arc::<Mutex<State>>::default(), CancellationToken::new());
        let (served, stopped) = (state.clone(), stop.clone());
        tokio::spawn(stopped.run_until_cancelled_owned(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(converse(stream, served.clone()));
            }
        }));
        Self { address, state, _stop_on_drop: stop.drop_guard() }
    }

    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    pub fn will(&self, mood: Mood) {
        lock(&self.state).moods.push_back(mood);
    }

    pub fn letters(&self) -> Vec<Letter> {
        lock(&self.state).letters.clone()
    }
}

fn lock(state: &Mutex<State>) -> std::sync::MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The mood, if it is about this command; it passes with that.
fn mood_about(state: &Mutex<State>, command: &str) -> Option<&'static str> {
    let mut state = lock(state);
    match state.moods.front() {
        Some(Mood::Answers(about, reply)) if *about == command => {
            let reply = *reply;
            state.moods.pop_front();
            Some(reply)
        }
        _ => None,
    }
}

fn falls_silent(state: &Mutex<State>) -> bool {
    let mut state = lock(state);
    let silent = matches!(state.moods.front(), Some(Mood::FallsSilent));
    if silent {
        state.moods.pop_front();
    }
    silent
}

async fn converse(stream: TcpStream, state: Arc<Mutex<State>>) -> std::io::Result<()> {
    let (reader, mut writer) = stream.into_split();
    let mut lines = BufReader::new(reader);
    let (mut from, mut to) = (String::new(), String::new());
    writer.write_all(b"220 test ESMTP\r\n").await?;
    loop {
        let mut line = String::new();
        if lines.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let line = line.trim_end();
        let command = line.split_whitespace().next().unwrap_or_default().to_uppercase();
        let reply = match (mood_about(&state, &command), command.as_str()) {
            (Some(reply), _) => reply,
            (None, "EHLO") => "250-test\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250 AUTH PLAIN",
            (None, "AUTH") => "235 welcome",
            (None, "MAIL") => {
                from = address_in(line);
                "250 ok"
            }
            (None, "RCPT") => {
                to = address_in(line);
                "250 ok"
            }
            (None, "DATA") => {
                writer.write_all(b"354 go on\r\n").await?;
                let raw = read_data(&mut lines).await?;
                lock(&state).letters.push(Letter { from: from.clone(), to: to.clone(), raw });
                if falls_silent(&state) {
                    std::future::pending::<()>().await;
                }
                "250 queued as 4ZX"
            }
            (None, "QUIT") => "221 bye",
            (None, _) => "250 ok",
        };
        writer.write_all(format!("{reply}\r\n").as_bytes()).await?;
    }
}

/// Up to the lone dot; a dot that was doubled at a line's beginning is one again.
async fn read_data(lines: &mut (impl tokio::io::AsyncBufRead + Unpin)) -> std::io::Result<Vec<u8>> {
    let mut data = Vec::new();
    loop {
        let mut line = Vec::new();
        lines.read_until(b'\n', &mut line).await?;
        match line.as_slice() {
            b".\r\n" | b"" => return Ok(data),
            [b'.', rest @ ..] => data.extend_from_slice(rest),
            whole => data.extend_from_slice(whole),
        }
    }
}

fn address_in(line: &str) -> String {
    let (_, rest) = line.split_once('<').unwrap_or_default();
    rest.split_once('>').map(|(address, _)| address.to_owned()).unwrap_or_default()
}

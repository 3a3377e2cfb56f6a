//! A mail server that records mails.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

use mailparse::{MailHeaderMap as _, ParsedMail};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
};
use tokio_util::sync::{CancellationToken, DropGuard};

pub struct FakeSmtpServer {
    pub address: String,
    state: Arc<Mutex<State>>,
    _stop_on_drop: DropGuard,
}

#[derive(Default)]
struct State {
    mails: Vec<ReceivedMail>,
    behaviours: VecDeque<SmtpBehaviour>,
}

/// How the server deviates, once, from a normal conversation.
#[derive(Clone, Copy)]
pub enum SmtpBehaviour {
    /// The reply to a command (`AUTH`, `RCPT` or `DATA`).
    ReplyTo(&'static str, &'static str),
    /// Accepts the mail, but never confirms it.
    NeverReplies,
}

#[derive(Clone)]
pub struct ReceivedMail {
    pub from: String,
    pub to: String,
    pub raw: Vec<u8>,
}

impl ReceivedMail {
    pub fn header(&self, name: &str) -> Option<String> {
        self.parsed().headers.get_first_value(name)
    }

    pub fn message_id(&self) -> String {
        self.header("Message-ID").expect("a Message-ID")
    }

    pub fn part(&self, media_type: &str) -> String {
        let parsed = self.parsed();
        let part = parsed.parts().find(|part| part.ctype.mimetype == media_type).expect("a part with this media type");
        part.get_body().expect("a readable part")
    }

    fn parsed(&self) -> ParsedMail<'_> {
        mailparse::parse_mail(&self.raw).expect("a mail")
    }
}

impl FakeSmtpServer {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address").to_string();
        let (state, stop) = (Arc::<Mutex<State>>::default(), CancellationToken::new());
        let (served, stopped) = (state.clone(), stop.clone());
        tokio::spawn(stopped.run_until_cancelled_owned(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(Conversation::new(stream, served.clone()).run());
            }
        }));
        Self { address, state, _stop_on_drop: stop.drop_guard() }
    }

    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    pub fn queue_behaviour(&self, behaviour: SmtpBehaviour) {
        lock(&self.state).behaviours.push_back(behaviour);
    }

    pub fn mails(&self) -> Vec<ReceivedMail> {
        lock(&self.state).mails.clone()
    }
}

fn lock(state: &Mutex<State>) -> std::sync::MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn take_reply_to(state: &Mutex<State>, command: &str) -> Option<&'static str> {
    let mut state = lock(state);
    match state.behaviours.front() {
        Some(SmtpBehaviour::ReplyTo(expected, reply)) if *expected == command => {
            let reply = *reply;
            state.behaviours.pop_front();
            Some(reply)
        }
        _ => None,
    }
}

fn take_never_replies(state: &Mutex<State>) -> bool {
    let mut state = lock(state);
    let is_silent = matches!(state.behaviours.front(), Some(SmtpBehaviour::NeverReplies));
    if is_silent {
        state.behaviours.pop_front();
    }
    is_silent
}

struct Conversation {
    lines: BufReader<OwnedReadHalf>,
    writer: OwnedWriteHalf,
    state: Arc<Mutex<State>>,
    from: String,
    to: String,
}

impl Conversation {
    fn new(stream: TcpStream, state: Arc<Mutex<State>>) -> Self {
        let (reader, writer) = stream.into_split();
        Self { lines: BufReader::new(reader), writer, state, from: String::new(), to: String::new() }
    }

    async fn run(mut self) -> std::io::Result<()> {
        self.send("220 test ESMTP").await?;
        loop {
            let mut line = String::new();
            if self.lines.read_line(&mut line).await? == 0 {
                return Ok(());
            }
            let line = line.trim_end();
            let command = line.split_whitespace().next().unwrap_or_default().to_uppercase();
            let reply = match take_reply_to(&self.state, &command) {
                Some(deviation) => deviation,
                None => self.execute(&command, line).await?,
            };
            self.send(reply).await?;
        }
    }

    async fn execute(&mut self, command: &str, line: &str) -> std::io::Result<&'static str> {
        let reply = match command {
            "EHLO" => "250-test\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250 AUTH PLAIN",
            "AUTH" => "235 welcome",
            "MAIL" => {
                self.from = address_in(line);
                "250 ok"
            }
            "RCPT" => {
                self.to = address_in(line);
                "250 ok"
            }
            "DATA" => {
                self.send("354 go on").await?;
                self.receive_mail().await?;
                "250 queued as 4ZX"
            }
            "QUIT" => "221 bye",
            _ => "250 ok",
        };
        Ok(reply)
    }

    async fn receive_mail(&mut self) -> std::io::Result<()> {
        let raw = read_data(&mut self.lines).await?;
        let mail = ReceivedMail { from: self.from.clone(), to: self.to.clone(), raw };
        lock(&self.state).mails.push(mail);
        if take_never_replies(&self.state) {
            std::future::pending::<()>().await;
        }
        Ok(())
    }

    async fn send(&mut self, reply: &str) -> std::io::Result<()> {
        self.writer.write_all(format!("{reply}\r\n").as_bytes()).await
    }
}

/// A line with a single dot ends the mail. The sender doubles the dot of a line that starts with one.
async fn read_data(lines: &mut (impl tokio::io::AsyncBufRead + Unpin)) -> std::io::Result<Vec<u8>> {
    let mut data = Vec::new();
    loop {
        let mut line = Vec::new();
        lines.read_until(b'\n', &mut line).await?;
        match line.as_slice() {
            b".\r\n" | b"" => return Ok(data),
            [b'.', unescaped @ ..] => data.extend_from_slice(unescaped),
            line => data.extend_from_slice(line),
        }
    }
}

fn address_in(line: &str) -> String {
    let (_, from_address) = line.split_once('<').unwrap_or_default();
    from_address.split_once('>').map(|(address, _)| address.to_owned()).unwrap_or_default()
}

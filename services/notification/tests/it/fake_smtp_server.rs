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
                tokio::spawn(converse(stream, served.clone()));
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
        let reply = match (take_reply_to(&state, &command), command.as_str()) {
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
                lock(&state).mails.push(ReceivedMail { from: from.clone(), to: to.clone(), raw });
                if take_never_replies(&state) {
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

//! E-mail by SMTP. The message's id is made of the delivery's, so that a letter that was sent and then sent again, because
//! nobody learned of the first time, is one letter to whoever reads it.
//!
//! Each letter has a connection of its own: one that fell silent in the middle of a letter must not be met again by the next.

use std::time::Duration;

use anyhow::Context as _;
use lettre::{
    AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor,
    message::{
        Mailbox, MultiPart,
        header::{HeaderName, HeaderValue},
    },
    transport::smtp::{Error, response::Severity},
};

use crate::{
    carriers::{Carrier, Outcome, Parcel, message_id},
    domain::Content,
    secret::Secret,
};

/// For a whole letter, from the connection to the last answer.
const PATIENCE: Duration = Duration::from_secs(30);
/// What a server says of our own name and password: an operator's mistake, which must not cost anybody a letter.
const ABOUT_CREDENTIALS: [&str; 4] = ["530", "534", "535", "538"];

pub struct Smtp {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    reply_to: Option<Mailbox>,
}

impl Smtp {
    /// What it complains of never repeats what stands in the address, which has a password in it.
    pub fn new(url: &Secret, from: Mailbox, reply_to: Option<Mailbox>) -> anyhow::Result<Self> {
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url.expose());
        let transport = transport
            .ok()
            .context(
                "SMTP_URL is not an address such as smtps://user:password@host:465 or smtp://host:587?tls=required",
            )?
            .build();
        Ok(Self { transport, from, reply_to })
    }

    fn letter(&self, parcel: &Parcel) -> anyhow::Result<Message> {
        let Content::Letter { subject, text, html } = &parcel.content else { anyhow::bail!("this is no letter") };
        let reply_to = match &parcel.reply_to {
            Some(mailbox) => Some(mailbox.parse()?),
            None => self.reply_to.clone(),
        };
        let mut letter = Message::builder()
            .message_id(Some(format!("<{}@{}>", parcel.id, self.from.email.domain())))
            .date(parcel.at.into())
            .from(self.from.clone())
            .to(parcel.to.parse()?)
            .subject(subject)
            // Nobody's out-of-office note should answer a machine.
            .raw_header(header("Auto-Submitted", "auto-generated".to_owned()));
        if let Some(one_click) = &parcel.one_click {
            // RFC 8058: the program's own button, pressed once.
            letter = letter
                .raw_header(header("List-Unsubscribe", format!("<{one_click}>")))
                .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
        }
        if let Some(reply_to) = reply_to {
            letter = letter.reply_to(reply_to);
        }
        Ok(letter.multipart(MultiPart::alternative_plain_html(text.clone(), html.clone()))?)
    }
}

#[async_trait::async_trait]
impl Carrier for Smtp {
    fn name(&self) -> &'static str {
        "smtp"
    }

    async fn carry(&self, parcel: &Parcel) -> Outcome {
        let Ok(letter) = self.letter(parcel) else { return Outcome::refused("unwritable") };
        match tokio::time::timeout(PATIENCE, self.transport.send(letter)).await {
            Ok(Ok(response)) => Outcome::Sent { id: response.first_line().and_then(message_id) },
            Ok(Err(error)) => why_not(&error),
            Err(_) => Outcome::failed("timeout"),
        }
    }
}

fn header(name: &'static str, value: String) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value)
}

fn why_not(error: &Error) -> Outcome {
    let Some(status) = error.status() else {
        return match () {
            () if error.is_timeout() => Outcome::failed("timeout"),
            () if error.is_tls() => Outcome::failed("tls"),
            () => Outcome::failed("unreachable"),
        };
    };
    let code = status.to_string();
    if ABOUT_CREDENTIALS.contains(&code.as_str()) {
        return Outcome::failed("credentials");
    }
    let code = format!("smtp_{code}").into();
    if status.severity == Severity::PermanentNegativeCompletion {
        Outcome::Refused(code)
    } else {
        Outcome::Failed(code)
    }
}

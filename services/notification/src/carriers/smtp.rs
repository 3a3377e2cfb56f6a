//! Sends mails by SMTP. The Message-ID contains the delivery's id, by which mail programs recognize a repeated mail.
//! Each mail uses a new connection, because one that has hung may hang again.

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
    carriers::{Carrier, Outcome, OutgoingMessage, message_id},
    domain::Content,
    secret::Secret,
};

/// For a whole mail, from connecting to the last response.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Rejections of our login, which are retried, because an operator can correct it.
const CREDENTIAL_CODES: [&str; 4] = ["530", "534", "535", "538"];

pub struct Smtp {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// Used unless the message has its own.
    reply_to: Option<Mailbox>,
}

impl Smtp {
    /// Errors repeat no part of the URL, because it contains the password.
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

    fn build_mail(&self, outgoing: &OutgoingMessage) -> anyhow::Result<Message> {
        let Content::Email { subject, text, html } = &outgoing.content else { anyhow::bail!("not a mail") };
        let reply_to = match &outgoing.reply_to {
            Some(mailbox) => Some(mailbox.parse()?),
            None => self.reply_to.clone(),
        };
        let mut mail = Message::builder()
            .message_id(Some(format!("<{}@{}>", outgoing.id, self.from.email.domain())))
            .date(outgoing.at.into())
            .from(self.from.clone())
            .to(outgoing.to.parse()?)
            .subject(subject)
            // Prevents automatic replies, such as out-of-office notes.
            .raw_header(header("Auto-Submitted", "auto-generated".to_owned()));
        if let Some(one_click) = &outgoing.one_click_url {
            // Mail programs show their own unsubscribe button (RFC 8058).
            mail = mail
                .raw_header(header("List-Unsubscribe", format!("<{one_click}>")))
                .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
        }
        if let Some(reply_to) = reply_to {
            mail = mail.reply_to(reply_to);
        }
        Ok(mail.multipart(MultiPart::alternative_plain_html(text.clone(), html.clone()))?)
    }
}

#[async_trait::async_trait]
impl Carrier for Smtp {
    fn name(&self) -> &'static str {
        "smtp"
    }

    async fn send(&self, outgoing: &OutgoingMessage) -> Outcome {
        let Ok(mail) = self.build_mail(outgoing) else { return Outcome::refused("unwritable") };
        match tokio::time::timeout(TIMEOUT, self.transport.send(mail)).await {
            Ok(Ok(response)) => Outcome::Sent { id: response.first_line().and_then(message_id) },
            Ok(Err(error)) => outcome_of(&error),
            Err(_) => Outcome::failed("timeout"),
        }
    }
}

fn header(name: &'static str, value: String) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value)
}

fn outcome_of(error: &Error) -> Outcome {
    let Some(status) = error.status() else {
        let code = if error.is_timeout() {
            "timeout"
        } else if error.is_tls() {
            "tls"
        } else {
            "unreachable"
        };
        return Outcome::failed(code);
    };
    let code = status.to_string();
    if CREDENTIAL_CODES.contains(&code.as_str()) {
        return Outcome::failed("credentials");
    }
    let code = format!("smtp_{code}").into();
    if status.severity == Severity::PermanentNegativeCompletion {
        Outcome::Refused(code)
    } else {
        Outcome::Failed(code)
    }
}

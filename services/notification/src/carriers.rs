//! A carrier makes one attempt to send a message. Messages, recipients and passwords must not appear in logs or errors.

mod account;
mod atl;
mod http;
mod inbox;
mod lsim;
mod msm;
mod poct_goyercini;
mod smtp;
mod web_push;

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::{domain::Content, push::Subscription};

pub use account::SmsAccount;
pub use atl::Atl;
pub use http::Http;
pub use inbox::Inbox;
pub use lsim::Lsim;
pub use msm::Msm;
pub use poct_goyercini::PoctGoyercini;
pub use smtp::Smtp;
pub use web_push::{GONE, WebPush};

pub struct OutgoingMessage {
    /// The delivery's id, the same at each attempt.
    pub id: Uuid,
    /// A phone number in E.164 format, a mailbox, or empty for a push.
    pub to: String,
    /// `None` if the browser was unsubscribed, or the message is no push.
    pub push_subscription: Option<Subscription>,
    pub content: Content,
    /// Defaults to the shop's mailbox.
    pub reply_to: Option<String>,
    /// For the unsubscribe button of mail programs (RFC 8058).
    pub one_click_url: Option<String>,
    pub at: DateTime<Utc>,
}

impl OutgoingMessage {
    pub fn text(&self) -> &str {
        match &self.content {
            Content::Sms(text) | Content::Email { text, .. } | Content::Push { text, .. } => text,
        }
    }

    /// Without the plus sign.
    fn msisdn(&self) -> &str {
        self.to.trim_start_matches('+')
    }
}

/// A code is ours, such as `timeout`, or the carrier's with the prefix `answer_`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Sent {
        id: Option<String>,
    },
    /// The next carrier is tried, and the delivery is retried later.
    Failed(Cow<'static, str>),
    /// Ends the delivery: no carrier would accept the message.
    Refused(Cow<'static, str>),
}

impl Outcome {
    fn failed(code: &'static str) -> Self {
        Self::Failed(Cow::Borrowed(code))
    }

    fn refused(code: &'static str) -> Self {
        Self::Refused(Cow::Borrowed(code))
    }

    /// Limited, because the code comes from outside and is logged.
    fn failed_with_code(code: &str) -> Self {
        let number: String = code.chars().filter(|c| c.is_ascii_digit() || *c == '-').take(6).collect();
        Self::Failed(Cow::Owned(format!("answer_{number}")))
    }

    pub fn code(&self) -> &str {
        match self {
            Self::Sent { .. } => "sent",
            Self::Failed(code) | Self::Refused(code) => code,
        }
    }

    pub fn kind(&self) -> &'static str {
        match self {
            Self::Sent { .. } => "sent",
            Self::Failed(_) => "failed",
            Self::Refused(_) => "refused",
        }
    }
}

#[async_trait::async_trait]
pub trait Carrier: Send + Sync + 'static {
    fn name(&self) -> &'static str;
    /// The caller retries failures.
    async fn send(&self, outgoing: &OutgoingMessage) -> Outcome;
}

/// Sanitized, because it comes from outside and is logged.
fn message_id(raw: &str) -> Option<String> {
    let id: String = raw.trim().chars().filter(|c| !c.is_control()).take(100).collect();
    (!id.is_empty()).then_some(id)
}

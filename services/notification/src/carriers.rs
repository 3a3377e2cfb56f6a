//! Defines the carriers of messages: SMTP, SMS providers and web push. A carrier makes one attempt, and does not read
//! the database.
//!
//! Messages, recipients and passwords must not appear in logs or errors.

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

/// A rendered message for one recipient.
pub struct OutgoingMessage {
    /// The delivery's id, the same at each attempt.
    pub id: Uuid,
    /// A phone number in E.164 format, or a mailbox, or empty for a push.
    pub to: String,
    /// The browser that receives a push. `None` for mails and SMS, and for a push whose browser was unsubscribed.
    pub push_subscription: Option<Subscription>,
    pub content: Content,
    /// The mailbox for replies, or `None` for the shop's.
    pub reply_to: Option<String>,
    /// The URL of the unsubscribe button of mail programs.
    pub one_click_url: Option<String>,
    /// When this attempt began.
    pub at: DateTime<Utc>,
}

impl OutgoingMessage {
    pub fn text(&self) -> &str {
        match &self.content {
            Content::Sms(text) | Content::Email { text, .. } | Content::Push { text, .. } => text,
        }
    }

    /// Returns the number without the plus sign, as SMS providers expect it.
    fn msisdn(&self) -> &str {
        self.to.trim_start_matches('+')
    }
}

/// The result of one call to a carrier. A code is a name of ours, such as `timeout`, or the carrier's own code with the
/// prefix `answer_`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Sent {
        /// The carrier's id of the message, if it returned one.
        id: Option<String>,
    },
    /// The failure is temporary, or concerns only this carrier. The next carrier is tried.
    Failed(Cow<'static, str>),
    /// A permanent failure for all carriers.
    Refused(Cow<'static, str>),
}

impl Outcome {
    fn failed(code: &'static str) -> Self {
        Self::Failed(Cow::Borrowed(code))
    }

    fn refused(code: &'static str) -> Self {
        Self::Refused(Cow::Borrowed(code))
    }

    /// Returns a failure with a carrier's code that has no name here. Only the first six digits are kept, because the
    /// code comes from outside and is logged.
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

/// A provider that carries messages to recipients.
#[async_trait::async_trait]
pub trait Carrier: Send + Sync + 'static {
    /// Returns the name of the carrier in logs, metrics and the table of attempts.
    fn name(&self) -> &'static str;
    /// Makes one attempt. The caller retries failures.
    async fn send(&self, outgoing: &OutgoingMessage) -> Outcome;
}

/// Removes control characters from a carrier's message id and limits its length, because the id comes from outside and
/// is logged. Returns `None` for an empty id.
fn message_id(raw: &str) -> Option<String> {
    let id: String = raw.trim().chars().filter(|c| !c.is_control()).take(100).collect();
    (!id.is_empty()).then_some(id)
}

//! Carriers: SMTP, SMS providers and web push, one file each. They make one attempt and do not read the database.
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

/// A rendered message.
pub struct OutgoingMessage {
    /// Id of the delivery, the same at each attempt.
    pub id: Uuid,
    /// A phone number in E.164 format or a mailbox; empty for a push.
    pub to: String,
    /// The browser that receives a push. `None` for other messages, and when the subscription no longer exists.
    pub push_subscription: Option<Subscription>,
    pub content: Content,
    /// Mailbox for replies, if it is not the shop's.
    pub reply_to: Option<String>,
    /// URL for a one-click unsubscription by the mail program.
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

    /// Returns the number without the plus sign (MSISDN), as SMS providers expect it: `994501234567`.
    fn msisdn(&self) -> &str {
        self.to.trim_start_matches('+')
    }
}

/// The result of a call to a carrier. A code is one of our names, or the carrier's own code with the prefix `answer_`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Sent {
        /// The carrier's id of the message.
        id: Option<String>,
    },
    /// A temporary failure, or one of this carrier only: the next carrier is tried.
    Failed(Cow<'static, str>),
    /// A permanent failure: no carrier can deliver it.
    Refused(Cow<'static, str>),
}

impl Outcome {
    fn failed(code: &'static str) -> Self {
        Self::Failed(Cow::Borrowed(code))
    }

    fn refused(code: &'static str) -> Self {
        Self::Refused(Cow::Borrowed(code))
    }

    /// Returns a failure with a carrier's code for which we have no name. Keeps at most 6 digits, because the code is
    /// text from outside and is logged.
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
    async fn send(&self, outgoing: &OutgoingMessage) -> Outcome;
}

/// Cleans a carrier's id of a message: no control characters, at most 100 characters. `None` if nothing is left.
fn message_id(raw: &str) -> Option<String> {
    let id: String = raw.trim().chars().filter(|c| !c.is_control()).take(100).collect();
    (!id.is_empty()).then_some(id)
}

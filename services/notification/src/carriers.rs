//! Who brings a message to its recipient: one file for each, and nothing here knows of rows or tries.
//!
//! Carriers keep quiet: what they send, to whom and with which password never stands in a log or in an error.

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

/// One message, ready to go.
pub struct Parcel {
    /// The delivery's, the same at each try.
    pub id: Uuid,
    /// A phone in E.164 or a mailbox.
    pub to: String,
    /// Where a push goes instead.
    pub browser: Option<Subscription>,
    pub content: Content,
    /// Who an answer goes to, when it is not the shop.
    pub reply_to: Option<String>,
    /// Where a mail program posts to when its reader wants no more of the kind.
    pub one_click: Option<String>,
    pub at: DateTime<Utc>,
}

impl Parcel {
    pub fn text(&self) -> &str {
        match &self.content {
            Content::Sms(text) | Content::Letter { text, .. } | Content::Push { text, .. } => text,
        }
    }

    /// The number as local carriers write it: `994501234567`.
    fn msisdn(&self) -> &str {
        self.to.trim_start_matches('+')
    }
}

/// What a carrier said. Codes are ours, or the carrier's own number after `answer_`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Sent {
        /// Under which name the carrier knows it.
        id: Option<String>,
    },
    /// Not now, or not by this carrier.
    Failed(Cow<'static, str>),
    /// Never, by nobody.
    Refused(Cow<'static, str>),
}

impl Outcome {
    fn failed(code: &'static str) -> Self {
        Self::Failed(Cow::Borrowed(code))
    }

    fn refused(code: &'static str) -> Self {
        Self::Refused(Cow::Borrowed(code))
    }

    /// A code of the carrier's that has no name here. Digits only, whatever came.
    fn answered(code: &str) -> Self {
        let number: String = code.chars().filter(|c| c.is_ascii_digit() || *c == '-').take(6).collect();
        Self::Failed(Cow::Owned(format!("answer_{number}")))
    }

    /// What the log of attempts calls it.
    pub fn code(&self) -> &str {
        match self {
            Self::Sent { .. } => "sent",
            Self::Failed(code) | Self::Refused(code) => code,
        }
    }

    /// Which of the three it is.
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
    async fn carry(&self, parcel: &Parcel) -> Outcome;
}

/// A carrier's own id for a message, bounded: it is kept.
fn message_id(raw: &str) -> Option<String> {
    let id: String = raw.trim().chars().filter(|c| !c.is_control()).take(100).collect();
    (!id.is_empty()).then_some(id)
}

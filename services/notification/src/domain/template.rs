//! The messages the shop can send, and what each leaves open.

use chrono::NaiveDate;

use crate::domain::recipient;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Template {
    /// A one-time code, by SMS.
    Code,
    PasswordReset,
    EmailVerification,
    /// To the address that was left.
    EmailChanged,
    PasswordChanged,
    AccountDeletion,
    /// From a customer to the shop.
    SupportReport,
    /// Something that happened, with a way to hear no more of its kind.
    Notice,
    /// The same about the account, which nobody may stop hearing of.
    AccountNotice,
    NoticeSms,
    /// All that could wait, once a day.
    Digest,
    /// To a browser.
    Push,
    /// To whoever wrote to the shop: it has come, and is called so.
    TicketOpened,
    /// About a wholesale request: to its customer, or to the shop.
    Wholesale,
}

/// What may stand in an open place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Code,
    Link,
    /// YYYY-MM-DD; people read it in words.
    Date,
    Mailbox,
    /// One line.
    Line,
    /// Several lines.
    Text,
}

const LONGEST_LINE: usize = 200;
const LONGEST_TEXT: usize = 5_000;
const LONGEST_LINK: usize = 2_000;

impl Template {
    pub const ALL: [Self; 14] = [
        Self::Code,
        Self::PasswordReset,
        Self::EmailVerification,
        Self::EmailChanged,
        Self::PasswordChanged,
        Self::AccountDeletion,
        Self::SupportReport,
        Self::Notice,
        Self::AccountNotice,
        Self::NoticeSms,
        Self::Digest,
        Self::Push,
        Self::TicketOpened,
        Self::Wholesale,
    ];

    pub fn key(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::PasswordReset => "password_reset",
            Self::EmailVerification => "email_verification",
            Self::EmailChanged => "email_changed",
            Self::PasswordChanged => "password_changed",
            Self::AccountDeletion => "account_deletion",
            Self::SupportReport => "support_report",
            Self::Notice => "notice",
            Self::AccountNotice => "account_notice",
            Self::NoticeSms => "notice_sms",
            Self::Digest => "digest",
            Self::Push => "push",
            Self::TicketOpened => "ticket_opened",
            Self::Wholesale => "wholesale",
        }
    }

    pub fn is_sms(self) -> bool {
        matches!(self, Self::Code | Self::NoticeSms)
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|template| template.key() == key)
    }

    /// The values it cannot be rendered without.
    pub fn wants(self) -> &'static [(&'static str, Kind)] {
        match self {
            Self::Code => &[("code", Kind::Code)],
            Self::PasswordReset | Self::EmailVerification => &[("link", Kind::Link)],
            Self::EmailChanged | Self::PasswordChanged => &[],
            Self::AccountDeletion => &[("date", Kind::Date), ("link", Kind::Link)],
            Self::SupportReport => {
                &[("subject", Kind::Line), ("text", Kind::Text), ("name", Kind::Line), ("email", Kind::Mailbox)]
            }
            Self::Notice => {
                &[("title", Kind::Line), ("text", Kind::Text), ("link", Kind::Link), ("unsubscribe", Kind::Link)]
            }
            Self::AccountNotice | Self::Wholesale => {
                &[("title", Kind::Line), ("text", Kind::Text), ("link", Kind::Link)]
            }
            Self::NoticeSms => &[("text", Kind::Line), ("link", Kind::Link), ("unsubscribe", Kind::Link)],
            Self::Push => &[("title", Kind::Line), ("text", Kind::Text), ("path", Kind::Line)],
            Self::Digest => &[("text", Kind::Text), ("link", Kind::Link), ("unsubscribe", Kind::Link)],
            Self::TicketOpened => &[("ticket", Kind::Line)],
        }
    }
}

impl Kind {
    pub fn fits(self, value: &str) -> bool {
        let is_line = !value.trim().is_empty() && !value.chars().any(char::is_control);
        match self {
            Self::Code => (4..=8).contains(&value.len()) && value.bytes().all(|b| b.is_ascii_alphanumeric()),
            Self::Link => is_link(value),
            Self::Date => value.parse::<NaiveDate>().is_ok(),
            Self::Mailbox => recipient::is_mailbox(value),
            Self::Line => is_line && value.chars().count() <= LONGEST_LINE,
            Self::Text => {
                let is_clean = |c: char| !c.is_control() || matches!(c, '\n' | '\r' | '\t');
                !value.trim().is_empty() && value.chars().count() <= LONGEST_TEXT && value.chars().all(is_clean)
            }
        }
    }
}

/// A web address, in ASCII as it is clicked on.
fn is_link(value: &str) -> bool {
    let rest = value.strip_prefix("https://").or_else(|| value.strip_prefix("http://"));
    value.len() <= LONGEST_LINK
        && rest.is_some_and(|rest| rest.bytes().next().is_some_and(|b| b.is_ascii_alphanumeric() || b == b'['))
        && value.bytes().all(|b| b.is_ascii_graphic() && !br#"<>"'`\"#.contains(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_what_its_place_can_hold() {
        let good = [
            (Kind::Code, "1234"),
            (Kind::Link, "https://sovqat.az/giris?sifirla=a_b-c"),
            (Kind::Link, "http://localhost:8080/ru"),
            (Kind::Date, "2026-02-28"),
            (Kind::Line, "Sifariş çatmadı"),
            (Kind::Text, "Salam!\nSifariş çatmadı."),
        ];
        let bad = [
            (Kind::Code, "12"),
            (Kind::Code, "12 34"),
            (Kind::Link, "javascript:alert(1)"),
            (Kind::Link, "https://"),
            (Kind::Link, "https://sovqat.az/\" onclick=\"x"),
            (Kind::Date, "2026-02-30"),
            (Kind::Line, "a\r\nBcc: b@c.az"),
            (Kind::Line, " "),
            (Kind::Text, "\0"),
            (Kind::Mailbox, "a@b.az, c@d.az"),
        ];
        for (kind, value) in good {
            assert!(kind.fits(value), "{value}");
        }
        for (kind, value) in bad {
            assert!(!kind.fits(value), "{value}");
        }
    }
}

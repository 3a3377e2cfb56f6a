//! The templates of messages, and their values. The texts are in `templates/`.

use chrono::NaiveDate;

use crate::domain::recipient;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Template {
    Code,
    PasswordReset,
    EmailVerification,
    /// Sent to the owner of an address that another account entered.
    EmailInUse,
    /// Sent to the former address. This template and the next five have a link that undoes the change.
    EmailChanged,
    PasswordChanged,
    PhoneChanged,
    /// Sent to the former number.
    PhoneChangedSms,
    NewDevice,
    PasskeyAdded,
    /// The number of an unused account was taken by its new owner.
    PhoneReleased,
    /// The authenticator app or recovery codes of a member of staff.
    SecondFactorChanged,
    AccountDeletion,
    SupportReport,
    Notice,
    /// Cannot be turned off, so it has no unsubscription link.
    AccountNotice,
    NoticeSms,
    Digest,
    Push,
    TicketOpened,
    TicketAnswered,
    /// News about a wholesale request, to the customer or to the shop.
    Wholesale,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueKind {
    Code,
    Link,
    /// YYYY-MM-DD; shown in words.
    Date,
    Mailbox,
    SingleLine,
    Text,
}

/// In characters, like `MAX_TEXT`.
const MAX_LINE: usize = 200;
const MAX_TEXT: usize = 5_000;
/// In bytes.
const MAX_LINK: usize = 2_000;

impl Template {
    pub const ALL: [Self; 22] = [
        Self::Code,
        Self::PasswordReset,
        Self::EmailVerification,
        Self::EmailInUse,
        Self::EmailChanged,
        Self::PasswordChanged,
        Self::PhoneChanged,
        Self::PhoneChangedSms,
        Self::NewDevice,
        Self::PasskeyAdded,
        Self::PhoneReleased,
        Self::SecondFactorChanged,
        Self::AccountDeletion,
        Self::SupportReport,
        Self::Notice,
        Self::AccountNotice,
        Self::NoticeSms,
        Self::Digest,
        Self::Push,
        Self::TicketOpened,
        Self::TicketAnswered,
        Self::Wholesale,
    ];

    pub fn key(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::PasswordReset => "password_reset",
            Self::EmailVerification => "email_verification",
            Self::EmailInUse => "email_in_use",
            Self::EmailChanged => "email_changed",
            Self::PasswordChanged => "password_changed",
            Self::PhoneChanged => "phone_changed",
            Self::PhoneChangedSms => "phone_changed_sms",
            Self::NewDevice => "new_device",
            Self::PasskeyAdded => "passkey_added",
            Self::PhoneReleased => "phone_released",
            Self::SecondFactorChanged => "second_factor_changed",
            Self::AccountDeletion => "account_deletion",
            Self::SupportReport => "support_report",
            Self::Notice => "notice",
            Self::AccountNotice => "account_notice",
            Self::NoticeSms => "notice_sms",
            Self::Digest => "digest",
            Self::Push => "push",
            Self::TicketOpened => "ticket_opened",
            Self::TicketAnswered => "ticket_answered",
            Self::Wholesale => "wholesale",
        }
    }

    pub fn is_sms(self) -> bool {
        matches!(self, Self::Code | Self::NoticeSms | Self::PhoneChangedSms)
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|template| template.key() == key)
    }

    pub fn values(self) -> &'static [(&'static str, ValueKind)] {
        match self {
            Self::Code => &[("code", ValueKind::Code)],
            Self::PasswordReset
            | Self::EmailVerification
            | Self::EmailInUse
            | Self::PhoneChangedSms
            | Self::PhoneReleased => &[("link", ValueKind::Link)],
            Self::EmailChanged
            | Self::PasswordChanged
            | Self::PhoneChanged
            | Self::NewDevice
            | Self::PasskeyAdded
            | Self::SecondFactorChanged => &[("device", ValueKind::SingleLine), ("link", ValueKind::Link)],
            Self::AccountDeletion => &[("date", ValueKind::Date), ("link", ValueKind::Link)],
            Self::SupportReport => &[
                ("subject", ValueKind::SingleLine),
                ("text", ValueKind::Text),
                ("name", ValueKind::SingleLine),
                ("email", ValueKind::Mailbox),
            ],
            Self::Notice => &[
                ("title", ValueKind::SingleLine),
                ("text", ValueKind::Text),
                ("link", ValueKind::Link),
                ("unsubscribe", ValueKind::Link),
            ],
            Self::AccountNotice | Self::Wholesale => {
                &[("title", ValueKind::SingleLine), ("text", ValueKind::Text), ("link", ValueKind::Link)]
            }
            Self::NoticeSms => {
                &[("text", ValueKind::SingleLine), ("link", ValueKind::Link), ("unsubscribe", ValueKind::Link)]
            }
            Self::Push => {
                &[("title", ValueKind::SingleLine), ("text", ValueKind::Text), ("path", ValueKind::SingleLine)]
            }
            Self::Digest => &[("text", ValueKind::Text), ("link", ValueKind::Link), ("unsubscribe", ValueKind::Link)],
            Self::TicketOpened => &[("ticket", ValueKind::SingleLine)],
            Self::TicketAnswered => &[("ticket", ValueKind::SingleLine), ("text", ValueKind::Text)],
        }
    }
}

impl ValueKind {
    pub fn is_valid(self, value: &str) -> bool {
        let is_line = !value.trim().is_empty() && !value.chars().any(char::is_control);
        match self {
            Self::Code => (4..=8).contains(&value.len()) && value.bytes().all(|b| b.is_ascii_alphanumeric()),
            Self::Link => is_link(value),
            Self::Date => value.parse::<NaiveDate>().is_ok(),
            Self::Mailbox => recipient::is_mailbox(value),
            Self::SingleLine => is_line && value.chars().count() <= MAX_LINE,
            Self::Text => {
                let is_clean = |c: char| !c.is_control() || matches!(c, '\n' | '\r' | '\t');
                !value.trim().is_empty() && value.chars().count() <= MAX_TEXT && value.chars().all(is_clean)
            }
        }
    }
}

/// ASCII without characters that need escaping in HTML.
fn is_link(value: &str) -> bool {
    let after_scheme = value.strip_prefix("https://").or_else(|| value.strip_prefix("http://"));
    // A host begins with a letter, a digit, or the bracket of IPv6.
    let has_host = after_scheme
        .and_then(|host| host.bytes().next())
        .is_some_and(|first| first.is_ascii_alphanumeric() || first == b'[');
    let is_safe = |byte: u8| byte.is_ascii_graphic() && !br#"<>"'`\"#.contains(&byte);
    value.len() <= MAX_LINK && has_host && value.bytes().all(is_safe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn template_values_are_validated_by_kind() {
        let good = [
            (ValueKind::Code, "1234"),
            (ValueKind::Link, "https://sovqat.az/giris?sifirla=a_b-c"),
            (ValueKind::Link, "http://localhost:8080/ru"),
            (ValueKind::Date, "2026-02-28"),
            (ValueKind::SingleLine, "Sifariş çatmadı"),
            (ValueKind::Text, "Salam!\nSifariş çatmadı."),
        ];
        let bad = [
            (ValueKind::Code, "12"),
            (ValueKind::Code, "12 34"),
            (ValueKind::Link, "javascript:alert(1)"),
            (ValueKind::Link, "https://"),
            (ValueKind::Link, "https://sovqat.az/\" onclick=\"x"),
            (ValueKind::Date, "2026-02-30"),
            (ValueKind::SingleLine, "a\r\nBcc: b@c.az"),
            (ValueKind::SingleLine, " "),
            (ValueKind::Text, "\0"),
            (ValueKind::Mailbox, "a@b.az, c@d.az"),
        ];
        for (kind, value) in good {
            assert!(kind.is_valid(value), "{value}");
        }
        for (kind, value) in bad {
            assert!(!kind.is_valid(value), "{value}");
        }
    }
}

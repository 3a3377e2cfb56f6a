//! Validates and masks phone numbers and mailboxes.

/// With the country code. E.164 allows at most 15.
const PHONE_DIGITS: std::ops::RangeInclusive<usize> = 8..=15;
/// In bytes.
const MAX_MAILBOX: usize = 254;
const SHOWN_DIGITS: usize = 4;

pub fn is_phone(raw: &str) -> bool {
    let Some(digits) = raw.strip_prefix('+') else { return false };
    PHONE_DIGITS.contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0')
}

/// Rejects characters that could inject a second address or a mail header.
pub fn is_mailbox(raw: &str) -> bool {
    let Some((local, domain)) = raw.split_once('@') else { return false };
    let is_safe = |b: u8| b.is_ascii_graphic() && !br#"()<>[]:;,\""#.contains(&b);
    raw.len() <= MAX_MAILBOX
        && raw.bytes().all(is_safe)
        && has_no_empty_label(local)
        && has_no_empty_label(domain)
        && domain.contains('.')
        && !domain.contains('@')
}

fn has_no_empty_label(part: &str) -> bool {
    part.split('.').all(|label| !label.is_empty())
}

/// `+994•••••4567`
pub fn mask_phone(phone: &str) -> String {
    // The plus sign and the country code, if the national number has 9 digits as in Azerbaijan.
    let prefix_length = phone.len().saturating_sub(9).clamp(2, 4);
    let hidden_length = phone.len().saturating_sub(prefix_length + SHOWN_DIGITS);
    let (head, tail) = (&phone[..prefix_length], &phone[prefix_length + hidden_length..]);
    format!("{head}{}{tail}", "•".repeat(hidden_length))
}

/// Hides the length of the name, too.
pub fn mask_mailbox(mailbox: &str) -> String {
    let (local, domain) = mailbox.split_once('@').unwrap_or((mailbox, ""));
    let first: String = local.chars().take(1).collect();
    format!("{first}•••@{domain}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_phones_and_mailboxes_are_rejected() {
        for raw in ["+994501234567", "+4915112345678"] {
            assert!(is_phone(raw), "{raw}");
        }
        for raw in
            ["", "+", "994501234567", "+0501234567", "+994 50 123 45 67", "+9945", "+1234567890123456", "+99450123456٠"]
        {
            assert!(!is_phone(raw), "{raw}");
        }
        assert!(is_mailbox("aygun+gift@mail.example.az"));
        for raw in [
            "",
            "a@b",
            "a@@b.az",
            "a@b.az,c@d.az",
            "a@b.az\r\nBcc: c@d.az",
            "<a@b.az>",
            "a b@c.az",
            ".a@b.az",
            "a@b..az",
            "a@b@c.az",
        ] {
            assert!(!is_mailbox(raw), "{raw}");
        }
    }

    #[test]
    fn masks_hide_most_of_a_recipient() {
        assert_eq!(mask_phone("+994501234567"), "+994•••••4567");
        assert_eq!(mask_phone("+12025550123"), "+12•••••0123");
        assert_eq!(mask_phone("+12345678"), "+1•••5678");
        assert_eq!(mask_mailbox("aygun@example.com"), "a•••@example.com");
        assert_eq!(mask_mailbox("a@example.com"), "a•••@example.com");
    }
}

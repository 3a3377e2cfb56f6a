//! Phone numbers and mailboxes: whether one can exist, and how the log remembers it.

const PHONE_DIGITS: std::ops::RangeInclusive<usize> = 8..=15;
const LONGEST_MAILBOX: usize = 254;
const SHOWN_OF_PHONE: usize = 4;

/// E.164: a plus, a country and a number, nothing else.
pub fn is_phone(raw: &str) -> bool {
    let Some(digits) = raw.strip_prefix('+') else { return false };
    PHONE_DIGITS.contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0')
}

/// One address and nothing that a mail server could take for two, or for a header.
pub fn is_mailbox(raw: &str) -> bool {
    let Some((local, domain)) = raw.split_once('@') else { return false };
    let is_safe = |b: u8| b.is_ascii_graphic() && !br#"()<>[]:;,\""#.contains(&b);
    raw.len() <= LONGEST_MAILBOX
        && raw.bytes().all(is_safe)
        && dotted(local)
        && dotted(domain)
        && domain.contains('.')
        && !domain.contains('@')
}

fn dotted(part: &str) -> bool {
    part.split('.').all(|label| !label.is_empty())
}

/// `+994•••••4567`.
pub fn mask_phone(phone: &str) -> String {
    let country = phone.len().saturating_sub(9).clamp(2, 4);
    let hidden = phone.len().saturating_sub(country + SHOWN_OF_PHONE);
    let (head, tail) = (&phone[..country], &phone[country + hidden..]);
    format!("{head}{}{tail}", "•".repeat(hidden))
}

/// `a•••@example.com`, however long the name is.
pub fn mask_mailbox(mailbox: &str) -> String {
    let (local, domain) = mailbox.split_once('@').unwrap_or((mailbox, ""));
    let first: String = local.chars().take(1).collect();
    format!("{first}•••@{domain}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_can_be_reached_is_a_recipient() {
        assert!(is_phone("+994501234567") && is_phone("+4915112345678"));
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
    fn a_mask_shows_enough_to_recognise_and_not_enough_to_reach() {
        assert_eq!(mask_phone("+994501234567"), "+994•••••4567");
        assert_eq!(mask_phone("+12025550123"), "+12•••••0123");
        assert_eq!(mask_phone("+12345678"), "+1•••5678");
        assert_eq!(mask_mailbox("aygun@example.com"), "a•••@example.com");
        assert_eq!(mask_mailbox("a@example.com"), "a•••@example.com");
    }
}

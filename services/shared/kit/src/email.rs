//! E-mail addresses in lower case, because providers ignore case.

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Email(String);

// The limits of the standards, in bytes.
const MAX_LENGTH: usize = 254;
const MAX_LOCAL_LENGTH: usize = 64;
const MAX_LABEL_LENGTH: usize = 63;

impl Email {
    pub fn parse(raw: &str) -> Option<Self> {
        let raw = raw.trim();
        if raw.len() > MAX_LENGTH {
            return None;
        }
        let (local, domain) = raw.split_once('@')?;
        (is_local(local) && is_domain(domain)).then(|| Self(raw.to_ascii_lowercase()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Domains whose providers ignore punctuation before the @, with the main domain.
const PUNCTUATION_IGNORED: [(&str, &str); 11] = [
    ("gmail.com", "gmail.com"),
    ("googlemail.com", "gmail.com"),
    ("proton.me", "proton.me"),
    ("protonmail.com", "proton.me"),
    ("pm.me", "proton.me"),
    ("yandex.com", "yandex.ru"),
    ("yandex.ru", "yandex.ru"),
    ("yandex.az", "yandex.ru"),
    ("yandex.by", "yandex.ru"),
    ("yandex.kz", "yandex.ru"),
    ("ya.ru", "yandex.ru"),
];

/// All spellings of a mailbox have the same key. Never send to it or identify accounts by it.
pub fn mailbox_key(address: &str) -> String {
    let address = address.trim().to_lowercase();
    let Some((local, domain)) = address.rsplit_once('@') else { return address };
    // Providers ignore the tag after a plus sign.
    let name = local.split('+').next().filter(|name| !name.is_empty()).unwrap_or(local);
    match PUNCTUATION_IGNORED.iter().find(|(alias, _)| *alias == domain) {
        Some((_, provider)) => format!("{}@{provider}", name.replace(['.', '-', '_'], "")),
        None => format!("{name}@{domain}"),
    }
}

fn is_local(local: &str) -> bool {
    let is_atom = |atom: &str| {
        !atom.is_empty()
            && atom.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte))
    };
    local.len() <= MAX_LOCAL_LENGTH && local.split('.').all(is_atom)
}

fn is_domain(domain: &str) -> bool {
    let is_label = |label: &str| {
        (1..=MAX_LABEL_LENGTH).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let top = domain.rsplit('.').next().unwrap_or_default();
    domain.contains('.')
        && domain.split('.').all(is_label)
        && top.len() >= 2
        && !top.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn common_addresses_are_accepted_in_lower_case() {
        for (raw, expected) in [
            ("Aygun.Mammadova@Example.AZ", "aygun.mammadova@example.az"),
            (" a+b@mail.example.com ", "a+b@mail.example.com"),
            ("o'neil@xn--bcher-kva.example", "o'neil@xn--bcher-kva.example"),
        ] {
            assert_eq!(Email::parse(raw).as_ref().map(Email::as_str), Some(expected));
        }
    }

    #[test]
    fn invalid_and_exotic_addresses_are_refused() {
        let long = format!("{}@example.az", "a".repeat(65));
        for raw in [
            "",
            "@",
            "a@",
            "@b.az",
            "a@b",
            "a@@b.az",
            "a b@c.az",
            ".a@b.az",
            "a..b@c.az",
            "a@-b.az",
            "a@b..az",
            "a@b.1",
            "a@b.a",
            "a@127.0.0.1",
            "\"a\"@b.az",
            "a\0@b.az",
            "a@b.az\0",
            "əli@b.az",
            "a@b.az, c@d.az",
            &long,
        ] {
            assert_eq!(Email::parse(raw), None, "{raw}");
        }
    }

    #[test]
    fn spellings_of_one_mailbox_share_a_key() {
        for (address, key) in [
            ("Nigar+Sovqat+2@Example.az", "nigar@example.az"),
            (" n.i.gar+1@googlemail.com ", "nigar@gmail.com"),
            ("Ni.Gar@gmail.com", "nigar@gmail.com"),
            ("ni-gar@ya.ru", "nigar@yandex.ru"),
            ("ni_gar@pm.me", "nigar@proton.me"),
            ("+1@example.az", "+1@example.az"),
            ("support", "support"),
        ] {
            assert_eq!(mailbox_key(address), key);
        }
        assert_ne!(mailbox_key("ni.gar@example.az"), mailbox_key("nigar@example.az"), "dots can matter elsewhere");
    }

    proptest! {
        #[test]
        fn a_mailbox_key_is_its_own_key(raw in "\\PC{0,30}|[a-z.+_-]{1,8}@(gmail.com|ya.ru|example.az)") {
            let key = mailbox_key(&raw);
            prop_assert_eq!(mailbox_key(&key), key);
        }

        #[test]
        fn a_parsed_address_parses_to_itself(raw in "\\PC{0,30}|[a-zA-Z.+]{1,8}@[a-zA-Z.-]{1,12}") {
            if let Some(email) = Email::parse(&raw) {
                prop_assert_eq!(email.as_str(), email.as_str().to_ascii_lowercase());
                prop_assert_eq!(Email::parse(email.as_str()), Some(email));
            }
        }
    }
}

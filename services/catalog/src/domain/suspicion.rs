//! Detects suspicious reviews and replies, which a moderator must approve.

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Suspicion {
    Email,
    Link,
    Phone,
    Shouting,
}

impl Suspicion {
    /// As in the check constraint.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Only these endings make a link. A dot before another word is mostly a missing space: `Əladır.Çox sağ olun`.
const TOP_LEVEL_DOMAINS: [&str; 16] =
    ["az", "com", "ru", "net", "org", "info", "biz", "shop", "store", "online", "site", "io", "me", "co", "tr", "link"];
/// Fewer digits may be a year, a price or a date.
const PHONE_DIGITS: usize = 9;
/// Fewer capitals may be an abbreviation or one emphasised word.
const MIN_SHOUTED_CAPITALS: usize = 15;
const MIN_SHOUTED_PERCENT: usize = 70;

/// Returns the clearest of several reasons.
pub fn detect(text: &str) -> Option<Suspicion> {
    let words = || text.split_whitespace().map(trim);
    if words().any(is_email) {
        Some(Suspicion::Email)
    } else if words().any(is_link) {
        Some(Suspicion::Link)
    } else if has_phone(text) {
        Some(Suspicion::Phone)
    } else if is_shouted(text) {
        Some(Suspicion::Shouting)
    } else {
        None
    }
}

fn trim(word: &str) -> &str {
    word.trim_matches(|letter: char| !letter.is_alphanumeric() && letter != '@' && letter != '/')
}

fn is_email(word: &str) -> bool {
    word.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'))
}

fn is_link(word: &str) -> bool {
    let lower = word.to_lowercase();
    lower.contains("://") || lower.starts_with("www.") || lower.starts_with('@') || has_domain(&lower)
}

fn has_domain(word: &str) -> bool {
    let host = word.split(['/', '?', ':']).next().unwrap_or_default();
    let Some((name, domain)) = host.rsplit_once('.') else { return false };
    TOP_LEVEL_DOMAINS.contains(&domain) && name.chars().any(char::is_alphabetic) && !name.ends_with('.')
}

/// Allows two separators between digits, such as `+994 (50) 123-45-67`.
fn has_phone(text: &str) -> bool {
    let (mut digits, mut separators) = (0, 0);
    for letter in text.chars() {
        if letter.is_ascii_digit() {
            digits += 1;
            separators = 0;
        } else if matches!(letter, ' ' | '-' | '.' | '(' | ')' | '\u{a0}') && separators < 2 {
            separators += 1;
        } else {
            (digits, separators) = (0, 0);
        }
        if digits >= PHONE_DIGITS {
            return true;
        }
    }
    false
}

fn is_shouted(text: &str) -> bool {
    let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
    let capitals = text.chars().filter(|letter| letter.is_uppercase()).count();
    let is_mostly_capitals = capitals * 100 > letters * MIN_SHOUTED_PERCENT;
    capitals >= MIN_SHOUTED_CAPITALS && is_mostly_capitals
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detect_finds_contacts_links_and_shouting() {
        for (text, suspicion) in [
            ("Mənə yazın: aysel@example.com", Suspicion::Email),
            ("Пишите на (leyla.m@mail.ru)!", Suspicion::Email),
            ("Daha ucuzu https://dukan.az/gul", Suspicion::Link),
            ("burada baxın: WWW.DUKAN.AZ", Suspicion::Link),
            ("bizim-dukan.az saytında var", Suspicion::Link),
            ("wa.me/994501234567 yazın", Suspicion::Link),
            ("instagram @bizimdukan", Suspicion::Link),
            ("Zəng edin: +994 (50) 123-45-67", Suspicion::Phone),
            ("050 123 45 67", Suspicion::Phone),
            ("ƏLA MƏHSULDUR HAMIYA TÖVSİYƏ EDİRƏM", Suspicion::Shouting),
            ("УЖАСНОЕ КАЧЕСТВО НИКОМУ НЕ СОВЕТУЮ", Suspicion::Shouting),
        ] {
            assert_eq!(detect(text), Some(suspicion), "{text}");
        }
    }

    #[test]
    fn detect_returns_none_for_ordinary_texts() {
        for text in [
            "Əladır.Çox sağ olun, hamıya tövsiyə edirəm!",
            "Купила 8 марта за 1 200 манатов, доставили 12.03.2026.",
            "Battery lasts 10-12 hours, charged on 2026-11-21.",
            "ƏLA! Tam istədiyim kimi.",
            "USB-C və HDMI var, 4K göstərir.",
            "Ölçü 38.5, rəng 50/50 uyğun gəldi...",
            "15 ədəd aldım, 2 dənəsi qırıq idi (3.5 sm).",
        ] {
            assert_eq!(detect(text), None, "{text}");
        }
    }
}

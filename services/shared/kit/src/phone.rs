//! A number to call somebody on, in E.164. Whose it is and whether it is a mobile is nobody's business here: it may be a
//! grandmother's or an office's, and of any country. (An account's number is another matter: the auth service has its own.)

const DIAL: &str = "994";
/// Of a number at home, without the zero in front.
const NATIONAL: usize = 9;
const INTERNATIONAL: std::ops::RangeInclusive<usize> = 8..=15;
const LONGEST: usize = 40;

/// Any usual form: 0501234567, 50 123 45 67, +994(50)…, 994…, 00994…. A number from abroad says where it is from: +90…, 0090….
pub fn parse(raw: &str) -> Result<String, &'static str> {
    let raw = raw.trim();
    if raw.is_empty() {
        return Err("required");
    }
    normal(raw).ok_or("invalid_phone")
}

fn normal(raw: &str) -> Option<String> {
    if raw.len() > LONGEST {
        return None;
    }
    let is_between = |c: char| matches!(c, ' ' | '\u{a0}' | '\u{202f}' | '-' | '‑' | '–' | '(' | ')' | '.' | '/');
    let mut digits: String = raw.chars().filter(|c| !is_between(*c)).collect();
    let is_abroad = digits.starts_with('+') || digits.starts_with("00");
    if is_abroad {
        digits = digits.trim_start_matches('+').trim_start_matches("00").to_owned();
    }
    if !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let at_home = digits.strip_prefix(DIAL).unwrap_or(if is_abroad { "" } else { &digits });
    let national = at_home.strip_prefix('0').unwrap_or(at_home);
    if national.len() == NATIONAL {
        return Some(format!("+{DIAL}{national}"));
    }
    let is_whole = is_abroad && !digits.starts_with(DIAL) && INTERNATIONAL.contains(&digits.len());
    is_whole.then(|| format!("+{digits}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_one_however_it_is_written() {
        for raw in
            ["0501234567", "50 123-45-67", "+994(50)1234567", "994501234567", "00994501234567", "+994 (0)50 123 45 67"]
        {
            assert_eq!(parse(raw).as_deref(), Ok("+994501234567"), "{raw}");
        }
        assert_eq!(parse("+90 532 123 45 67").as_deref(), Ok("+905321234567"));
        assert_eq!(parse("012 493 00 00").as_deref(), Ok("+994124930000"));
    }

    #[test]
    fn what_nobody_can_call_is_refused() {
        for raw in ["12345", "050123456", "+994501234", "phone", "+", "05012345678901234567", "0501234567 Aysel"] {
            assert_eq!(parse(raw), Err("invalid_phone"), "{raw}");
        }
        assert_eq!(parse("  "), Err("required"));
    }
}

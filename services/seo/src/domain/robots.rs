//! Lines that staff add to robots.txt. Unknown fields are rejected, because they make some crawlers ignore the whole
//! file.

/// In bytes.
const MAX_LENGTH: usize = 10_000;
const FIELDS: [&str; 5] = ["user-agent", "allow", "disallow", "crawl-delay", "clean-param"];

pub fn parse(text: &str) -> Result<String, &'static str> {
    let text = text.replace("\r\n", "\n");
    let text = text.trim();
    if text.len() > MAX_LENGTH {
        return Err("too_long");
    }
    if text.chars().any(|c| c.is_control() && c != '\n') {
        return Err("invalid_characters");
    }
    if text.lines().all(is_valid_line) { Ok(text.to_owned()) } else { Err("invalid") }
}

fn is_valid_line(line: &str) -> bool {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return true;
    }
    let Some((field, value)) = line.split_once(':') else { return false };
    let (field, value) = (field.trim().to_ascii_lowercase(), value.trim());
    match field.as_str() {
        "allow" | "disallow" => value.is_empty() || value.starts_with(['/', '*']),
        field => FIELDS.contains(&field) && !value.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_fields_are_accepted() {
        let good = "# a bot that sends too many requests\r\nUser-agent: GreedyBot\r\nDisallow: /\r\n\r\nUser-agent: Yandex\nClean-param: utm_source\n";
        assert_eq!(parse(good).map(|text| text.lines().count()), Ok(6));
        assert_eq!(parse("").as_deref(), Ok(""));
        for bad in ["Disalow: /", "Disallow /", "Disallow: sebet", "<html>", "User-agent:"] {
            assert_eq!(parse(bad), Err("invalid"), "{bad}");
        }
        assert_eq!(parse("Disallow: /a\u{7}"), Err("invalid_characters"));
        assert_eq!(parse(&"#".repeat(MAX_LENGTH + 1)), Err("too_long"));
    }
}

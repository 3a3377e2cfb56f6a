//! What operators add to robots.txt. A line that crawlers do not understand makes some of them give up on the whole file.

const LONGEST: usize = 10_000;
const FIELDS: [&str; 5] = ["user-agent", "allow", "disallow", "crawl-delay", "clean-param"];

pub fn parse(text: &str) -> Result<String, &'static str> {
    let text = text.replace("\r\n", "\n");
    let text = text.trim();
    if text.len() > LONGEST {
        return Err("too_long");
    }
    if text.chars().any(|c| c.is_control() && c != '\n') {
        return Err("invalid_characters");
    }
    if text.lines().all(is_understood) { Ok(text.to_owned()) } else { Err("invalid") }
}

fn is_understood(line: &str) -> bool {
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
    fn only_what_crawlers_understand_is_kept() {
        let good = "# a bot that asks too much\r\nUser-agent: GreedyBot\r\nDisallow: /\r\n\r\nUser-agent: Yandex\nClean-param: utm_source\n";
        assert_eq!(parse(good).map(|text| text.lines().count()), Ok(6));
        assert_eq!(parse("").as_deref(), Ok(""));
        for bad in ["Disalow: /", "Disallow /", "Disallow: sebet", "<html>", "User-agent:"] {
            assert_eq!(parse(bad), Err("invalid"), "{bad}");
        }
        assert_eq!(parse("Disallow: /a\u{7}"), Err("invalid_characters"));
        assert_eq!(parse(&"#".repeat(LONGEST + 1)), Err("too_long"));
    }
}

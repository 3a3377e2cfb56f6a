//! Checks the shop's ids in analytics tools: the gateway writes them into pages and the content security policy.

pub fn parse(tag: &str, value: &str) -> Result<String, &'static str> {
    let value = value.trim();
    let is_valid = value.is_empty()
        || match tag {
            "google-analytics" => has_prefix_and_id(value, "G-"),
            "google-tag-manager" => has_prefix_and_id(value, "GTM-"),
            "yandex-metrica" => (1..=12).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_digit()),
            "search-console" => {
                let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'=');
                (10..=100).contains(&value.len()) && value.bytes().all(is_allowed)
            }
            _ => false,
        };
    if is_valid { Ok(value.to_owned()) } else { Err("invalid") }
}

/// The id has 4 to 20 capital letters or digits.
fn has_prefix_and_id(value: &str, prefix: &str) -> bool {
    value.strip_prefix(prefix).is_some_and(|id| {
        (4..=20).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_must_have_the_format_of_their_tool() {
        for (tag, good, bad) in [
            ("google-analytics", "G-1A2B3C4D5E", "UA-1-1"),
            ("google-tag-manager", "GTM-ABC1234", "GTM-abc'"),
            ("yandex-metrica", "12345678", "12; script-src *"),
            ("search-console", "ZJ9-rz_kVX1h2YyCGBGh0OqR5h5ByQpWVu7AzKnQO10", "\"><script>"),
        ] {
            assert_eq!(parse(tag, &format!(" {good} ")).as_deref(), Ok(good), "{tag}");
            assert_eq!(parse(tag, bad), Err("invalid"), "{tag}");
            assert_eq!(parse(tag, "").as_deref(), Ok(""), "{tag} can be turned off");
        }
        assert_eq!(parse("hotjar", "12345678"), Err("invalid"));
    }
}

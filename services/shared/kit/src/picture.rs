//! URLs of uploaded pictures, such as `/media/4f2a/640.webp`: a hash of the content, and the width.

/// Pages replace it by the width that they need.
const NAMED_WIDTH: u32 = 640;
const MAX_HASH_LENGTH: usize = 128;

pub fn address(hash: &str) -> String {
    format!("/media/{hash}/{NAMED_WIDTH}.webp")
}

pub fn hash_of(url: &str) -> Option<&str> {
    let hash = url.strip_prefix("/media/")?.strip_suffix(".webp")?.strip_suffix(&format!("/{NAMED_WIDTH}"))?;
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    ((1..=MAX_HASH_LENGTH).contains(&hash.len()) && hash.bytes().all(is_allowed)).then_some(hash)
}

pub fn parse(raw: &str) -> Result<String, &'static str> {
    if hash_of(raw).is_some() { Ok(raw.to_owned()) } else { Err("invalid_link") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_picture_urls_have_a_hash() {
        assert_eq!(hash_of(&address("4f2a")), Some("4f2a"));
        for wrong in [
            "",
            "/media//640.webp",
            "/media/a/320.webp",
            "/media/../640.webp",
            "https://a.example/media/a/640.webp",
            "/media/a/b/640.webp",
        ] {
            assert_eq!(hash_of(wrong), None, "{wrong}");
        }
    }
}

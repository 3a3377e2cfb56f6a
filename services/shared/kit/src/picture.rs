//! URLs of uploaded pictures. A URL contains the hash of the content and one of the stored widths.

/// The width in pixels in URLs that the API sends and accepts.
const NAMED_WIDTH: u32 = 640;

/// Returns `/media/{hash}/640.webp`.
pub fn address(hash: &str) -> String {
    format!("/media/{hash}/{NAMED_WIDTH}.webp")
}

/// Returns the hash in a picture URL, or `None` for any other text.
pub fn hash_of(url: &str) -> Option<&str> {
    let hash = url.strip_prefix("/media/")?.strip_suffix(".webp")?.strip_suffix("/640")?;
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    ((1..=128).contains(&hash.len()) && hash.bytes().all(is_allowed)).then_some(hash)
}

/// Checks a picture URL that a client sends, in the form that the upload returned.
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

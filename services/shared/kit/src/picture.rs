//! Addresses of uploaded pictures. An address says by its hash what is in the picture, and names one of the widths it is kept in.

/// The width that addresses name.
const NAMED: u32 = 640;

/// `/media/{hash}/640.webp`
pub fn address(hash: &str) -> String {
    format!("/media/{hash}/{NAMED}.webp")
}

/// The hash in an address, if it is one.
pub fn hash_of(url: &str) -> Option<&str> {
    let hash = url.strip_prefix("/media/")?.strip_suffix(".webp")?.strip_suffix("/640")?;
    let is_sign = |sign: u8| sign.is_ascii_alphanumeric() || matches!(sign, b'-' | b'_');
    ((1..=128).contains(&hash.len()) && hash.bytes().all(is_sign)).then_some(hash)
}

/// An address as the upload answers it.
pub fn parse(raw: &str) -> Result<String, &'static str> {
    if hash_of(raw).is_some() { Ok(raw.to_owned()) } else { Err("invalid_link") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_address_of_ours_has_a_hash() {
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

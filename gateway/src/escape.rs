//! Escaping of untrusted text in HTML. All text that is inserted into a page goes through one of these two types.

use std::fmt;

/// Escapes for text and quoted attributes.
#[derive(Clone, Copy)]
pub struct Html<'a>(pub &'a str);

impl fmt::Display for Html<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        while let Some(place) = rest.find(['&', '<', '>', '"', '\'']) {
            f.write_str(&rest[..place])?;
            f.write_str(match rest.as_bytes()[place] {
                b'&' => "&amp;",
                b'<' => "&lt;",
                b'>' => "&gt;",
                b'"' => "&quot;",
                _ => "&#39;",
            })?;
            rest = &rest[place + 1..];
        }
        f.write_str(rest)
    }
}

/// Escapes JSON inside a `<script>`: it can contain neither `</script>` nor `<!--`, nor the line separators that old
/// parsers take for the end of a line. These characters occur only inside JSON strings, where the escape has the same
/// meaning.
pub struct Script<'a>(pub &'a str);

impl fmt::Display for Script<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        while let Some(place) = rest.find(['<', '\u{2028}', '\u{2029}']) {
            f.write_str(&rest[..place])?;
            let character = rest[place..].chars().next().unwrap_or_default();
            write!(f, "\\u{:04x}", u32::from(character))?;
            rest = &rest[place + character.len_utf8()..];
        }
        f.write_str(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_closes_what_we_opened() {
        assert_eq!(Html(r#"a<b & "c" 'd'>ə"#).to_string(), "a&lt;b &amp; &quot;c&quot; &#39;d&#39;&gt;ə");
        let text = "</script><script>alert(1)</script><!-- \u{2028}\u{2029}ə";
        let json = serde_json::to_string(text).unwrap();
        let safe = Script(&json).to_string();
        assert!(!safe.contains(['<', '\u{2028}', '\u{2029}']), "{safe}");
        assert_eq!(serde_json::from_str::<String>(&safe).unwrap(), text, "and it still says the same");
    }
}

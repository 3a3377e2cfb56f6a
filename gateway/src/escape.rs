//! Escaping of untrusted text in HTML.

use std::fmt;

/// Escapes a text for elements and quoted attributes.
#[derive(Clone, Copy)]
pub struct Html<'a>(pub &'a str);

impl fmt::Display for Html<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut remaining = self.0;
        while let Some(position) = remaining.find(['&', '<', '>', '"', '\'']) {
            f.write_str(&remaining[..position])?;
            f.write_str(match remaining.as_bytes()[position] {
                b'&' => "&amp;",
                b'<' => "&lt;",
                b'>' => "&gt;",
                b'"' => "&quot;",
                _ => "&#39;",
            })?;
            remaining = &remaining[position + 1..];
        }
        f.write_str(remaining)
    }
}

/// Escapes JSON for a `<script>`: the escaped characters occur only in JSON strings.
pub struct Script<'a>(pub &'a str);

impl fmt::Display for Script<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut remaining = self.0;
        while let Some(position) = remaining.find(['<', '\u{2028}', '\u{2029}']) {
            f.write_str(&remaining[..position])?;
            let character = remaining[position..].chars().next().unwrap_or_default();
            write!(f, "\\u{:04x}", u32::from(character))?;
            remaining = &remaining[position + character.len_utf8()..];
        }
        f.write_str(remaining)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_text_cannot_close_its_element() {
        assert_eq!(Html(r#"a<b & "c" 'd'>ə"#).to_string(), "a&lt;b &amp; &quot;c&quot; &#39;d&#39;&gt;ə");
        let text = "</script><script>alert(1)</script><!-- \u{2028}\u{2029}ə";
        let json = serde_json::to_string(text).unwrap();
        let safe = Script(&json).to_string();
        assert!(!safe.contains(['<', '\u{2028}', '\u{2029}']), "{safe}");
        assert_eq!(serde_json::from_str::<String>(&safe).unwrap(), text, "the value is unchanged");
    }
}

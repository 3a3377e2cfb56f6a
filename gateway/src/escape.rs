//! Text that others wrote, inside our HTML. Everything that enters a page goes through one of these two.

use std::fmt;

/// For text and quoted attributes.
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

/// For JSON inside a `<script>`: no `</script>` and no `<!--` can be written with what is left, and no line separator that
/// old parsers took for the end of a line. All of these stand inside strings, where an escape means the same.
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

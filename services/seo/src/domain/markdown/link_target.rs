//! Checks the targets of links in Markdown.

use kit::Language;

/// Paths of the shop get the prefix of the language.
pub fn allowed_target(raw: &str, language: Language) -> Option<String> {
    // Browsers drop or reinterpret these characters, which can change the target.
    if raw.chars().any(|c| c.is_control() || c.is_whitespace() || c == '\\') {
        return None;
    }
    if raw.starts_with('#') {
        return Some(raw.to_owned());
    }
    if raw.starts_with('/') {
        return (!raw.starts_with("//")).then(|| with_language_prefix(raw, language));
    }
    let (scheme, after_scheme) = raw.split_once(':')?;
    let is_allowed = match scheme.to_ascii_lowercase().as_str() {
        "http" | "https" => after_scheme.starts_with("//"),
        "mailto" | "tel" => !after_scheme.is_empty() && !after_scheme.starts_with('/'),
        _ => false,
    };
    is_allowed.then(|| raw.to_owned())
}

pub fn is_external(target: &str) -> bool {
    target.get(..4).is_some_and(|scheme| scheme.eq_ignore_ascii_case("http"))
}

fn with_language_prefix(path: &str, language: Language) -> String {
    let first_segment = path[1..].split(['/', '?', '#']).next().unwrap_or_default();
    let has_prefix = Language::ALL.into_iter().any(|other| other.code() == first_segment);
    if language == Language::default() || has_prefix {
        return path.to_owned();
    }
    format!("/{}{}", language.code(), if path == "/" { "" } else { path })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allowed_targets_are_kept() {
        for raw in
            ["/faq", "/", "#s-geri", "https://edvgerial.az", "HTTP://a.az/b?c=d", "mailto:a@b.az", "tel:+994125550100"]
        {
            assert_eq!(allowed_target(raw, Language::Az).as_deref(), Some(raw));
        }
    }

    #[test]
    fn other_targets_are_rejected() {
        for raw in [
            "javascript:alert(1)",
            "JAVASCRIPT:alert(1)",
            "java\nscript:alert(1)",
            " javascript:alert(1)",
            "\u{1}javascript:alert(1)",
            "data:text/html,x",
            "vbscript:x",
            "blob:https://a.az/1",
            "//evil.example",
            "/\\evil.example",
            "/\t/evil.example",
            "https:evil.example",
            "mailto:",
            "faq",
            "",
        ] {
            assert_eq!(allowed_target(raw, Language::Az), None, "{raw:?}");
        }
    }

    #[test]
    fn paths_get_the_prefix_of_the_language() {
        for (raw, expected) in [
            ("/faq", "/ru/faq"),
            ("/", "/ru"),
            ("/?a=b", "/ru/?a=b"),
            ("/en/faq", "/en/faq"),
            ("/ru", "/ru"),
            ("/rusca", "/ru/rusca"),
            ("https://a.az/faq", "https://a.az/faq"),
        ] {
            assert_eq!(allowed_target(raw, Language::Ru).as_deref(), Some(expected));
        }
    }
}

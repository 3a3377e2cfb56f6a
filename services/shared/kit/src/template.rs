//! Fills templates. A placeholder such as `{{name}}` without a value is an error, so that no reader sees it.

use std::borrow::Cow;

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum TemplateError {
    #[error("no value for the placeholder `{0}`")]
    Unknown(String),
    #[error("a placeholder is not closed")]
    Unclosed,
}

/// Placeholders inside values are not replaced.
pub fn fill<'v>(template: &str, value_of: impl Fn(&str) -> Option<Cow<'v, str>>) -> Result<String, TemplateError> {
    let mut filled = String::with_capacity(template.len());
    let mut unread = template;
    while let Some((before, after_opening)) = unread.split_once("{{") {
        let (name, after_closing) = after_opening.split_once("}}").ok_or(TemplateError::Unclosed)?;
        filled.push_str(before);
        filled.push_str(&value_of(name).ok_or_else(|| TemplateError::Unknown(name.to_owned()))?);
        unread = after_closing;
    }
    filled.push_str(unread);
    Ok(filled)
}

/// Escapes text for HTML and XML, attribute values included.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(character),
        }
    }
    escaped
}

pub fn escape_lines(text: &str) -> String {
    escape(text).replace('\r', "").replace('\n', "<br>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_filled_and_values_are_not_expanded_again() {
        let value_of = |name: &str| (name == "a").then_some(Cow::Borrowed("{{a}}"));
        assert_eq!(fill("x {{a}} y {{a}}", value_of), Ok("x {{a}} y {{a}}".to_owned()));
        assert_eq!(fill("{{b}}", value_of), Err(TemplateError::Unknown("b".to_owned())));
        assert_eq!(fill("{{ a }}", value_of), Err(TemplateError::Unknown(" a ".to_owned())));
        assert_eq!(fill("{{a", value_of), Err(TemplateError::Unclosed));
    }

    #[test]
    fn escaped_text_contains_no_markup() {
        assert_eq!(escape_lines("<a href=\"x\">'&\r\n"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;<br>\n");
    }
}

//! Fills the placeholders of a template, such as `{{name}}`. A placeholder without a value or without its end is an
//! error, so that no message shows `{{link}}` to its reader.

use std::borrow::Cow;

/// Why a template cannot be filled.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum TemplateError {
    #[error("no value for the placeholder `{0}`")]
    Unknown(String),
    #[error("a placeholder is not closed")]
    Unclosed,
}

/// Replaces the placeholders of the template. Placeholders inside values are not replaced.
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

/// Escapes text for HTML and turns its line breaks into `<br>`.
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

//! Parses and fills templates of SEO texts. One template is for all pages of a kind, such as the title of all product
//! pages.
//!
//! `{shop}` is replaced by the shop's name. `[with|without]` is replaced by its first half on a page with a subject,
//! such as a product's name, and by its second half on other pages. `{subject}` is replaced by the subject, and allowed
//! in first halves only. Values are not parsed as templates.

/// The shop's name.
const SHOP: &str = "Sovqat";

/// A parsed template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template(Vec<Part>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    /// Text outside brackets.
    Always(Vec<Piece>),
    /// `[with|without]`: one half for pages with a subject, and one for other pages.
    Either { with: Vec<Piece>, without: Vec<Piece> },
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text(String),
    Shop,
    Subject,
}

/// Why a text is no template.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    #[error("`[` without `]`, or one without the other")]
    Bracket,
    #[error("`[…]` needs one `|` between its halves")]
    Halves,
    #[error("`{{` without `}}`, or one without the other")]
    Brace,
    #[error("`{{{0}}}` is not known")]
    Unknown(String),
    #[error("`{{subject}}` outside the first half of `[with|without]`")]
    SubjectOutsideHalf,
}

impl Template {
    /// Parses a template.
    pub fn parse(text: &str) -> Result<Self, Malformed> {
        let mut parts = Vec::new();
        let mut unparsed = text;
        while let Some((before, after)) = unparsed.split_once('[') {
            let (inside, remaining) = after.split_once(']').ok_or(Malformed::Bracket)?;
            let (with, without) = inside.split_once('|').ok_or(Malformed::Halves)?;
            if without.contains('|') {
                return Err(Malformed::Halves);
            }
            parts.push(Part::Always(parse_without_subject(before)?));
            parts.push(Part::Either { with: parse_pieces(with)?, without: parse_without_subject(without)? });
            unparsed = remaining;
        }
        parts.push(Part::Always(parse_without_subject(unparsed)?));
        Ok(Self(parts))
    }

    /// Replaces the placeholders, and returns the text for a page with this subject or for a page without a subject.
    pub fn fill(&self, subject: Option<&str>) -> String {
        let mut filled = String::new();
        for part in &self.0 {
            let pieces = match part {
                Part::Always(pieces) => pieces,
                Part::Either { with, .. } if subject.is_some() => with,
                Part::Either { without, .. } => without,
            };
            for piece in pieces {
                filled.push_str(match piece {
                    Piece::Text(text) => text,
                    Piece::Shop => SHOP,
                    Piece::Subject => subject.unwrap_or_default(),
                });
            }
        }
        filled
    }
}

/// Parses a text in which `{subject}` is not allowed.
fn parse_without_subject(text: &str) -> Result<Vec<Piece>, Malformed> {
    let pieces = parse_pieces(text)?;
    if pieces.contains(&Piece::Subject) { Err(Malformed::SubjectOutsideHalf) } else { Ok(pieces) }
}

/// Parses a text outside brackets, or a half inside them.
fn parse_pieces(text: &str) -> Result<Vec<Piece>, Malformed> {
    let mut pieces = Vec::new();
    let mut unparsed = text;
    while let Some((before, after)) = unparsed.split_once('{') {
        let (name, remaining) = after.split_once('}').ok_or(Malformed::Brace)?;
        pieces.push(parse_plain(before)?);
        pieces.push(match name {
            "shop" => Piece::Shop,
            "subject" => Piece::Subject,
            _ => return Err(Malformed::Unknown(name.to_owned())),
        });
        unparsed = remaining;
    }
    pieces.push(parse_plain(unparsed)?);
    Ok(pieces)
}

/// Parses a text without placeholders.
fn parse_plain(text: &str) -> Result<Piece, Malformed> {
    match text {
        text if text.contains('}') => Err(Malformed::Brace),
        text if text.contains(['[', ']']) => Err(Malformed::Bracket),
        _ => Ok(Piece::Text(text.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn subject_selects_the_half() {
        let title = Template::parse("[{subject}: price and delivery|Gifts] · {shop}").unwrap();
        assert_eq!(title.fill(Some("Red roses")), "Red roses: price and delivery · Sovqat");
        assert_eq!(title.fill(None), "Gifts · Sovqat");
    }

    #[test]
    fn malformed_template_reports_the_reason() {
        for (text, expected) in [
            ("{subject} · {shop}", Malformed::SubjectOutsideHalf),
            ("[a|{subject}]", Malformed::SubjectOutsideHalf),
            ("[{subject}]", Malformed::Halves),
            ("[a|b|c]", Malformed::Halves),
            ("[a|b", Malformed::Bracket),
            ("a]", Malformed::Bracket),
            ("[a[b|c]]", Malformed::Bracket),
            ("{shop", Malformed::Brace),
            ("shop}", Malformed::Brace),
            ("{{shop}}", Malformed::Unknown("{shop".to_owned())),
            ("{name}", Malformed::Unknown("name".to_owned())),
        ] {
            assert_eq!(Template::parse(text), Err(expected), "{text}");
        }
    }

    proptest! {
        #[test]
        fn filled_text_contains_no_template_syntax(text in r"[a-z {}\[\]|]{0,24}|(\[\{subject\}[a-z ]{0,4}\|[a-z{}]{0,6}\]|\{shop\}|[a-z ]){0,6}") {
            if let Ok(template) = Template::parse(&text) {
                for subject in [None, Some("roses")] {
                    let filled = template.fill(subject);
                    prop_assert!(!filled.contains(['{', '}', '[', ']']), "{text} → {filled}");
                }
            }
        }

        #[test]
        fn subject_is_not_parsed_as_a_template(subject in ".{1,40}") {
            let title = Template::parse("[<{subject}>|]").unwrap();
            prop_assert_eq!(title.fill(Some(&subject)), format!("<{subject}>"));
        }
    }
}

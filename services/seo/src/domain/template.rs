//! Templates of SEO texts. `[with|without]` stands for its first half on a page with a subject, such as a product's
//! name, and otherwise for its second half. `{subject}` is allowed in first halves only. Values are not parsed as
//! templates.

const SHOP: &str = "Sovqat";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template(Vec<Part>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    /// Text outside brackets.
    Always(Vec<Piece>),
    /// `[with|without]`
    Either { with: Vec<Piece>, without: Vec<Piece> },
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text(String),
    Shop,
    Subject,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
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
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut parts = Vec::new();
        let mut unparsed = text;
        while let Some((before, after)) = unparsed.split_once('[') {
            let (inside, remaining) = after.split_once(']').ok_or(ParseError::Bracket)?;
            let (with, without) = inside.split_once('|').ok_or(ParseError::Halves)?;
            if without.contains('|') {
                return Err(ParseError::Halves);
            }
            parts.push(Part::Always(parse_without_subject(before)?));
            parts.push(Part::Either { with: parse_pieces(with)?, without: parse_without_subject(without)? });
            unparsed = remaining;
        }
        parts.push(Part::Always(parse_without_subject(unparsed)?));
        Ok(Self(parts))
    }

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

fn parse_without_subject(text: &str) -> Result<Vec<Piece>, ParseError> {
    let pieces = parse_pieces(text)?;
    if pieces.contains(&Piece::Subject) { Err(ParseError::SubjectOutsideHalf) } else { Ok(pieces) }
}

fn parse_pieces(text: &str) -> Result<Vec<Piece>, ParseError> {
    let mut pieces = Vec::new();
    let mut unparsed = text;
    while let Some((before, after)) = unparsed.split_once('{') {
        let (name, remaining) = after.split_once('}').ok_or(ParseError::Brace)?;
        pieces.push(parse_plain(before)?);
        pieces.push(match name {
            "shop" => Piece::Shop,
            "subject" => Piece::Subject,
            _ => return Err(ParseError::Unknown(name.to_owned())),
        });
        unparsed = remaining;
    }
    pieces.push(parse_plain(unparsed)?);
    Ok(pieces)
}

fn parse_plain(text: &str) -> Result<Piece, ParseError> {
    match text {
        text if text.contains('}') => Err(ParseError::Brace),
        text if text.contains(['[', ']']) => Err(ParseError::Bracket),
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
            ("{subject} · {shop}", ParseError::SubjectOutsideHalf),
            ("[a|{subject}]", ParseError::SubjectOutsideHalf),
            ("[{subject}]", ParseError::Halves),
            ("[a|b|c]", ParseError::Halves),
            ("[a|b", ParseError::Bracket),
            ("a]", ParseError::Bracket),
            ("[a[b|c]]", ParseError::Bracket),
            ("{shop", ParseError::Brace),
            ("shop}", ParseError::Brace),
            ("{{shop}}", ParseError::Unknown("{shop".to_owned())),
            ("{name}", ParseError::Unknown("name".to_owned())),
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

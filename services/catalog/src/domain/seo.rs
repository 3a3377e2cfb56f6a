//! Titles and descriptions for search engines.

/// In characters. Search engines cut longer descriptions.
const MAX_DESCRIPTION: usize = 160;
const SHOP: &str = "Sovqat";

pub fn title(name: &str) -> String {
    format!("{name} | {SHOP}")
}

/// One line, cut between words.
pub fn excerpt(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= MAX_DESCRIPTION {
        return line;
    }
    let cut: String = line.chars().take(MAX_DESCRIPTION - 1).collect();
    let whole = cut.rsplit_once(' ').map_or(cut.as_str(), |(words, _)| words);
    format!("{}…", whole.trim_end_matches([',', '.', ';', ':', '–', '—']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_descriptions_are_cut_between_words() {
        assert_eq!(excerpt("  Tünd qırmızı,\n iri qönçəli "), "Tünd qırmızı, iri qönçəli");
        let cut = excerpt(&"qızılgül ".repeat(60));
        assert!(cut.ends_with("qızılgül…"), "{cut}");
        assert!(cut.chars().count() <= MAX_DESCRIPTION, "{cut}");
        assert_eq!(excerpt(&"ə".repeat(500)).chars().count(), MAX_DESCRIPTION);
    }
}

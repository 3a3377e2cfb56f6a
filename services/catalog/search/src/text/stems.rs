//! Stems words. Azerbaijani words are reduced to bases of the synonym list.

use kit::Language;

use super::{
    snowball::{english, is_cyrillic, russian},
    suffixes, synonyms,
};

/// Cyrillic words are Russian.
pub fn add_document_stems(language: Language, folded: &str, stems: &mut Vec<String>) {
    match (is_cyrillic(folded), language) {
        (true, _) => stems.push(russian(folded)),
        (false, Language::Az) => azerbaijani(folded, stems),
        (false, Language::Ru | Language::En) => stems.push(english(folded)),
    }
}

/// A Latin word may be English or Azerbaijani.
pub fn query_stems(folded: &str) -> Vec<String> {
    if is_cyrillic(folded) {
        return vec![russian(folded)];
    }
    let mut stems = vec![english(folded)];
    azerbaijani(folded, &mut stems);
    stems.dedup();
    stems
}

/// A known word is never a form of another: güldan (vase) is not a form of gül (flower).
fn azerbaijani(folded: &str, stems: &mut Vec<String>) {
    if synonyms::is_base(folded) {
        stems.push(folded.to_owned());
    }
    if !synonyms::is_word(folded) {
        stems.extend(suffixes::bases(folded).into_iter().filter(|base| synonyms::is_base(base)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn query_stems_are_shared_by_forms_of_a_word() {
        for (one, other) in [
            ("подарок", "подарка"),
            ("подарок", "подарки"),
            ("кошелек", "кошельки"),
            ("сумок", "сумка"),
            ("цветы", "цветов"),
            ("игрушка", "игрушки"),
            ("женский", "женская"),
            ("watches", "watch"),
            ("gifts", "gift"),
            ("oyuncagi", "oyuncaqlar"),
            ("ciceyi", "cicekler"),
            ("hediyyenin", "hediyye"),
        ] {
            let (own, others) = (query_stems(one), query_stems(other));
            assert!(own.iter().any(|stem| others.contains(stem)), "{one} {own:?}, {other} {others:?}");
        }
    }

    #[test]
    fn add_document_stems_adds_none_for_unknown_azerbaijani_word() {
        let mut stems = Vec::new();
        add_document_stems(Language::Az, "qobustanda", &mut stems);
        assert!(stems.is_empty());
    }
}

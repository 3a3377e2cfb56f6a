//! Ranks a category first if the query names it: for "flowers", bouquets come before a phone case with flowers on it.

use std::collections::{HashMap, HashSet};

use crate::{
    ranking,
    text::{self, Query, Word},
    texts::Texts,
};

#[derive(Default)]
pub struct CategoryNames {
    names: Vec<Name>,
    by_form: HashMap<String, Vec<usize>>,
}

struct Name {
    category: i64,
    /// The forms of each required word.
    words: Vec<HashSet<String>>,
}

impl CategoryNames {
    pub fn new<'a>(categories: impl Iterator<Item = (i64, &'a Texts)>) -> Self {
        let mut category_names = Self::default();
        for (category, texts) in categories {
            for (_, name) in texts.each() {
                let query = text::query(name);
                let words = query.words.iter().filter(|word| !word.is_optional).map(name_forms).collect();
                category_names.add(Name { category, words });
            }
        }
        category_names
    }

    fn add(&mut self, name: Name) {
        for form in name.words.iter().flatten() {
            self.by_form.entry(form.clone()).or_default().push(self.names.len());
        }
        self.names.push(name);
    }

    /// Categories whose name contains every required word, with their points.
    pub fn find(&self, query: &Query) -> HashMap<i64, u32> {
        let words = query.words.iter().filter(|word| !word.is_optional);
        let words: Vec<HashSet<String>> = words.map(query_forms).collect();
        let Some(first) = words.first() else { return HashMap::new() };
        let candidates: HashSet<usize> =
            first.iter().filter_map(|form| self.by_form.get(form)).flatten().copied().collect();

        let mut named: HashMap<i64, u32> = HashMap::new();
        for name in candidates.into_iter().map(|index| &self.names[index]) {
            let has_word = |word: &HashSet<String>| name.words.iter().any(|name_word| !name_word.is_disjoint(word));
            if words.iter().all(has_word) {
                let is_searched = |name_word: &&HashSet<String>| words.iter().any(|word| !name_word.is_disjoint(word));
                let matched = name.words.iter().filter(is_searched).count();
                let points = ranking::named_category_points(matched as u32, name.words.len() as u32);
                let best = named.entry(name.category).or_default();
                *best = points.max(*best);
            }
        }
        named
    }
}

/// Includes synonyms only for phrases.
fn name_forms(word: &Word) -> HashSet<String> {
    let phrases = word.synonyms.iter().filter(|synonym| synonym.len() > 1).map(|words| words.join(" "));
    word.stems.iter().cloned().chain([word.folded.clone()]).chain(phrases).collect()
}

fn query_forms(word: &Word) -> HashSet<String> {
    let synonyms = word.synonyms.iter().map(|words| words.join(" "));
    let forms = word.related_forms.iter().chain(&word.stems).chain([&word.folded]).cloned();
    forms.chain(synonyms).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find_named(typed: &str) -> Vec<(i64, u32)> {
        let texts = |az: &str, ru: &str, en: &str| Texts {
            az: az.to_owned(),
            ru: Some(ru.to_owned()),
            en: Some(en.to_owned()),
        };
        let categories = [
            (1, texts("Gül və buketlər", "Цветы и букеты", "Flowers and bouquets")),
            (2, texts("Qızılgül buketləri", "Букеты роз", "Rose bouquets")),
            (3, texts("Çay dəstləri", "Чайные наборы", "Tea sets")),
            (4, texts("Ad günü hədiyyələri", "На день рождения", "Birthday")),
        ];
        let names = CategoryNames::new(categories.iter().map(|(id, texts)| (*id, texts)));
        let mut named: Vec<_> = names.find(&text::query(typed)).into_iter().collect();
        named.sort_unstable();
        named
    }

    #[test]
    fn find_recognises_names_in_any_language_and_form() {
        let (whole, half) = (ranking::named_category_points(1, 1), ranking::named_category_points(1, 2));
        for (typed, categories) in [
            ("çiçək", vec![(1, half)]),
            ("güllər və buket", vec![(1, whole)]),
            ("букет", vec![(1, half), (2, half)]),
            ("rose bouquet", vec![(2, whole)]),
            ("çay dəsti", vec![(3, whole)]),
            ("подарок на день рождения", vec![(4, whole)]),
            ("birthday", vec![(4, whole)]),
            ("qara çay", vec![]),
            ("telefon", vec![]),
            ("!", vec![]),
        ] {
            assert_eq!(find_named(typed), categories, "{typed}");
        }
    }
}

//! Synonyms from `synonyms.txt`. A synonym is a phrase of one or more words; the synonyms of a line are a group.

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use kit::Language;

use super::{
    snowball,
    words::{self, Form},
};

static SYNONYMS: LazyLock<Synonyms> = LazyLock::new(|| Synonyms::read(include_str!("synonyms.txt")));

/// The shortest completions are taken.
const MAX_COMPLETIONS: usize = 2;

/// A synonym, as the stems of its words.
pub type Phrase = Vec<String>;

#[derive(Default)]
struct Synonyms {
    groups: Vec<Vec<Phrase>>,
    /// Phrases with the index of their group, by the first word, longer phrases first.
    by_first: HashMap<String, Vec<(Phrase, usize)>>,
    bases: HashSet<String>,
    /// Sorted by folded form.
    words: Vec<SynonymWord>,
}

pub struct SynonymWord {
    pub folded: String,
    pub written: String,
    pub letters: Vec<char>,
    stem: String,
}

pub struct FoundPhrase {
    /// Number of words.
    pub length: usize,
    pub others: Vec<Phrase>,
}

pub fn is_base(folded: &str) -> bool {
    SYNONYMS.bases.contains(folded)
}

/// A known word is no form of another one.
pub fn is_word(folded: &str) -> bool {
    SYNONYMS.words.binary_search_by(|word| word.folded.as_str().cmp(folded)).is_ok()
}

/// Known words with the prefix, and their synonyms.
pub fn completions(prefix: &str) -> Vec<Phrase> {
    SYNONYMS.completions(prefix)
}

pub fn words() -> &'static [SynonymWord] {
    &SYNONYMS.words
}

/// Finds the longest phrase at the start of `words`, which are given in several forms.
pub fn find<'a>(words: &(impl Iterator<Item = &'a [String]> + Clone)) -> Option<FoundPhrase> {
    SYNONYMS.find(words)
}

impl Synonyms {
    fn read(file: &str) -> Self {
        let mut synonyms = Self::default();
        for line in file.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            synonyms.add(line);
        }
        for phrases in synonyms.by_first.values_mut() {
            phrases.sort_by_key(|(phrase, _)| std::cmp::Reverse(phrase.len()));
        }
        synonyms.words.sort_by(|one, other| one.folded.cmp(&other.folded));
        synonyms.words.dedup_by(|one, other| one.folded == other.folded);
        synonyms
    }

    /// The synonyms after `>` are alternatives for those before, but not the other way round.
    fn add(&mut self, line: &str) {
        let (matched, one_way) = line.split_once('>').unwrap_or((line, ""));
        let mut group = self.phrases(matched);
        for phrase in &group {
            self.by_first.entry(phrase[0].clone()).or_default().push((phrase.clone(), self.groups.len()));
            if phrase.len() > 1 {
                // Such as adgunu and powerbank.
                self.by_first.entry(phrase.concat()).or_default().push((vec![phrase.concat()], self.groups.len()));
            }
        }
        group.extend(self.phrases(one_way));
        self.groups.push(group);
    }

    fn phrases(&mut self, columns: &str) -> Vec<Phrase> {
        let mut phrases: Vec<Phrase> = Vec::new();
        for (language, column) in Language::ALL.into_iter().zip(columns.split('=')) {
            for synonym in column.split(',') {
                let (dotless_i, unlimited) = (true, usize::MAX);
                let forms: Vec<Form> =
                    words::compounds(synonym, dotless_i, unlimited).iter().map(words::Compound::joined).collect();
                let phrase: Phrase = forms.iter().map(|form| snowball::stem_synonym(language, &form.folded)).collect();
                if let ([form], [stem]) = (forms.as_slice(), phrase.as_slice()) {
                    let Form { exact, folded } = form.clone();
                    let letters = folded.chars().collect();
                    self.words.push(SynonymWord { folded, written: exact, letters, stem: stem.clone() });
                }
                if language == Language::Az {
                    self.bases.extend(phrase.iter().cloned());
                }
                if !phrase.is_empty() && !phrases.contains(&phrase) {
                    phrases.push(phrase);
                }
            }
        }
        phrases
    }

    fn completions(&self, prefix: &str) -> Vec<Phrase> {
        let start = self.words.partition_point(|word| word.folded.as_str() < prefix);
        let mut candidates: Vec<_> =
            self.words[start..].iter().take_while(|word| word.folded.starts_with(prefix)).collect();
        candidates.sort_by_key(|word| word.folded.len());
        let mut completions: Vec<Phrase> = Vec::new();
        for SynonymWord { stem, .. } in candidates.into_iter().take(MAX_COMPLETIONS) {
            let forms = [stem.clone()];
            let others = self.find(&std::iter::once(forms.as_slice())).into_iter().flat_map(|found| found.others);
            for phrase in std::iter::once(vec![stem.clone()]).chain(others) {
                if !completions.contains(&phrase) {
                    completions.push(phrase);
                }
            }
        }
        completions
    }

    fn find<'a>(&self, words: &(impl Iterator<Item = &'a [String]> + Clone)) -> Option<FoundPhrase> {
        let first = words.clone().next()?;
        let mut found = FoundPhrase { length: 0, others: Vec::new() };
        let mut matched: Vec<&Phrase> = Vec::new();
        for (phrase, group) in first.iter().filter_map(|form| self.by_first.get(form)).flatten() {
            let is_match = phrase.len() >= found.length && starts_with(words.clone(), phrase);
            if is_match && phrase.len() > found.length {
                found = FoundPhrase { length: phrase.len(), others: Vec::new() };
                matched.clear();
            }
            if is_match {
                matched.push(phrase);
                for other in &self.groups[*group] {
                    if !found.others.contains(other) {
                        found.others.push(other.clone());
                    }
                }
            }
        }

        // The word itself is searched for anyway.
        found.others.retain(|other| other.len() > 1 || !matched.contains(&other));
        (found.length > 0).then_some(found)
    }
}

fn starts_with<'a>(words: impl Iterator<Item = &'a [String]>, phrase: &Phrase) -> bool {
    let mut words = words;
    phrase.iter().all(|stem| words.next().is_some_and(|forms| forms.contains(stem)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn others(synonyms: &Synonyms, text: &str) -> Vec<String> {
        let forms: Vec<Vec<String>> = text.split(' ').map(|word| vec![word.to_owned()]).collect();
        let found = synonyms.find(&forms.iter().map(Vec::as_slice));
        found.into_iter().flat_map(|found| found.others).map(|phrase| phrase.join(" ")).collect()
    }

    #[test]
    fn find_returns_synonyms_of_all_groups() {
        let synonyms = Synonyms::read("# colours\nqızıl, altun = золото = gold\nqızıl = роза = rose\n\n");
        assert_eq!(others(&synonyms, "qizil"), ["altun", "золот", "gold", "роз", "rose"]);
        assert_eq!(others(&synonyms, "gold"), ["qizil", "altun", "золот"]);
        assert_eq!(others(&synonyms, "silver"), [""; 0]);
    }

    #[test]
    fn find_applies_one_way_synonyms_in_one_direction() {
        let synonyms = Synonyms::read("ana = мама = mother > qadın");
        assert_eq!(others(&synonyms, "mother"), ["ana", "мам", "qadin"]);
        assert_eq!(others(&synonyms, "qadin"), [""; 0]);
    }

    #[test]
    fn find_matches_the_longest_phrase() {
        let synonyms = Synonyms::read("ad günü = день рождения = birthday\nad = имя = name");
        assert_eq!(others(&synonyms, "ad gunu ucun"), ["ad gunu", "ден рожден", "birthday"]);
        assert_eq!(others(&synonyms, "ad"), ["им", "name"]);
        assert_eq!(others(&synonyms, "adgunu"), ["ad gunu", "ден рожден", "birthday"]);
    }

    #[test]
    fn completions_return_words_with_the_prefix_and_their_synonyms() {
        let synonyms = Synonyms::read("hədiyyə = подарок = gift\nhər = каждый = every");
        let words = |prefix| synonyms.completions(prefix).into_iter().flatten().collect::<Vec<_>>();
        assert_eq!(words("hed"), ["hediyye", "подарк", "gift"]);
        assert_eq!(words("пода"), ["подарк", "hediyye", "gift"]);
        assert_eq!(words("x"), [""; 0]);
    }

    #[test]
    fn every_group_has_several_synonyms() {
        assert!(SYNONYMS.groups.len() > 200, "{}", SYNONYMS.groups.len());
        for group in &SYNONYMS.groups {
            assert!(group.len() > 1, "{group:?} is alone");
        }
    }
}

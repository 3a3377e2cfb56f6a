//! Words that mean the same, in three languages: `synonyms.txt` says how they are written down.

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use kit::Language;

use super::{stems, words};

static SYNONYMS: LazyLock<Synonyms> = LazyLock::new(|| Synonyms::read(include_str!("synonyms.txt")));

/// Words of one way to say something, as stems.
type Phrase = Vec<String>;

#[derive(Default)]
struct Synonyms {
    groups: Vec<Vec<Phrase>>,
    /// The ways to say something by their first word, the longest first, and the group of each.
    by_first: HashMap<String, Vec<(Phrase, usize)>>,
    /// Every Azerbaijani word, folded.
    known: HashSet<String>,
}

/// What was found at the beginning of some words.
pub struct Found {
    /// How many of them it is.
    pub length: usize,
    pub others: Vec<Phrase>,
}

/// Whether it is the base of an Azerbaijani word.
pub fn is_known(folded: &str) -> bool {
    SYNONYMS.known.contains(folded)
}

/// The longest phrase the words begin with; each word comes in the forms it may be known as.
pub fn find<'a>(words: impl Iterator<Item = &'a [String]> + Clone) -> Option<Found> {
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
        synonyms
    }

    fn add(&mut self, line: &str) {
        let (said, found_too) = line.split_once('>').unwrap_or((line, ""));
        let mut group = self.phrases(said);
        for phrase in &group {
            self.by_first.entry(phrase[0].clone()).or_default().push((phrase.clone(), self.groups.len()));
        }
        group.extend(self.phrases(found_too));
        self.groups.push(group);
    }

    fn phrases(&mut self, columns: &str) -> Vec<Phrase> {
        let mut phrases: Vec<Phrase> = Vec::new();
        for (language, column) in Language::ALL.into_iter().zip(columns.split('=')) {
            for spoken in column.split(',') {
                let folded = words::compounds(spoken, true).into_iter().map(|compound| compound.joined().folded);
                let phrase: Phrase = folded.map(|word| stems::of_synonym(language, &word)).collect();
                if language == Language::Az {
                    self.known.extend(phrase.iter().cloned());
                }
                if !phrase.is_empty() && !phrases.contains(&phrase) {
                    phrases.push(phrase);
                }
            }
        }
        phrases
    }

    fn find<'a>(&self, words: impl Iterator<Item = &'a [String]> + Clone) -> Option<Found> {
        let first = words.clone().next()?;
        let mut found = Found { length: 0, others: Vec::new() };
        let mut said: Vec<&Phrase> = Vec::new();
        for (phrase, group) in first.iter().filter_map(|form| self.by_first.get(form)).flatten() {
            let is_said = phrase.len() >= found.length && begins(words.clone(), phrase);
            if is_said && phrase.len() > found.length {
                found = Found { length: phrase.len(), others: Vec::new() };
                said.clear();
            }
            if is_said {
                said.push(phrase);
                for other in &self.groups[*group] {
                    if !found.others.contains(other) {
                        found.others.push(other.clone());
                    }
                }
            }
        }
        // A word is looked for as itself anyway, with more weight.
        found.others.retain(|other| other.len() > 1 || !said.contains(&other));
        (found.length > 0).then_some(found)
    }
}

fn begins<'a>(words: impl Iterator<Item = &'a [String]>, phrase: &Phrase) -> bool {
    let mut words = words;
    phrase.iter().all(|wanted| words.next().is_some_and(|forms| forms.contains(wanted)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn others(synonyms: &Synonyms, text: &str) -> Vec<String> {
        let forms: Vec<Vec<String>> = text.split(' ').map(|word| vec![word.to_owned()]).collect();
        let found = synonyms.find(forms.iter().map(Vec::as_slice));
        found.into_iter().flat_map(|found| found.others).map(|phrase| phrase.join(" ")).collect()
    }

    #[test]
    fn a_word_finds_the_others_of_its_groups() {
        let synonyms = Synonyms::read("# colours\nqızıl, altun = золото = gold\nqızıl = роза = rose\n\n");
        assert_eq!(others(&synonyms, "qizil"), ["altun", "золот", "gold", "роз", "rose"]);
        assert_eq!(others(&synonyms, "gold"), ["qizil", "altun", "золот"]);
        assert_eq!(others(&synonyms, "silver"), [""; 0]);
    }

    #[test]
    fn some_words_find_more_than_finds_them() {
        let synonyms = Synonyms::read("ana = мама = mother > qadın");
        assert_eq!(others(&synonyms, "mother"), ["ana", "мам", "qadin"]);
        assert_eq!(others(&synonyms, "qadin"), [""; 0]);
    }

    #[test]
    fn the_longest_phrase_is_meant() {
        let synonyms = Synonyms::read("ad günü = день рождения = birthday\nad = имя = name");
        assert_eq!(others(&synonyms, "ad gunu ucun"), ["ad gunu", "ден рожден", "birthday"]);
        assert_eq!(others(&synonyms, "ad"), ["им", "name"]);
    }

    #[test]
    fn every_line_of_ours_has_something_to_say() {
        assert!(SYNONYMS.groups.len() > 200, "{}", SYNONYMS.groups.len());
        for group in &SYNONYMS.groups {
            assert!(group.len() > 1, "{group:?} is alone");
        }
    }
}

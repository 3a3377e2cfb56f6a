//! The texts and names of the demo's reviews, read from `reviews.json`.

use std::collections::BTreeMap;

use kit::{Language, config::LoadArgs};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use super::random::SeededRandom;

const FILE: &str = "reviews.json";
/// For texts that suit every product.
const ANY_PRODUCT: &str = "any";
/// One review in this many has a second sentence.
const SECOND_SENTENCE_INTERVAL: u64 = 3;

#[derive(Deserialize)]
pub struct Pool {
    names: ByLanguage,
    /// Initials of last names by language, as one string.
    initials: BTreeMap<String, String>,
    texts: Vec<Text>,
    /// Second sentences of reviews.
    endings: Vec<Text>,
    replies: Vec<Text>,
    /// Hash of the file.
    #[serde(skip)]
    pub digest: Vec<u8>,
}

/// Keyed by language code.
type ByLanguage = BTreeMap<String, Vec<String>>;

/// `texts` are variants for reviews with certain `stars`.
#[derive(Deserialize)]
struct Text {
    /// Slugs of categories, including descendants, or [`ANY_PRODUCT`]. Empty for endings and replies.
    #[serde(default)]
    about: Vec<String>,
    stars: Vec<i16>,
    #[serde(flatten)]
    texts: ByLanguage,
}

impl Pool {
    /// `None` if there is no file.
    pub fn read(args: &LoadArgs) -> anyhow::Result<Option<Self>> {
        let path = args.folder.join(FILE);
        if !path.is_file() {
            return Ok(None);
        }
        let digest = Sha256::digest(std::fs::read(&path)?).to_vec();
        let pool: Self = args.read(FILE)?;
        Ok(Some(Self { digest, ..pool }))
    }

    /// For example `Aysel M.`.
    pub fn author(&self, language: Language, random: &mut SeededRandom) -> String {
        let name = self.names.get(language.code()).and_then(|names| random.pick(names));
        let initials: Vec<_> = self.initials.get(language.code()).map(|all| all.chars().collect()).unwrap_or_default();
        match (name, random.pick(&initials)) {
            (Some(name), Some(initial)) => format!("{name} {initial}."),
            (name, _) => name.cloned().unwrap_or_default(),
        }
    }
}

/// 60 % of the reviews are Azerbaijani, 30 % Russian, and 10 % English.
pub fn random_language(random: &mut SeededRandom) -> Language {
    match random.below(20) {
        0..12 => Language::Az,
        12..18 => Language::Ru,
        _ => Language::En,
    }
}

/// Takes shuffled texts in turn, so that repetitions are far apart.
pub struct TextPicker<'a> {
    pool: &'a Pool,
    /// Keyed by language code and stars.
    queues: BTreeMap<(&'static str, i16), TextQueue<'a>>,
}

struct TextQueue<'a> {
    texts: Vec<&'a str>,
    next: usize,
}

impl<'a> TextPicker<'a> {
    /// `categories` are the product's category and its ancestors.
    pub fn new(pool: &'a Pool, categories: &[&str], random: &mut SeededRandom) -> Self {
        let mut queues = BTreeMap::new();
        for language in Language::ALL.map(Language::code) {
            for stars in 1..=5 {
                let matching = pool.texts.iter().filter(|text| {
                    text.stars.contains(&stars)
                        && text.about.iter().any(|about| about == ANY_PRODUCT || categories.contains(&about.as_str()))
                });
                let mut texts: Vec<_> =
                    matching.filter_map(|text| text.texts.get(language)).flatten().map(String::as_str).collect();
                random.shuffle(&mut texts);
                queues.insert((language, stars), TextQueue { texts, next: 0 });
            }
        }
        Self { pool, queues }
    }

    pub fn text(&mut self, language: Language, stars: i16, random: &mut SeededRandom) -> String {
        let texts = self.queues.get_mut(&(language.code(), stars));
        let text = texts.and_then(TextQueue::take_next).unwrap_or_default();
        match pick_text(&self.pool.endings, language, stars, random) {
            Some(ending) if random.below(SECOND_SENTENCE_INTERVAL) == 0 => format!("{text} {ending}"),
            _ => text.to_owned(),
        }
    }

    pub fn reply(&self, language: Language, stars: i16, random: &mut SeededRandom) -> String {
        pick_text(&self.pool.replies, language, stars, random).unwrap_or_default().to_owned()
    }
}

impl<'a> TextQueue<'a> {
    fn take_next(&mut self) -> Option<&'a str> {
        // `max` avoids a division by zero.
        let text = self.texts.get(self.next % self.texts.len().max(1)).copied();
        self.next += 1;
        text
    }
}

fn pick_text<'a>(all: &'a [Text], language: Language, stars: i16, random: &mut SeededRandom) -> Option<&'a str> {
    let matching: Vec<_> = all
        .iter()
        .filter(|text| text.stars.contains(&stars))
        .filter_map(|text| text.texts.get(language.code()))
        .flatten()
        .collect();
    random.pick(&matching).map(|text| text.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{
        review::{REPLY_LENGTH, TEXT_LENGTH},
        suspicion,
    };

    fn pool() -> Pool {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/local/demo").into();
        let every_product = 1;
        Pool::read(&LoadArgs { folder, pictures: None, sample: every_product }).unwrap().unwrap()
    }

    #[test]
    fn pool_has_enough_texts_that_pass_moderation() {
        let pool = pool();
        for (language, min_count) in [("az", 120), ("ru", 120), ("en", 40)] {
            let texts: Vec<_> = pool.texts.iter().filter_map(|text| text.texts.get(language)).flatten().collect();
            assert!(texts.len() >= min_count, "{language}: {}", texts.len());
            let distinct: std::collections::HashSet<_> = texts.iter().collect();
            assert_eq!(distinct.len(), texts.len(), "{language}");
            for text in texts {
                assert!(TEXT_LENGTH.contains(&text.chars().count()), "{text}");
                assert_eq!(suspicion::detect(text), None, "{text}");
            }
        }
        for text in pool.replies.iter().chain(&pool.endings).flat_map(|text| text.texts.values()).flatten() {
            assert!(REPLY_LENGTH.contains(&text.chars().count()), "{text}");
            assert_eq!(suspicion::detect(text), None, "{text}");
        }
    }

    #[test]
    fn pool_has_texts_for_every_rating_and_language() {
        let pool = pool();
        let mut random = SeededRandom::new("");
        let mut picker = TextPicker::new(&pool, &[], &mut random);
        for language in Language::ALL {
            for stars in 1..=5 {
                assert!(!picker.text(language, stars, &mut random).is_empty(), "{} {stars}", language.code());
                assert!(!picker.reply(language, stars, &mut random).is_empty(), "{} {stars}", language.code());
            }
        }
    }
}

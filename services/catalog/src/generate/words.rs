//! Word lists for names and descriptions of generated products.

use std::{collections::HashMap, sync::LazyLock};

use search::Texts;

/// Keyed by kind of product.
pub type Materials = HashMap<&'static str, Vec<Texts>>;

pub struct CategoryWords {
    /// Decides the sizes: `wear`, `shoe`, `sweet`, `flower`, or another word for none.
    pub kind: &'static str,
    /// Key in [`MATERIALS`].
    pub material: &'static str,
    /// Prices in manats.
    pub lowest: i64,
    pub highest: i64,
    pub nouns: Vec<Texts>,
}

pub static CATEGORY_WORDS: LazyLock<HashMap<&'static str, CategoryWords>> =
    LazyLock::new(|| lines(include_str!("words/nouns.txt")).filter_map(category_words).collect());
pub static COLLECTIONS: LazyLock<Vec<Texts>> =
    LazyLock::new(|| lines(include_str!("words/collections.txt")).filter_map(texts).collect());
pub static MATERIALS: LazyLock<Materials> = LazyLock::new(|| {
    let kinds = lines(include_str!("words/materials.txt")).filter_map(|line| line.split_once(": "));
    kinds.map(|(kind, list)| (kind, text_list(list))).collect()
});
pub static SENTENCES: LazyLock<Vec<Texts>> =
    LazyLock::new(|| lines(include_str!("words/sentences.txt")).filter_map(texts).collect());

fn lines(file: &'static str) -> impl Iterator<Item = &'static str> {
    file.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Parses a line such as `slug | kind:material | lowest highest | noun; noun`.
fn category_words(line: &'static str) -> Option<(&'static str, CategoryWords)> {
    let mut parts = line.split(" | ");
    let (category, kind) = (parts.next()?, parts.next()?);
    let (lowest, highest) = parts.next()?.split_once(' ')?;
    let (kind, material) = kind.split_once(':').unwrap_or((kind, kind));
    let nouns = text_list(parts.next()?);
    Some((
        category,
        CategoryWords { kind, material, lowest: lowest.parse().ok()?, highest: highest.parse().ok()?, nouns },
    ))
}

fn text_list(list: &str) -> Vec<Texts> {
    list.split("; ").filter_map(texts).collect()
}

/// Parses `az ~ ru ~ en`.
fn texts(text: &str) -> Option<Texts> {
    let mut languages = text.split(" ~ ").map(str::to_owned);
    Some(Texts { az: languages.next()?, ru: Some(languages.next()?), en: Some(languages.next()?) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_word_lists() {
        for (file, read) in [
            (include_str!("words/nouns.txt"), CATEGORY_WORDS.len()),
            (include_str!("words/collections.txt"), COLLECTIONS.len()),
            (include_str!("words/materials.txt"), MATERIALS.len()),
            (include_str!("words/sentences.txt"), SENTENCES.len()),
        ] {
            assert_eq!(lines(file).count(), read);
        }
        for (category, words) in CATEGORY_WORDS.iter() {
            assert!(MATERIALS.contains_key(words.material), "{category}: {}", words.material);
            assert!(words.nouns.len() > 1, "{category}");
            assert!(words.lowest < words.highest, "{category}");
        }
    }
}

//! Word lists for names and descriptions.

use std::{collections::HashMap, sync::LazyLock};

use search::Texts;

/// Materials and flavours by kind. They stand before the noun in az and after it in ru and en, so that no agreement is
/// needed.
pub type Materials = HashMap<&'static str, Vec<Texts>>;

/// Kind, prices and nouns of a category's products.
pub struct Trade {
    pub kind: &'static str,
    pub material: &'static str,
    pub lowest: i64,
    pub highest: i64,
    pub nouns: Vec<Texts>,
}

pub static TRADES: LazyLock<HashMap<&'static str, Trade>> =
    LazyLock::new(|| lines(include_str!("words/nouns.txt")).filter_map(trade).collect());
pub static COLLECTIONS: LazyLock<Vec<Texts>> =
    LazyLock::new(|| lines(include_str!("words/collections.txt")).filter_map(texts).collect());
pub static MATERIALS: LazyLock<Materials> = LazyLock::new(|| {
    let kinds = lines(include_str!("words/materials.txt")).filter_map(|line| line.split_once(": "));
    kinds.map(|(kind, list)| (kind, several(list))).collect()
});
pub static SENTENCES: LazyLock<Vec<Texts>> =
    LazyLock::new(|| lines(include_str!("words/sentences.txt")).filter_map(texts).collect());

fn lines(file: &'static str) -> impl Iterator<Item = &'static str> {
    file.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn trade(line: &'static str) -> Option<(&'static str, Trade)> {
    let mut parts = line.split(" | ");
    let (category, kind) = (parts.next()?, parts.next()?);
    let (lowest, highest) = parts.next()?.split_once(' ')?;
    let (kind, material) = kind.split_once(':').unwrap_or((kind, kind));
    let nouns = several(parts.next()?);
    Some((category, Trade { kind, material, lowest: lowest.parse().ok()?, highest: highest.parse().ok()?, nouns }))
}

fn several(list: &str) -> Vec<Texts> {
    list.split("; ").filter_map(texts).collect()
}

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
            (include_str!("words/nouns.txt"), TRADES.len()),
            (include_str!("words/collections.txt"), COLLECTIONS.len()),
            (include_str!("words/materials.txt"), MATERIALS.len()),
            (include_str!("words/sentences.txt"), SENTENCES.len()),
        ] {
            assert_eq!(lines(file).count(), read);
        }
        for (category, trade) in TRADES.iter() {
            assert!(MATERIALS.contains_key(trade.material), "{category}: {}", trade.material);
            assert!(trade.nouns.len() > 1 && trade.lowest < trade.highest, "{category}");
        }
    }
}

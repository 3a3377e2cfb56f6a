//! Removes near duplicates among products that are shown side by side.

use std::collections::HashSet;

use search::fold;

/// The same words as an earlier item, in any order.
pub fn distinct<T>(items: impl IntoIterator<Item = T>, name: impl Fn(&T) -> &str) -> impl Iterator<Item = T> {
    keep_first(items, move |item| words(name(item), |_| true))
}

/// Like [`distinct`], but ignores words without letters, so that it keeps only the first of "15 roses" and "25 roses".
pub fn distinct_ignoring_numbers<T>(
    items: impl IntoIterator<Item = T>,
    name: impl Fn(&T) -> &str,
) -> impl Iterator<Item = T> {
    keep_first(items, move |item| words(name(item), |word| word.contains(char::is_alphabetic)))
}

fn keep_first<T>(items: impl IntoIterator<Item = T>, key: impl Fn(&T) -> Vec<String>) -> impl Iterator<Item = T> {
    let mut seen = HashSet::new();
    items.into_iter().filter(move |item| seen.insert(key(item)))
}

fn words(name: &str, is_relevant: impl Fn(&str) -> bool) -> Vec<String> {
    let folded = fold(name);
    let words = folded.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty() && is_relevant(word));
    let mut words: Vec<_> = words.map(str::to_owned).collect();
    words.sort_unstable();
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_duplicates_are_removed() {
        let names = ["Qırmızı qızılgül, 15", "15 qirmizi QIZILGÜL", "25 qırmızı qızılgül", "Ağ qızılgül", "S24", "S25"];
        let shown = |names: Vec<&'static str>| names.join(" · ");
        insta::assert_snapshot!(shown(distinct(names, |name| name).collect()), @"Qırmızı qızılgül, 15 · 25 qırmızı qızılgül · Ağ qızılgül · S24 · S25");
        insta::assert_snapshot!(shown(distinct_ignoring_numbers(names, |name| name).collect()), @"Qırmızı qızılgül, 15 · Ağ qızılgül · S24 · S25");
    }
}

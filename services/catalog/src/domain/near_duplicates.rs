//! Removes products whose names have the same words, such as the same bouquet of two stores.

use std::collections::HashSet;

use search::fold;

/// Keeps the first of each group.
pub fn distinct<T>(items: impl IntoIterator<Item = T>, name: impl Fn(&T) -> &str) -> impl Iterator<Item = T> {
    keep_first(items, move |item| words(name(item), |_| true))
}

/// Ignores words without letters: of "15 roses" and "25 roses" it keeps the first.
pub fn distinct_ignoring_numbers<T>(
    items: impl IntoIterator<Item = T>,
    name: impl Fn(&T) -> &str,
) -> impl Iterator<Item = T> {
    keep_first(items, move |item| words(name(item), |word| word.contains(char::is_alphabetic)))
}

fn keep_first<T>(items: impl IntoIterator<Item = T>, key: impl Fn(&T) -> Vec<String>) -> impl Iterator<Item = T> {
    let mut kept_keys = HashSet::new();
    items.into_iter().filter(move |item| kept_keys.insert(key(item)))
}

/// Without case and accents, sorted.
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
    fn distinct_keeps_first_of_names_with_same_words() {
        let names = ["Qırmızı qızılgül, 15", "15 qirmizi QIZILGÜL", "25 qırmızı qızılgül", "Ağ qızılgül", "S24", "S25"];
        let kept: Vec<_> = distinct(names, |name| name).collect();
        assert_eq!(kept, ["Qırmızı qızılgül, 15", "25 qırmızı qızılgül", "Ağ qızılgül", "S24", "S25"]);
        let kept: Vec<_> = distinct_ignoring_numbers(names, |name| name).collect();
        assert_eq!(kept, ["Qırmızı qızılgül, 15", "Ağ qızılgül", "S24", "S25"]);
    }
}

use std::{collections::HashSet, time::Instant};

use proptest::prelude::*;

use super::*;

fn matches_text(typed: &str, language: Language, text: &str) -> bool {
    let Terms { folded, stems, .. } = document(language, text);
    let (folded, stems): (HashSet<_>, HashSet<_>) = (folded.into_iter().collect(), stems.into_iter().collect());
    query(typed).words.iter().filter(|word| !word.is_optional).all(|word| {
        folded.contains(&word.folded)
            || word.related_forms.iter().any(|form| folded.contains(form))
            || word.stems.iter().any(|stem| stems.contains(stem))
            || word.synonyms.iter().any(|words| words.iter().all(|word| folded.contains(word) || stems.contains(word)))
    })
}

#[test]
fn queries_find_matching_texts() {
    use Language::{Az, En, Ru};
    for (typed, language, text) in [
        ("HEDİYYE", Az, "Ad günü üçün hədiyyə qutusu"),
        ("hədiyyə", Az, "HƏDİYYƏ"),
        ("Hədiyyələr", Az, "Hədiyyə qutusu"),
        ("hediyyenin", Az, "Hədiyyə"),
        ("hədiyyə", Az, "Qadın üçün hədiyyələr"),
        ("hediyyenin", Az, "Hədiyyəsi"),
        ("ISTANBUL", Az, "İstanbul magniti"),
        ("İstanbul", En, "Istanbul magnet"),
        ("qadin etri", Az, "Qadın ətri"),
        ("qadın ətri", Az, "Qadın ətirləri"),
        ("ətir", Az, "Qadın ətri"),
        ("oyuncağı", Az, "Oyuncaqlar"),
        ("çiçək", Az, "Nar çiçəyi"),
        ("128 gb", Az, "Smartfon 128GB"),
        ("128gb", Az, "Smartfon, 128 GB"),
        ("iphone-un", Az, "iPhone 15"),
        ("samsung'un", Az, "Samsung"),
        ("wi-fi", En, "WiFi router"),
        ("wifi", En, "Wi-Fi router"),
        ("ad gunu hediyyesi", Az, "Ad günü hədiyyəsi"),
        ("ad gününə hədiyyə", Az, "Ad günü hədiyyələri"),
        ("подарок", Az, "Hədiyyə qutusu"),
        ("подарки", Az, "Hədiyyələr"),
        ("gifts", Az, "Hədiyyəsi"),
        ("hədiyyə", Ru, "Подарочный набор, подарки маме"),
        ("цветы", Az, "Gülü"),
        ("flower", Az, "Gül buketi"),
        ("духи", Az, "Qadın ətri"),
        ("perfume", Ru, "Женские духи"),
        ("игрушки", En, "Wooden toy"),
        ("часы", Az, "Qol saatı"),
        ("bag", Az, "Qadın çantası"),
        ("подарок на день рождения", Az, "Ad günü hədiyyələri"),
        ("birthday gift", Az, "Ad günü üçün hədiyyə"),
        ("подарок для мужчины", Ru, "Подарочный набор для мужчин"),
        ("the gift for a man", En, "Gift box for men"),
        ("ёлка", Ru, "Елка новогодняя"),
    ] {
        assert!(matches_text(typed, language, text), "{typed} in {text}: {:#?}", query(typed));
    }
}

#[test]
fn queries_do_not_find_other_texts() {
    use Language::{Az, En, Ru};
    for (typed, language, text) in [
        ("128gb", Az, "256 GB"),
        ("ətir", Az, "Ətirli sabun"),
        ("çanta", Az, "Saat"),
        ("часы", Ru, "Чайник"),
        ("rose gold", En, "Gold ring"),
    ] {
        assert!(!matches_text(typed, language, text), "{typed} in {text}");
    }
}

#[test]
fn query_of_function_words_only_requires_them() {
    let required_words = |text: &str| {
        query(text).words.into_iter().filter(|word| !word.is_optional).map(|word| word.folded).collect::<Vec<_>>()
    };
    assert_eq!(required_words("uşaq üçün kitab"), ["usaq", "kitab"]);
    assert_eq!(required_words("подарок для папы"), ["подарок", "папы"]);
    assert_eq!(required_words("the"), ["the"]);
    assert!(required_words("!!! — %").is_empty());
}

#[test]
fn exact_forms_keep_diacritics() {
    let exact = |text: &str| query(text).words.into_iter().map(|word| word.exact).collect::<Vec<_>>();
    assert_eq!(exact("QIZILI ÜZÜK İPEK"), ["qızılı", "üzük", "ipek"].map(str::to_owned));
    assert_eq!(exact("PINK Iris"), ["pink", "iris"]);
}

#[test]
fn phrases_become_one_word() {
    let parsed = query("ad günü tortu");
    assert_eq!(parsed.words.len(), 2);
    assert!(parsed.words[0].synonyms.contains(&vec!["ad".to_owned(), "gunu".to_owned()]));
    assert!(parsed.words[0].synonyms.contains(&vec!["birthday".to_owned()]));
}

#[test]
fn typical_queries_are_parsed_quickly() {
    let typical =
        ["qadın üçün qızıl boyunbağı", "подарок маме на день рождения", "wireless headphones", "iphone 15 128gb"];
    query("hədiyyə"); // The synonyms are read once.
    let began = Instant::now();
    for text in typical.iter().cycle().take(400) {
        query(text);
    }
    // A query takes 50 µs optimised.
    let limit = if cfg!(debug_assertions) { 4_000 } else { 20 };
    assert!(began.elapsed().as_millis() < limit, "{:?} for 400 queries", began.elapsed());
}

proptest! {
    #[test]
    fn any_text_is_parsed_within_limits(text in "\\PC{0,100}") {
        let parsed = query(&text);
        // The limits of the module `query`.
        prop_assert!(parsed.words.len() <= 12);
        prop_assert!(parsed.words.is_empty() || parsed.words.iter().any(|word| !word.is_optional));
        for word in &parsed.words {
            prop_assert!(word.related_forms.len() <= 48);
            prop_assert!(word.synonyms.len() <= 24);
        }

        for language in Language::ALL {
            let terms = document(language, &text);
            prop_assert_eq!(terms.exact.len(), terms.folded.len());
        }
        prop_assert!(variants(&text).len() <= 3);
        correct_query(&parsed, &(0..parsed.words.len()).collect::<Vec<_>>());
    }

    #[test]
    fn combining_marks_and_control_characters_are_not_words(text in "[\u{300}-\u{36f}\u{200e}\u{200f}\u{202a}-\u{202e}\0 ]{0,100}") {
        prop_assert!(query(&text).words.is_empty());
    }

    #[test]
    fn any_text_finds_itself(text in "[a-zA-ZəƏıİşğçöüа-яА-ЯёЁ0-9 '-]{1,60}", language in 0..3_usize) {
        prop_assert!(matches_text(&text, Language::ALL[language], &text), "{}", text);
    }
}

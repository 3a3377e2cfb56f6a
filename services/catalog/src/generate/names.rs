//! Makes names, descriptions and slugs of generated products.

use search::Texts;

use super::{
    random::SplitMix64,
    words::{COLLECTIONS, CategoryWords, MATERIALS, SENTENCES},
};

/// Some names lack a translation, as in a real shop.
pub fn name(words: &CategoryWords, colour: Option<&Texts>, random: &mut SplitMix64) -> Option<Texts> {
    let noun = random.pick(&words.nouns)?;
    let collection = random.pick(&COLLECTIONS)?;
    let material = random.pick(MATERIALS.get(words.material)?)?;
    let colour_suffix = |language: &str, word: &str| match colour.and_then(|colour| colour.get(language)) {
        Some(colour) => format!(", {word}{}", colour.to_lowercase()),
        None => String::new(),
    };

    let az = format!("«{}» {} {}{}", collection.az, material.az, noun.az, colour_suffix("az", ""));
    let ru = {
        let (noun, collection, material) = (noun.ru.as_deref()?, collection.ru.as_deref()?, material.ru.as_deref()?);
        format!("{noun} «{collection}» {material}{}", colour_suffix("ru", "цвет "))
    };
    let en = {
        let (noun, collection, material) = (noun.en.as_deref()?, collection.en.as_deref()?, material.en.as_deref()?);
        format!("{collection} {noun} {material}{}", colour_suffix("en", ""))
    };

    Some(Texts { az, ru: (!random.chance(3)).then_some(ru), en: (!random.chance(5)).then_some(en) })
}

/// Two to four sentences, in the languages of the name.
pub fn description(name: &Texts, random: &mut SplitMix64) -> Texts {
    let count = random.in_range(2..=4) as usize;
    let first = random.in_range(0..=SENTENCES.len() as i64 - 1) as usize;
    // Every fifth of 12 sentences, so that they differ.
    let sentences: Vec<_> = (0..count).map(|index| &SENTENCES[(first + 5 * index) % SENTENCES.len()]).collect();
    let text = |language: &str| sentences.iter().filter_map(|texts| texts.get(language)).collect::<Vec<_>>().join(" ");
    Texts { az: text("az"), ru: name.ru.is_some().then(|| text("ru")), en: name.en.is_some().then(|| text("en")) }
}

pub fn slug(name: &str, number: u64) -> String {
    let mut slug = String::new();
    for word in crate::domain::slug::words(name) {
        slug.extend(word.chars().filter(char::is_ascii_alphanumeric));
        slug.push('-');
    }
    format!("{slug}{number}")
}

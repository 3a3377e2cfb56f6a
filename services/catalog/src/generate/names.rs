//! Names, descriptions and slugs.

use search::Texts;

use super::{
    dice::Dice,
    words::{COLLECTIONS, MATERIALS, SENTENCES, Trade},
};

pub fn name(trade: &Trade, colour: Option<&Texts>, dice: &mut Dice) -> Option<Texts> {
    let noun = dice.pick(&trade.nouns)?;
    let collection = dice.pick(&COLLECTIONS)?;
    let material = dice.pick(MATERIALS.get(trade.material)?)?;
    let paint = |language: &str, word: &str| match colour.and_then(|colour| colour.get(language)) {
        Some(colour) => format!(", {word}{}", colour.to_lowercase()),
        None => String::new(),
    };
    let az = format!("«{}» {} {}{}", collection.az, material.az, noun.az, paint("az", ""));
    let ru = (noun.ru.as_deref()?, collection.ru.as_deref()?, material.ru.as_deref()?);
    let ru = format!("{} «{}» {}{}", ru.0, ru.1, ru.2, paint("ru", "цвет "));
    let en = (collection.en.as_deref()?, noun.en.as_deref()?, material.en.as_deref()?);
    let en = format!("{} {} {}{}", en.0, en.1, en.2, paint("en", ""));
    Some(Texts { az, ru: Some(ru).filter(|_| !dice.chance(3)), en: Some(en).filter(|_| !dice.chance(5)) })
}

/// Two to four sentences, in the languages of the name.
pub fn description(name: &Texts, dice: &mut Dice) -> Texts {
    let count = dice.within(2..=4) as usize;
    let first = dice.within(0..=SENTENCES.len() as i64 - 1) as usize;
    // Every fifth sentence from a random start; with 12 sentences, all four differ.
    let sentences: Vec<_> = (0..count).map(|place| &SENTENCES[(first + 5 * place) % SENTENCES.len()]).collect();
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

//! The reminder of a birthday.

use chrono::NaiveDate;
use kit::Language;
use serde::{Deserialize, Serialize};

use crate::domain::{Relation, dates};

/// Stored without a name, so that it is no personal data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Birthday {
    pub relation: String,
    pub date: NaiveDate,
    pub days_left: i64,
}

impl Birthday {
    pub fn text(&self, language: Language) -> String {
        let (whose, day) = (Relation::from_key(&self.relation).genitive(language), dates::day(self.date, language));
        let days = self.days_left;
        let is_tomorrow = days <= 1;
        let text = match (language, is_tomorrow) {
            (Language::Az, false) => format!("{whose} ad gününə {days} gün qalıb: {day}. Hədiyyəni indidən seçin."),
            (Language::Az, true) => format!("{whose} ad günü sabahdır: {day}. Hədiyyə seçməyə hələ vaxt var."),
            (Language::Ru, false) => {
                let (left, unit) = days_in_russian(days);
                format!("до дня рождения {whose} {left} {days} {unit}: {day}. Выберите подарок заранее.")
            }
            (Language::Ru, true) => format!("день рождения {whose} уже завтра: {day}. Ещё есть время выбрать подарок."),
            (Language::En, false) => format!("{whose} birthday is in {days} days: {day}. Choose a gift in good time."),
            (Language::En, true) => {
                format!("{whose} birthday is tomorrow: {day}. There is still time to choose a gift.")
            }
        };
        capitalize(&text, language)
    }
}

/// The verb and noun agree with the number: `остался` 1 `день`.
fn days_in_russian(days: i64) -> (&'static str, &'static str) {
    match (days % 10, days % 100) {
        (_, 11..=14) => ("осталось", "дней"),
        (1, _) => ("остался", "день"),
        (2..=4, _) => ("осталось", "дня"),
        _ => ("осталось", "дней"),
    }
}

/// In Azerbaijani, the capital of `i` is `İ`.
fn capitalize(text: &str, language: Language) -> String {
    let mut letters = text.chars();
    let first: String = match letters.next() {
        Some('i') if language == Language::Az => "İ".to_owned(),
        Some(letter) => letter.to_uppercase().collect(),
        None => return String::new(),
    };
    first + letters.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of(relation: &str, days_left: i64, language: Language) -> String {
        let date = NaiveDate::from_ymd_opt(2026, 11, 28).unwrap();
        Birthday { relation: relation.to_owned(), date, days_left }.text(language)
    }

    #[test]
    fn birthday_reminder_names_relation_and_date() {
        use Language::{Az, En, Ru};
        for (language, days, expected) in [
            (Az, 7, "Ananızın ad gününə 7 gün qalıb: 28 noyabr. Hədiyyəni indidən seçin."),
            (Az, 1, "Ananızın ad günü sabahdır: 28 noyabr. Hədiyyə seçməyə hələ vaxt var."),
            (Ru, 14, "До дня рождения вашей мамы осталось 14 дней: 28 ноября. Выберите подарок заранее."),
            (Ru, 21, "До дня рождения вашей мамы остался 21 день: 28 ноября. Выберите подарок заранее."),
            (Ru, 3, "До дня рождения вашей мамы осталось 3 дня: 28 ноября. Выберите подарок заранее."),
            (Ru, 1, "День рождения вашей мамы уже завтра: 28 ноября. Ещё есть время выбрать подарок."),
            (En, 7, "Your mother's birthday is in 7 days: November 28. Choose a gift in good time."),
            (En, 1, "Your mother's birthday is tomorrow: November 28. There is still time to choose a gift."),
        ] {
            assert_eq!(text_of("mother", days, language), expected);
        }
        assert!(text_of("unknown_relation", 7, Az).starts_with("Yaxınınızın ad gününə"));
    }
}

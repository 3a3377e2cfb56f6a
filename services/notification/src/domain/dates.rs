//! Formats dates in the shop's languages.

use chrono::{Datelike as _, NaiveDate};
use kit::Language;

const AZ_MONTHS: [&str; 12] =
    ["yanvar", "fevral", "mart", "aprel", "may", "iyun", "iyul", "avqust", "sentyabr", "oktyabr", "noyabr", "dekabr"];
/// In the genitive case, as after the day of the month.
const RU_MONTHS: [&str; 12] = [
    "января",
    "февраля",
    "марта",
    "апреля",
    "мая",
    "июня",
    "июля",
    "августа",
    "сентября",
    "октября",
    "ноября",
    "декабря",
];
const EN_MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// `28 noyabr`, `28 ноября` or `November 28`.
pub fn day(date: NaiveDate, language: Language) -> String {
    let (day, month) = (date.day(), date.month0() as usize);
    match language {
        Language::Az => format!("{day} {}", AZ_MONTHS[month]),
        Language::Ru => format!("{day} {}", RU_MONTHS[month]),
        Language::En => format!("{} {day}", EN_MONTHS[month]),
    }
}

/// `28 noyabr 2026`, `28 ноября 2026 г.` or `November 28, 2026`.
pub fn day_and_year(date: NaiveDate, language: Language) -> String {
    let (day, year) = (day(date, language), date.year());
    match language {
        Language::Az => format!("{day} {year}"),
        Language::Ru => format!("{day} {year} г."),
        Language::En => format!("{day}, {year}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_formatted_in_every_language() {
        let date = NaiveDate::from_ymd_opt(2026, 11, 28).unwrap();
        let formatted = Language::ALL.map(|language| day(date, language));
        assert_eq!(formatted, ["28 noyabr", "28 ноября", "November 28"]);
        let formatted = Language::ALL.map(|language| day_and_year(date, language));
        assert_eq!(formatted, ["28 noyabr 2026", "28 ноября 2026 г.", "November 28, 2026"]);
    }
}

//! Phrases about the rules in Azerbaijani, Russian and English.

use kit::{
    Language::{self, Az, En, Ru},
    number_format::money_without_zeros,
};

use super::Tariff;

pub fn hour(hour: i64) -> String {
    format!("{hour:02}:00")
}

pub fn days(n: i64, language: Language) -> String {
    match language {
        Az => format!("{n} gün"),
        Ru => russian(n, ["день", "дня", "дней"]),
        En => english(n, "day"),
    }
}

/// As in "within 14 days", in Russian in the genitive case.
pub fn days_genitive(n: i64, language: Language) -> String {
    match language {
        Ru => russian(n, ["дня", "дней", "дней"]),
        _ => days(n, language),
    }
}

pub fn months(n: i64, language: Language) -> String {
    match language {
        Az => format!("{n} ay"),
        Ru => russian(n, ["месяц", "месяца", "месяцев"]),
        En => english(n, "month"),
    }
}

pub fn hours(n: i64, language: Language) -> String {
    match language {
        Az => format!("{n} saat"),
        Ru => russian(n, ["час", "часа", "часов"]),
        En => english(n, "hour"),
    }
}

/// In the accusative case in Russian.
pub fn minutes(n: i64, language: Language) -> String {
    match language {
        Az => format!("{n} dəqiqə"),
        Ru => russian(n, ["минуту", "минуты", "минут"]),
        En => english(n, "minute"),
    }
}

/// The noun agrees with the number: 1 день, 2 дня, 5 дней.
fn russian(n: i64, [one, few, many]: [&str; 3]) -> String {
    let word = match (n % 10, n % 100) {
        (_, 11..=14) => many,
        (1, _) => one,
        (2..=4, _) => few,
        _ => many,
    };
    format!("{n} {word}")
}

fn english(n: i64, word: &str) -> String {
    if n == 1 { format!("{n} {word}") } else { format!("{n} {word}s") }
}

/// Such as `3, 6 or 12`.
pub fn join_with_or(numbers: &[i32], language: Language) -> String {
    let or = match language {
        Az => "və ya",
        Ru => "или",
        En => "or",
    };
    match numbers {
        [] => "—".to_owned(),
        [only] => only.to_string(),
        [others @ .., last] => {
            let others: Vec<_> = others.iter().map(ToString::to_string).collect();
            format!("{} {or} {last}", others.join(", "))
        }
    }
}

/// Semicolons, because names may contain commas.
pub fn join_list(items: impl Iterator<Item = String>, language: Language) -> String {
    let items: Vec<_> = items.collect();
    if items.is_empty() {
        let none = match language {
            Az => "hazırda yoxdur",
            Ru => "сейчас нет",
            En => "none at present",
        };
        return none.to_owned();
    }
    items.join("; ")
}

pub fn table_head(language: Language) -> [&'static str; 5] {
    match language {
        Az => ["Hara çatdırırıq", "Çatdırılma haqqı", "Bu məbləğdən pulsuz", "Ən az sifariş", "Nə vaxt"],
        Ru => ["Куда доставляем", "Стоимость доставки", "Бесплатно от", "Минимальный заказ", "Когда"],
        En => ["Where we deliver", "Delivery fee", "Free from", "Smallest order", "When"],
    }
}

pub fn lead_time(days: i64, language: Language) -> String {
    let phrase = match (language, days) {
        (Az, 0) => "sifariş günü",
        (Az, 1) => "növbəti gün",
        (Ru, 0) => "в день заказа",
        (Ru, 1) => "на следующий день",
        (En, 0) => "the same day",
        (En, 1) => "the next day",
        (Az, days) => return format!("{days} gündən sonra"),
        (Ru, days) => return format!("через {}", self::days(days, Ru)),
        (En, days) => return format!("after {}", self::days(days, En)),
    };
    phrase.to_owned()
}

pub fn delivery_price(zone: &Tariff, language: Language) -> String {
    let fee = money_without_zeros(zone.fee, language);
    match (zone.fee, zone.free_from.map(|from| money_without_zeros(from, language)), language) {
        (0, _, Az) => "pulsuz".to_owned(),
        (0, _, Ru) => "бесплатно".to_owned(),
        (0, _, En) => "free".to_owned(),
        (_, None, _) => fee,
        (_, Some(from), Az) => format!("{fee}, {from} və daha çox olan sifarişlərdə pulsuz"),
        (_, Some(from), Ru) => format!("{fee}, для заказов от {from} бесплатно"),
        (_, Some(from), En) => format!("{fee}, free for orders of {from} or more"),
    }
}

pub fn never_free(language: Language) -> &'static str {
    match language {
        Az => "Çatdırılma bütün ünvanlara ödənişlidir.",
        Ru => "Доставка по всем адресам платная.",
        En => "Delivery costs something to every address.",
    }
}

pub fn free_everywhere_from(total: &str, language: Language) -> String {
    match language {
        Az => format!("Məhsulların cəmi {total} və daha çox olanda çatdırılma hər yerdə pulsuzdur."),
        Ru => format!("Если товаров на {total} и больше, доставка бесплатна по всем адресам."),
        En => format!("Delivery is free everywhere when the goods come to {total} or more."),
    }
}

/// `lowest` is the lowest total for free delivery, and from `everywhere` on, it is free to all addresses.
pub fn free_depending_on_address(lowest: &str, everywhere: &str, language: Language) -> String {
    match language {
        Az => format!(
            "Pulsuz çatdırılma həddi ünvandan asılıdır: ən azı {lowest}. Məhsulların cəmi {everywhere} və daha çox olanda çatdırılma hər yerdə pulsuzdur."
        ),
        Ru => format!(
            "Порог бесплатной доставки зависит от адреса и начинается с {lowest}. Если товаров на {everywhere} и больше, доставка бесплатна по всем адресам."
        ),
        En => format!(
            "From which total delivery is free depends on the address: {lowest} at the least. When the goods come to {everywhere} or more, delivery is free everywhere."
        ),
    }
}

pub fn free_to_some_addresses(lowest: &str, language: Language) -> String {
    match language {
        Az => format!(
            "Pulsuz çatdırılma həddi ünvandan asılıdır: ən azı {lowest}. Bəzi ünvanlara çatdırılma həmişə ödənişlidir."
        ),
        Ru => format!(
            "Порог бесплатной доставки зависит от адреса и начинается с {lowest}. По некоторым адресам доставка всегда платная."
        ),
        En => format!(
            "From which total delivery is free depends on the address: {lowest} at the least. To some addresses it always costs something."
        ),
    }
}

/// `status` is the first in which customers cannot cancel. An unknown status refers to the button on the order's page.
pub fn cancel_until(status: &str, language: Language) -> &'static str {
    match (status, language) {
        ("confirmed", Az) => "sifariş təsdiqlənənə qədər",
        ("confirmed", Ru) => "до подтверждения заказа",
        ("confirmed", En) => "until the order is confirmed",
        ("searching_courier", Az) => "kuryer axtarılana qədər",
        ("searching_courier", Ru) => "до начала поиска курьера",
        ("searching_courier", En) => "until we start looking for a courier",
        ("courier_appointed", Az) => "kuryer təyin olunana qədər",
        ("courier_appointed", Ru) => "до назначения курьера",
        ("courier_appointed", En) => "until a courier is appointed",
        ("handed_to_courier", Az) => "kuryerə təhvil verilənə qədər",
        ("handed_to_courier", Ru) => "до передачи курьеру",
        ("handed_to_courier", En) => "until it is handed to the courier",
        ("on_the_way", Az) => "kuryer yola çıxana qədər",
        ("on_the_way", Ru) => "до выезда курьера",
        ("on_the_way", En) => "until the courier sets out",
        (_, Az) => "sifariş səhifəsində «Ləğv et» düyməsi olduqca",
        (_, Ru) => "пока на странице заказа есть кнопка «Отменить»",
        (_, En) => "while the order's page has the button \"Cancel\"",
    }
}

pub fn escaped(text: &str) -> String {
    let mut markdown = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_punctuation() {
            markdown.push('\\');
        }
        markdown.push(c);
    }
    markdown
}

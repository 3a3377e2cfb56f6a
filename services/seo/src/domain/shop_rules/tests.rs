use kit::{
    Language::{self, Az, En, Ru},
    template::{TemplateError, fill},
};

use super::{Rate, ShopRules, Tariff, Window};

/// Two zones: `baku` with delivery on the same day, and `far` with delivery after three days.
pub fn rules(language: Language) -> ShopRules {
    let [baku, far, flowers, all] = match language {
        Az => ["Bakı", "Naxçıvan", "Gül və buketlər", "Bütün məhsullar"],
        Ru => ["Баку", "Нахчыван", "Цветы и букеты", "Все товары"],
        En => ["Baku", "Nakhchivan", "Flowers and bouquets", "All products"],
    };
    let window = |starts, ends, surcharge| Window { starts, ends, surcharge };
    let all = |basis_points| vec![Rate { title: all.to_owned(), basis_points }];
    ShopRules {
        tariffs: vec![
            Tariff {
                code: "baku".to_owned(),
                title: baku.to_owned(),
                fee: 300,
                free_from: Some(5_000),
                order_minimum: 0,
                lead_days: 0,
                cut_off: 18,
                prepare_hours: 2,
                windows: vec![window(10, 12, 0), window(20, 22, 100)],
            },
            Tariff {
                code: "far".to_owned(),
                title: far.to_owned(),
                fee: 1_250,
                free_from: None,
                order_minimum: 2_000,
                lead_days: 3,
                cut_off: 12,
                prepare_hours: 0,
                windows: vec![window(10, 19, 0)],
            },
        ],
        free_from_lowest: Some(5_000),
        free_from_everywhere: None,
        return_days: 14,
        return_exceptions: vec![flowers.to_owned()],
        cancel_until: "courier_appointed".to_owned(),
        bonus_rates: all(150),
        birthday_bonus_factor: 2,
        bonus_valid_months: 12,
        bonus_notice_days: 14,
        bonus_grace_days: 30,
        max_bonus_share: 3_000,
        blogger_rates: all(300),
        click_days: 30,
        installment_minimum: 5_000,
        installment_months: vec![3, 6, 24],
        pay_minutes: 20,
    }
}

/// Replaces no-break spaces by plain ones.
fn value(name: &str, language: Language) -> String {
    rules(language).markdown(name, language).unwrap_or_else(|| panic!("{name}")).replace('\u{a0}', " ")
}

#[test]
fn every_placeholder_has_a_value_in_every_language() {
    for (name, expected) in [
        ("delivery_fee(far)", ["12,50 ₼", "12,50 ₼", "12.50 ₼"]),
        ("free_delivery_from(baku)", ["50 ₼"; 3]),
        ("free_delivery_from(far)", ["—"; 3]),
        ("delivery_windows(baku)", ["10:00–12:00, 20:00–22:00 (+1 ₼)"; 3]),
        (
            "delivery_price(baku)",
            [
                "3 ₼, 50 ₼ və daha çox olan sifarişlərdə pulsuz",
                "3 ₼, для заказов от 50 ₼ бесплатно",
                "3 ₼, free for orders of 50 ₼ or more",
            ],
        ),
        ("delivery_price(far)", ["12,50 ₼", "12,50 ₼", "12.50 ₼"]),
        ("same_day", ["Bakı: 18:00", "Баку: 18:00", "Baku: 18:00"]),
        ("preparation", ["Bakı: 2 saat", "Баку: 2 часа", "Baku: 2 hours"]),
        ("return_days", ["14 gün", "14 дней", "14 days"]),
        ("return_exceptions", ["- Gül və buketlər;", "- Цветы и букеты;", "- Flowers and bouquets;"]),
        ("return_exception_names", ["Gül və buketlər", "Цветы и букеты", "Flowers and bouquets"]),
        ("cancel_until", ["kuryer təyin olunana qədər", "до назначения курьера", "until a courier is appointed"]),
        ("bonus_rates", ["Bütün məhsullar: 1,5%", "Все товары: 1,5%", "All products: 1.5%"]),
        ("bonus_share", ["30%"; 3]),
        ("bonus_valid", ["12 ay", "12 месяцев", "12 months"]),
        ("bonus_notice", ["14 gün", "14 дней", "14 days"]),
        ("bonus_grace", ["30 gün", "30 дней", "30 days"]),
        ("birthday_factor", ["2"; 3]),
        ("blogger_rates", ["Bütün məhsullar: 3%", "Все товары: 3%", "All products: 3%"]),
        ("click_days", ["30 gün", "30 дней", "30 days"]),
        ("installment_minimum", ["50 ₼"; 3]),
        ("installment_months", ["3, 6 və ya 24", "3, 6 или 24", "3, 6 or 24"]),
        ("pay_time", ["20 dəqiqə", "20 минут", "20 minutes"]),
    ] {
        assert_eq!([Az, Ru, En].map(|language| value(name, language)), expected, "{name}");
    }
}

#[test]
fn delivery_table_has_a_row_for_each_zone() {
    let expected = "| Where we deliver | Delivery fee | Free from | Smallest order | When |\n|---|--:|--:|--:|---|\n\
                    | Baku | 3 ₼ | 50 ₼ | — | the same day |\n| Nakhchivan | 12.50 ₼ | — | 20 ₼ | after 3 days |";
    assert_eq!(value("delivery_table", En), expected);
    assert!(value("delivery_table", Ru).ends_with("| 20 ₼ | через 3 дня |"), "{}", value("delivery_table", Ru));
    assert_eq!(value("delivery_windows", Az).lines().last(), Some("- **Naxçıvan:** 10:00–19:00"));
}

#[test]
fn free_delivery_text_depends_on_the_thresholds_of_all_zones() {
    let value = |lowest, everywhere| {
        let rules = ShopRules { free_from_lowest: lowest, free_from_everywhere: everywhere, ..rules(En) };
        rules.markdown("free_delivery", En).expect("a placeholder").replace('\u{a0}', " ")
    };
    assert_eq!(value(None, None), "Delivery costs something to every address.");
    assert_eq!(value(Some(5_000), Some(5_000)), "Delivery is free everywhere when the goods come to 50 ₼ or more.");
    assert!(
        value(Some(5_000), Some(15_000))
            .ends_with("When the goods come to 150 ₼ or more, delivery is free everywhere.")
    );
    assert!(value(Some(5_000), None).ends_with("To some addresses it always costs something."));
}

#[test]
fn russian_nouns_agree_with_numbers() {
    let days = |n| ShopRules { return_days: n, bonus_notice_days: n, ..rules(Ru) };
    let value = |n, name| days(n).markdown(name, Ru).expect("a placeholder");
    assert_eq!([1, 2, 5, 11, 21].map(|n| value(n, "return_days")), ["1 дня", "2 дней", "5 дней", "11 дней", "21 дня"]);
    assert_eq!(
        [1, 2, 5, 11, 21].map(|n| value(n, "bonus_notice")),
        ["1 день", "2 дня", "5 дней", "11 дней", "21 день"]
    );
}

#[test]
fn empty_rules_have_a_text() {
    let nothing = ShopRules::default();
    assert_eq!(nothing.markdown("bonus_rates", Az).as_deref(), Some("hazırda yoxdur"));
    assert_eq!(nothing.markdown("return_exception_names", En).as_deref(), Some("none at present"));
    assert_eq!(nothing.markdown("return_exceptions", En).as_deref(), Some(""));
    assert_eq!(nothing.markdown("same_day", Ru).as_deref(), Some("сейчас нет"));
    assert_eq!(nothing.markdown("installment_months", Ru).as_deref(), Some("—"));
}

#[test]
fn unknown_placeholders_are_rejected_and_names_are_escaped() {
    let fill_text = |text: &str| fill(text, |name| rules(En).markdown(name, En).map(Into::into));
    for name in ["free_delivery_from", "delivery_table(baku)", "delivery_price(mars)", "delivery_price(baku", "budget"]
    {
        assert_eq!(fill_text(&format!("{{{{{name}}}}}")), Err(TemplateError::Unknown(name.to_owned())));
    }
    let hostile = ShopRules { return_exceptions: vec!["*a* | [b](c)".to_owned()], ..rules(En) };
    assert_eq!(hostile.markdown("return_exception_names", En).as_deref(), Some(r"\*a\* \| \[b\]\(c\)"));
}

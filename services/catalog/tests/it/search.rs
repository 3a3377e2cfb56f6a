//! Words lead to what was meant, however they were typed.

use kit::Language;
use proto::catalog::{ListProductsRequest, ProductSort};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::shop::{Demo, TestShop, product, slugs, spoken};

fn search(words: &str) -> ListProductsRequest {
    ListProductsRequest { search: Some(words.to_owned()), ..Default::default() }
}

fn named(slug: &str, az: &str, ru: &str, en: &str) -> Value {
    product(slug, &json!({"category": "hediyyeler", "name": {"az": az, "ru": ru, "en": en}}))
}

/// One of each thing the market asks for.
async fn shop_of_many_things(pool: PgPool) -> TestShop {
    let mut gifts = Demo::with([
        named("hediyye-qutusu", "Hədiyyə qutusu", "Подарочная коробка", "Gift box"),
        named("hediyyeler-seti", "Bayram hədiyyələri", "Праздничные подарки", "Holiday gifts"),
        named("qadin-etri", "Qadın ətri «Xəyal»", "Женские духи «Мечта»", "Perfume for her"),
        named("istanbul", "İstanbul lampası", "Лампа «Стамбул»", "Istanbul lamp"),
        named("iphone", "iPhone 15 128GB", "iPhone 15 128GB", "iPhone 15 128GB"),
        named("saat", "Qol saatı", "Наручные часы", "Wrist watch"),
        named("sokolad", "Südlü şokolad", "Молочный шоколад", "Milk chocolate"),
        named("usaq", "Uşaq yorğanı", "Детское одеяло", "Baby blanket"),
        named("sabun", "Gül sabunu", "Мыло", "Soap"),
        named("oyuncaq", "Yumşaq oyuncaq ayı", "Мягкая игрушка мишка", "Soft toy bear"),
    ]);
    let roses = json!({"name": {"az": "Qırmızı qızılgül buketi", "ru": "Букет красных роз", "en": "Bouquet of red roses"}, "fields": {"color": "red"}});
    gifts.products.push(product("gul", &roses));
    // Its name does not say what it is; its category does.
    gifts
        .products
        .push(product("axsam", &json!({"name": {"az": "«Axşam»"}, "category": "lale", "fields": {"color": "blue"}})));
    gifts.categories[1]["name"] = json!({"az": "Əşyalar", "ru": "Вещи", "en": "Things"});
    let shop = TestShop::start(pool).await;
    shop.load(&gifts).await.unwrap();
    shop
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn every_way_of_typing_leads_to_what_was_meant(pool: PgPool) {
    let shop = shop_of_many_things(pool).await;
    for (typed, first) in [
        // With and without the letters of Azerbaijani, in any case.
        ("hədiyyə qutusu", "hediyye-qutusu"),
        ("HEDİYYE QUTUSU", "hediyye-qutusu"),
        ("hediyye qutusu", "hediyye-qutusu"),
        ("Hədiyyələr", "hediyyeler-seti"),
        ("qadin etri", "qadin-etri"),
        ("ISTANBUL", "istanbul"),
        ("İstanbul", "istanbul"),
        ("128 gb", "iphone"),
        ("128gb", "iphone"),
        ("iphone-un", "iphone"),
        // Endings.
        ("saatlar", "saat"),
        ("oyuncağı", "oyuncaq"),
        ("женских духов", "qadin-etri"),
        ("watches", "saat"),
        // The last word is still being typed.
        ("qırmızı qızıl", "gul"),
        ("şoko", "sokolad"),
        // Slips of the finger.
        ("sokolda", "sokolad"),
        ("oyuncxaq", "oyuncaq"),
        ("шоклад", "sokolad"),
        // Another keyboard, other letters.
        ("shokolad", "sokolad"),
        ("uwaq", "usaq"),
        ("ыффе", "saat"),
        // Other words for it, in any language.
        // A flower before a soap that has one in its name.
        ("цветы", "axsam"),
        ("парфюм", "qadin-etri"),
        ("toy", "oyuncaq"),
        // What the category or a property says.
        ("lalə", "axsam"),
        ("mavi", "axsam"),
        ("красный букет", "gul"),
        // Signs are no words.
        ("100% «şokolad»!", "sokolad"),
    ] {
        let found = shop.slugs(search(typed)).await;
        assert_eq!(found.first().map(String::as_str), Some(first), "{typed}: {found:?}");
    }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn all_forms_of_a_word_find_the_same(pool: PgPool) {
    let shop = shop_of_many_things(pool).await;
    let mut found: Vec<Vec<String>> = Vec::new();
    for typed in ["HEDİYYE", "hədiyyə", "Hədiyyələr", "hediyyenin", "подарок", "gift"] {
        let mut slugs = shop.slugs(search(typed)).await;
        slugs.sort();
        found.push(slugs);
    }
    assert!(found[0].contains(&"hediyye-qutusu".to_owned()) && found[0].contains(&"hediyyeler-seti".to_owned()));
    assert!(found.iter().all(|other| *other == found[0]), "{found:?}");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn who_typed_on_another_keyboard_is_told_what_was_searched_for(pool: PgPool) {
    let shop = shop_of_many_things(pool).await;
    for (typed, corrected) in
        [("gjlfhjr", Some("подарок")), ("рэвшннэ", Some("hədiyyə")), ("hədiyyə", None), ("подарок", None)]
    {
        let page = shop.list(search(typed)).await.unwrap();
        assert_eq!(page.corrected.as_deref(), corrected, "{typed}");
        assert!(slugs(&page).contains(&"hediyye-qutusu".to_owned()), "{typed}");
    }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn what_fits_better_comes_first(pool: PgPool) {
    let gift = |slug: &str, name: &str, popularity: i64| {
        product(slug, &json!({"name": {"az": name}, "popularity": popularity, "category": "hediyyeler"}))
    };
    let products = [
        product("in-category", &json!({"name": {"az": "Səbət"}, "popularity": 99, "category": "guller"})),
        gift("inflected", "Güllü örtük güllərlə", 95),
        gift("folded", "Gul adlı dəftər", 90),
        gift("exact", "Ağ gül", 10),
        gift("exact-and-brief", "Gül", 10),
        gift("elsewhere", "Qızılgül", 100),
    ];
    let shop = TestShop::selling(pool, products).await;
    // The category is called what was typed: what is at home there is meant before what only has the word in its name,
    // unless it has it to the letter.
    let relevant = ["exact-and-brief", "exact", "in-category", "folded", "inflected"];
    assert_eq!(shop.slugs(search("gül")).await, relevant);
    let popular = ListProductsRequest { sort: ProductSort::Popular.into(), ..search("gül") };
    assert_eq!(shop.slugs(popular).await, ["in-category", "inflected", "folded", "exact-and-brief", "exact"]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn what_is_popular_in_stock_cheaper_and_well_rated_comes_before_its_like(pool: PgPool) {
    let gift = |slug: &str, but: Value| {
        let mut gift = product(slug, &json!({"name": {"az": "Gül qabı"}, "category": "hediyyeler", "reviews": 50}));
        but.as_object().unwrap().iter().for_each(|(key, value)| gift[key] = value.clone());
        gift
    };
    let products = [
        gift("sold-out", json!({"stock": 0})),
        gift("plain", json!({})),
        gift("popular", json!({"popularity": 5000})),
        gift("discounted", json!({"discounted": 900})),
        gift("disliked", json!({"rating": 1.0})),
    ];
    let shop = TestShop::selling(pool, products).await;
    assert_eq!(shop.slugs(search("gül")).await, ["popular", "discounted", "plain", "disliked", "sold-out"]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn all_words_are_wanted_and_any_when_that_finds_next_to_nothing(pool: PgPool) {
    let roses = (0..4).map(|number| {
        product(&format!("qirmizi-{number}"), &json!({"name": {"az": "Qırmızı fincan"}, "category": "hediyyeler"}))
    });
    let cup = product("mavi", &json!({"name": {"az": "Mavi fincan"}, "category": "hediyyeler"}));
    let plate = product("bosqab", &json!({"name": {"az": "Boşqab"}, "category": "hediyyeler"}));
    let shop = TestShop::selling(pool, roses.chain([cup, plate])).await;
    assert_eq!(shop.slugs(search("qırmızı fincan")).await.len(), 4);
    let found = shop.slugs(search("mavi fincan")).await;
    assert_eq!((found[0].as_str(), found.len()), ("mavi", 5), "the rest has one word of two");
    assert_eq!(shop.slugs(search("fincan üçün boşqab")).await.len(), 6);
    assert_eq!(shop.slugs(search("teleskop")).await.len(), 0);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn one_language_does_not_touch_another(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let lamp = |name: Value, price: i64| Demo::with([product("lampa", &json!({"name": name, "price": price}))]);
    shop.load(&lamp(json!({"az": "Lampa", "ru": "Лампа", "en": "Lamp"}), 1000)).await.unwrap();
    shop.load(&lamp(json!({"az": "Çıraq", "ru": "Лампа", "en": "Lamp"}), 2000)).await.unwrap();
    for language in Language::ALL {
        for (typed, count) in [("лампа", 1), ("lamp", 1), ("çıraq", 1)] {
            let page = shop.products().list(spoken(language, search(typed))).await.unwrap().into_inner();
            assert_eq!(page.products.len(), count, "{typed} in {language:?}");
            assert_eq!(page.products[0].price, 2000);
        }
    }
}

//! Searches find the intended products despite typos, inflections, wrong keyboard layouts and other languages.

use kit::Language;
use proto::catalog::{ListProductsRequest, ProductSort};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::shop::{Demo, TestShop, in_language, product, slugs};

fn search(words: &str) -> ListProductsRequest {
    ListProductsRequest { search: Some(words.to_owned()), ..Default::default() }
}

/// A product of hediyyeler with a name in each language.
fn gift_named(slug: &str, az: &str, ru: &str, en: &str) -> Value {
    product(slug, &json!({"category": "hediyyeler", "name": {"az": az, "ru": ru, "en": en}}))
}

async fn shop_with_one_product_per_kind(pool: PgPool) -> TestShop {
    let mut gifts = Demo::with([
        gift_named("hediyye-qutusu", "Hədiyyə qutusu", "Подарочная коробка", "Gift box"),
        gift_named("hediyyeler-seti", "Bayram hədiyyələri", "Праздничные подарки", "Holiday gifts"),
        gift_named("qadin-etri", "Qadın ətri «Xəyal»", "Женские духи «Мечта»", "Perfume for her"),
        gift_named("istanbul", "İstanbul lampası", "Лампа «Стамбул»", "Istanbul lamp"),
        gift_named("iphone", "iPhone 15 128GB", "iPhone 15 128GB", "iPhone 15 128GB"),
        gift_named("saat", "Qol saatı", "Наручные часы", "Wrist watch"),
        gift_named("sokolad", "Südlü şokolad", "Молочный шоколад", "Milk chocolate"),
        gift_named("usaq", "Uşaq yorğanı", "Детское одеяло", "Baby blanket"),
        gift_named("sabun", "Gül sabunu", "Мыло", "Soap"),
        gift_named("oyuncaq", "Yumşaq oyuncaq ayı", "Мягкая игрушка мишка", "Soft toy bear"),
    ]);

    let roses = json!({
        "name": {"az": "Qırmızı qızılgül buketi", "ru": "Букет красных роз", "en": "Bouquet of red roses"},
        "fields": {"color": "red"},
    });
    gifts.products.push(product("gul", &roses));
    // Only the category says what it is.
    let tulips = json!({"name": {"az": "«Axşam»"}, "category": "lale", "fields": {"color": "blue"}});
    gifts.products.push(product("axsam", &tulips));

    // "Things", so that the word "gift" does not find all products of the category.
    gifts.categories[1]["name"] = json!({"az": "Əşyalar", "ru": "Вещи", "en": "Things"});
    let shop = TestShop::start(pool).await;
    shop.load(&gifts).await.unwrap();
    shop
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn products_are_found_however_they_are_typed(pool: PgPool) {
    let shop = shop_with_one_product_per_kind(pool).await;
    // Query and slug of the first product found.
    for (typed, first) in [
        // With and without Azerbaijani letters, in any case.
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
        // Inflected forms.
        ("saatlar", "saat"),
        ("oyuncağı", "oyuncaq"),
        ("женских духов", "qadin-etri"),
        ("watches", "saat"),
        // Unfinished last word.
        ("qırmızı qızıl", "gul"),
        ("şoko", "sokolad"),
        // Typos.
        ("sokolda", "sokolad"),
        ("oyuncxaq", "oyuncaq"),
        ("шоклад", "sokolad"),
        // Wrong keyboard layout or script.
        ("shokolad", "sokolad"),
        ("uwaq", "usaq"),
        ("ыффе", "saat"),
        // Synonyms in any language. Flowers rank before a soap named after a flower.
        ("цветы", "axsam"),
        ("парфюм", "qadin-etri"),
        ("toy", "oyuncaq"),
        // Words of the category or a field.
        ("lalə", "axsam"),
        ("mavi", "axsam"),
        ("красный букет", "gul"),
        // Punctuation is ignored.
        ("100% «şokolad»!", "sokolad"),
    ] {
        let found = shop.slugs(search(typed)).await;
        assert_eq!(found.first().map(String::as_str), Some(first), "{typed}: {found:?}");
    }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn all_forms_of_a_word_find_the_same_products(pool: PgPool) {
    let shop = shop_with_one_product_per_kind(pool).await;
    let mut found: Vec<Vec<String>> = Vec::new();
    // "Gift" in capitals, small letters, plural and genitive, then in Russian and English.
    for typed in ["HEDİYYE", "hədiyyə", "Hədiyyələr", "hediyyenin", "подарок", "gift"] {
        let mut slugs = shop.slugs(search(typed)).await;
        slugs.sort();
        found.push(slugs);
    }

    for slug in ["hediyye-qutusu", "hediyyeler-seti"] {
        assert!(found[0].contains(&slug.to_owned()), "{found:?}");
    }
    assert!(found.iter().all(|other| *other == found[0]), "{found:?}");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn corrected_query_is_returned_for_a_wrong_keyboard_layout(pool: PgPool) {
    let shop = shop_with_one_product_per_kind(pool).await;
    // Russian typed on an English layout, and Azerbaijani on a Russian one.
    for (typed, corrected) in
        [("gjlfhjr", Some("подарок")), ("рэвшннэ", Some("hədiyyə")), ("hədiyyə", None), ("подарок", None)]
    {
        let page = shop.list(search(typed)).await.unwrap();
        assert_eq!(page.corrected.as_deref(), corrected, "{typed}");
        assert!(slugs(&page).contains(&"hediyye-qutusu".to_owned()), "{typed}");
    }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn better_matches_rank_higher(pool: PgPool) {
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
    let shop = TestShop::start_with(pool, products).await;
    // A query that is the name of a category ranks its products first, except for exact matches of a name.
    let relevant = ["exact-and-brief", "exact", "in-category", "folded", "inflected"];
    assert_eq!(shop.slugs(search("gül")).await, relevant);
    let popular = ListProductsRequest { sort: ProductSort::Popular.into(), ..search("gül") };
    assert_eq!(shop.slugs(popular).await, ["in-category", "inflected", "folded", "exact-and-brief", "exact"]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn popularity_stock_discount_and_rating_rank_equal_matches(pool: PgPool) {
    let gift = |slug: &str, overrides: Value| {
        let mut gift = product(slug, &json!({"name": {"az": "Gül qabı"}, "category": "hediyyeler", "reviews": 50}));
        overrides.as_object().unwrap().iter().for_each(|(key, value)| gift[key] = value.clone());
        gift
    };
    let products = [
        gift("sold-out", json!({"stock": 0})),
        gift("plain", json!({})),
        gift("popular", json!({"popularity": 5000})),
        gift("discounted", json!({"discounted": 900})),
        gift("disliked", json!({"rating": 1.0})),
    ];
    let shop = TestShop::start_with(pool, products).await;
    assert_eq!(shop.slugs(search("gül")).await, ["popular", "discounted", "plain", "disliked", "sold-out"]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn any_word_matches_when_few_products_have_all(pool: PgPool) {
    let red_cups = (0..4).map(|number| {
        product(&format!("qirmizi-{number}"), &json!({"name": {"az": "Qırmızı fincan"}, "category": "hediyyeler"}))
    });
    let cup = product("mavi", &json!({"name": {"az": "Mavi fincan"}, "category": "hediyyeler"}));
    let plate = product("bosqab", &json!({"name": {"az": "Boşqab"}, "category": "hediyyeler"}));
    let shop = TestShop::start_with(pool, red_cups.chain([cup, plate])).await;

    assert_eq!(shop.slugs(search("qırmızı fincan")).await.len(), 4, "four red cups have both words");
    let found = shop.slugs(search("mavi fincan")).await;
    assert_eq!((found[0].as_str(), found.len()), ("mavi", 5), "the others match one of two words");
    assert_eq!(
        shop.slugs(search("fincan üçün boşqab")).await.len(),
        6,
        "one of \"fincan\" and \"boşqab\"; \"üçün\" means \"for\""
    );
    assert_eq!(shop.slugs(search("teleskop")).await.len(), 0);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn changing_one_name_leaves_other_languages_searchable(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let lamp = |name: Value, price: i64| Demo::with([product("lampa", &json!({"name": name, "price": price}))]);
    shop.load(&lamp(json!({"az": "Lampa", "ru": "Лампа", "en": "Lamp"}), 1000)).await.unwrap();
    shop.load(&lamp(json!({"az": "Çıraq", "ru": "Лампа", "en": "Lamp"}), 2000)).await.unwrap();
    for language in Language::ALL {
        for (typed, count) in [("лампа", 1), ("lamp", 1), ("çıraq", 1)] {
            let page = shop.products().list(in_language(language, search(typed))).await.unwrap().into_inner();
            assert_eq!(page.products.len(), count, "{typed} in {language:?}");
            assert_eq!(page.products[0].price, 2000);
        }
    }
}

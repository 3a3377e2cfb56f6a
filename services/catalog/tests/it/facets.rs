//! Facets, compared with an independent count over random shops and filters.

use kit::Language;
use proptest::{collection::vec, test_runner::TestRunner};
use proto::catalog::{Field, FieldFilter, ListProductsRequest, ProductPage, ProductSort};
use serde_json::json;
use sqlx::PgPool;

use crate::{
    model::{Random, Wish, random, sample, wish},
    shop::{TestShop, product, spoken},
};

/// One line per value: `color red 3`, `price 300..800`.
fn told(facets: &[Field]) -> Vec<String> {
    let mut lines = Vec::new();
    for facet in facets {
        if let (Some(min), Some(max)) = (facet.min, facet.max) {
            lines.push(format!("{} {min}..{max}", facet.key));
        }
        lines.extend(facet.values.iter().map(|value| format!("{} {} {}", facet.key, value.value, value.count)));
    }
    lines.sort();
    lines
}

/// Filters without one of them.
fn without(wish: &Wish, forget: impl Fn(&mut Wish)) -> Wish {
    let mut wish = wish.clone();
    forget(&mut wish);
    wish
}

/// The expected facets.
fn counted(products: &[Random], wish: &Wish) -> Vec<String> {
    let fitting = |wish: Wish| products.iter().filter(move |product| wish.fits(product));
    let mut lines = Vec::new();
    let mut count = |facet: &str, value: &str, is_chosen: bool, count: usize| {
        if count > 0 || is_chosen {
            lines.push(format!("{facet} {value} {count}"));
        }
    };
    let stands = |product: &Random, places: &[&str]| {
        places.contains(&product.category) || product.also.is_some_and(|also| places.contains(&also))
    };
    let below: &[(&str, &[&str])] = if wish.in_flowers {
        &[("buketler", &["buketler", "qizilgul", "lale"])]
    } else {
        &[("guller", &["guller", "buketler", "qizilgul", "lale"]), ("hediyyeler", &["hediyyeler"])]
    };
    for (category, places) in below {
        count("category", category, false, fitting(wish.clone()).filter(|product| stands(product, places)).count());
    }
    for store in ["gul-evi", "sirin-ev"] {
        let any_store = without(wish, |wish| wish.store = None);
        let there = fitting(any_store).filter(|product| product.store == store).count();
        count("store", store, wish.store == Some(store), there);
    }
    for stars in 1..=4_u8 {
        let any_rating = without(wish, |wish| wish.rating = None);
        let good = fitting(any_rating).filter(|product| product.rating >= stars * 10).count();
        count("rating", &stars.to_string(), wish.rating == Some(stars * 10), good);
    }
    let any_discount = without(wish, |wish| wish.discounted = false);
    let discounted = fitting(any_discount).filter(|product| product.discounted.is_some()).count();
    count("discounted", "true", wish.discounted, discounted);
    let any_stock = without(wish, |wish| wish.in_stock = false);
    count("in_stock", "true", wish.in_stock, fitting(any_stock).filter(|product| product.stock > 0).count());
    let any_day = without(wish, |wish| wish.ready_today = false);
    let ready = fitting(any_day).filter(|product| product.preparation_days == 0).count();
    count("ready_today", "true", wish.ready_today, ready);
    for color in ["red", "white", "blue"] {
        let any_color = without(wish, |wish| wish.colors.clear());
        let coloured = fitting(any_color).filter(|product| product.colors.contains(&color)).count();
        // Colours appear where there are flowers, or where one is chosen.
        let is_told = wish.in_flowers || fitting(wish.clone()).any(|product| product.category != "hediyyeler");
        if is_told {
            count("color", color, wish.colors.contains(&color), coloured);
        }
    }
    let prices = fitting(without(wish, |wish| (wish.min, wish.max) = (None, None))).map(Random::price_now);
    if let Some((min, max)) =
        prices.map(|price| (price, price)).reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
    {
        lines.push(format!("price {min}..{max}"));
    }
    lines.sort();
    lines
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn facet_counts_equal_an_independent_count(pool: PgPool) {
    let mut runner = TestRunner::deterministic();
    let products = sample(&vec(random(), 90..=90), &mut runner);
    let shop = TestShop::selling(pool, products.iter().enumerate().map(|(number, product)| product.line(number))).await;
    let mut with_choices = 0;
    for _ in 0..200 {
        let wish = sample(&wish(), &mut runner);
        let request = ListProductsRequest { with_facets: true, ..wish.request(ProductSort::Popular) };
        let page = shop.list(request).await.unwrap();
        let told: Vec<_> = told(&page.facets).into_iter().filter(|line| !line.starts_with("stems")).collect();
        assert_eq!(told, counted(&products, &wish), "{wish:?}");
        with_choices += i32::from(!wish.colors.is_empty() || wish.store.is_some());
    }
    assert!(with_choices > 50, "most wishes should choose something, or the test proves little: {with_choices}");
}

fn with_facets(request: ListProductsRequest) -> ListProductsRequest {
    ListProductsRequest { with_facets: true, ..request }
}

async fn facets_of(shop: &TestShop, request: ListProductsRequest) -> Vec<String> {
    told(&shop.list(with_facets(request)).await.unwrap().facets)
}

async fn bouquets(pool: PgPool) -> TestShop {
    let bouquet = |slug: &str, stems: f64, color: &str, fresh: bool| {
        product(slug, &json!({"name": {"az": "Buket"}, "fields": {"stems": stems, "color": color, "fresh": fresh}}))
    };
    TestShop::selling(
        pool,
        [bouquet("a", 5.0, "red", true), bouquet("b", 25.5, "red", false), bouquet("c", 9.0, "blue", true)],
    )
    .await
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn facet_counts_ignore_their_own_filter_only(pool: PgPool) {
    let shop = bouquets(pool).await;
    let of_category = || ListProductsRequest { category: Some("qizilgul".to_owned()), ..Default::default() };
    let fields = |lines: Vec<String>| -> Vec<String> {
        lines.into_iter().filter(|line| ["color", "stems", "fresh"].iter().any(|key| line.starts_with(key))).collect()
    };
    assert_eq!(
        fields(facets_of(&shop, of_category()).await),
        ["color blue 1", "color red 2", "fresh false 1", "fresh true 2", "stems 5..25.5"]
    );
    let red = FieldFilter { key: "color".to_owned(), values: vec!["red".to_owned()], ..Default::default() };
    assert_eq!(
        fields(facets_of(&shop, ListProductsRequest { fields: vec![red.clone()], ..of_category() }).await),
        ["color blue 1", "color red 2", "fresh false 1", "fresh true 1", "stems 5..25.5"]
    );
    let few = FieldFilter { key: "stems".to_owned(), max: Some(10.0), ..Default::default() };
    assert_eq!(
        fields(facets_of(&shop, ListProductsRequest { fields: vec![red, few], ..of_category() }).await),
        ["color blue 1", "color red 1", "fresh true 1", "stems 5..25.5"]
    );
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn search_has_facets_of_the_matching_categories(pool: PgPool) {
    let shop = bouquets(pool).await;
    let words = ListProductsRequest { search: Some("buket".to_owned()), ..Default::default() };
    let lines = facets_of(&shop, words.clone()).await;
    assert!(lines.contains(&"color red 2".to_owned()) && lines.contains(&"stems 5..25.5".to_owned()), "{lines:?}");
    let nothing = ListProductsRequest { search: Some("teleskop".to_owned()), ..Default::default() };
    assert!(facets_of(&shop, nothing).await.is_empty());
    // Facets are returned only on request.
    assert!(shop.list(words).await.unwrap().facets.is_empty());
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn facet_labels_are_in_the_callers_language(pool: PgPool) {
    let shop = bouquets(pool).await;
    let mut lines = Vec::new();
    for language in Language::ALL {
        let request = with_facets(ListProductsRequest { category: Some("buketler".to_owned()), ..Default::default() });
        let page: ProductPage = shop.products().list(spoken(language, request)).await.unwrap().into_inner();
        for facet in page.facets {
            let values: Vec<_> = facet.values.iter().map(|value| value.label.as_str()).collect();
            let unit = facet.unit.unwrap_or_default();
            lines.push(format!("{} {}: {}{unit}", language.code(), facet.name, values.join(", ")));
        }
    }
    insta::assert_snapshot!(lines.join("\n"), @r"
    az Kateqoriya: Qızılgül
    az Mağaza: Gül evi
    az Qiymət: 
    az Reytinq: 4+, 3+, 2+, 1+
    az Stokda var: Bəli
    az Sifariş günü hazırdır: Bəli
    az Rəng: Qırmızı, Mavi
    az Gül sayı: ədəd
    az Təzə: Bəli, Xeyr
    ru Категория: Розы
    ru Магазин: Gül evi
    ru Цена: 
    ru Оценка: 4+, 3+, 2+, 1+
    ru В наличии: Да
    ru Готово в день заказа: Да
    ru Rəng (ru): Красный, Синий
    ru Gül sayı: шт.
    ru Свежие: Да, Нет
    en Category: Roses
    en Store: Gül evi
    en Price: 
    en Rating: 4+, 3+, 2+, 1+
    en In stock: Yes
    en Ready on the day of the order: Yes
    en Rəng (en): Red, Blue
    en Gül sayı: pcs
    en Fresh: Yes, No
    ");
}

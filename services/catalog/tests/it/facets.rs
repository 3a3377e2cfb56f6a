//! Compares facets with an independent count, for random shops and filters. A facet is a filter of a list, with the
//! number of products per value.

use kit::Language;
use proptest::{collection::vec, test_runner::TestRunner};
use proto::catalog::{Field, FieldFilter, ListProductsRequest, ProductPage, ProductSort};
use serde_json::json;
use sqlx::PgPool;

use crate::{
    model::{RandomFilters, RandomProduct, random_filters, random_product, sample},
    shop::{TestShop, in_language, product},
};

/// One line per value: `color red 3`, `price 300..800`.
fn facet_lines(facets: &[Field]) -> Vec<String> {
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

fn without_filter(filters: &RandomFilters, clear: impl Fn(&mut RandomFilters)) -> RandomFilters {
    let mut filters = filters.clone();
    clear(&mut filters);
    filters
}

/// Counts by scanning the products, in the format of [`facet_lines`].
fn expected_lines(products: &[RandomProduct], filters: &RandomFilters) -> Vec<String> {
    let matching = |filters: RandomFilters| products.iter().filter(move |product| filters.matches(product));
    let mut lines = Vec::new();
    let mut count = |facet: &str, value: &str, is_chosen: bool, count: usize| {
        if count > 0 || is_chosen {
            lines.push(format!("{facet} {value} {count}"));
        }
    };
    let is_in = |product: &RandomProduct, categories: &[&str]| {
        categories.contains(&product.category) || product.also.is_some_and(|also| categories.contains(&also))
    };
    let subcategories: &[(&str, &[&str])] = if filters.in_flowers {
        &[("buketler", &["buketler", "qizilgul", "lale"])]
    } else {
        &[("guller", &["guller", "buketler", "qizilgul", "lale"]), ("hediyyeler", &["hediyyeler"])]
    };

    for (category, categories) in subcategories {
        let count_in_category = matching(filters.clone()).filter(|product| is_in(product, categories)).count();
        let is_chosen = false;
        count("category", category, is_chosen, count_in_category);
    }

    for store in ["gul-evi", "sirin-ev"] {
        let any_store = without_filter(filters, |filters| filters.store = None);
        let count_in_store = matching(any_store).filter(|product| product.store == store).count();
        count("store", store, filters.store == Some(store), count_in_store);
    }

    for stars in 1..=4_u8 {
        let any_rating = without_filter(filters, |filters| filters.rating = None);
        let good = matching(any_rating).filter(|product| product.rating >= stars * 10).count();
        count("rating", &stars.to_string(), filters.rating == Some(stars * 10), good);
    }

    let any_discount = without_filter(filters, |filters| filters.discounted = false);
    let discounted = matching(any_discount).filter(|product| product.discounted.is_some()).count();
    count("discounted", "true", filters.discounted, discounted);

    let any_stock = without_filter(filters, |filters| filters.in_stock = false);
    let in_stock = matching(any_stock).filter(|product| product.stock > 0).count();
    count("in_stock", "true", filters.in_stock, in_stock);

    let any_day = without_filter(filters, |filters| filters.ready_today = false);
    let ready = matching(any_day).filter(|product| product.preparation_days == 0).count();
    count("ready_today", "true", filters.ready_today, ready);

    for color in ["red", "white", "blue"] {
        let any_color = without_filter(filters, |filters| filters.colors.clear());
        let coloured = matching(any_color).filter(|product| product.colors.contains(&color)).count();
        // Colours appear where there are flowers, or where one is chosen.
        let has_colours =
            filters.in_flowers || matching(filters.clone()).any(|product| product.category != "hediyyeler");
        if has_colours {
            count("color", color, filters.colors.contains(&color), coloured);
        }
    }

    let any_price = without_filter(filters, |filters| (filters.min, filters.max) = (None, None));
    let prices: Vec<_> = matching(any_price).map(RandomProduct::price_now).collect();
    if let (Some(min), Some(max)) = (prices.iter().min(), prices.iter().max()) {
        lines.push(format!("price {min}..{max}"));
    }
    lines.sort();
    lines
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn facet_counts_equal_an_independent_count(pool: PgPool) {
    let mut runner = TestRunner::deterministic();
    let products = sample(&vec(random_product(), 90..=90), &mut runner);
    let shop =
        TestShop::start_with(pool, products.iter().enumerate().map(|(number, product)| product.line(number))).await;
    let mut rounds_with_filters = 0;
    for _ in 0..200 {
        let filters = sample(&random_filters(), &mut runner);
        let request = ListProductsRequest { with_facets: true, ..filters.request(ProductSort::Popular) };
        let page = shop.list(request).await.unwrap();
        // The independent count leaves stems out.
        let lines: Vec<_> = facet_lines(&page.facets).into_iter().filter(|line| !line.starts_with("stems")).collect();
        assert_eq!(lines, expected_lines(&products, &filters), "{filters:?}");
        rounds_with_filters += i32::from(!filters.colors.is_empty() || filters.store.is_some());
    }
    assert!(rounds_with_filters > 50, "too few random filters select anything: {rounds_with_filters}");
}

fn with_facets(request: ListProductsRequest) -> ListProductsRequest {
    ListProductsRequest { with_facets: true, ..request }
}

async fn facets_of(shop: &TestShop, request: ListProductsRequest) -> Vec<String> {
    facet_lines(&shop.list(with_facets(request)).await.unwrap().facets)
}

/// Three bouquets that differ in stems, colour and freshness.
async fn bouquets(pool: PgPool) -> TestShop {
    let bouquet = |slug: &str, stems: f64, color: &str, fresh: bool| {
        product(slug, &json!({"name": {"az": "Buket"}, "fields": {"stems": stems, "color": color, "fresh": fresh}}))
    };
    TestShop::start_with(
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

    let at_most_ten_stems = FieldFilter { key: "stems".to_owned(), max: Some(10.0), ..Default::default() };
    assert_eq!(
        fields(facets_of(&shop, ListProductsRequest { fields: vec![red, at_most_ten_stems], ..of_category() }).await),
        ["color blue 1", "color red 1", "fresh true 1", "stems 5..25.5"]
    );
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn search_has_facets_of_the_matching_categories(pool: PgPool) {
    let shop = bouquets(pool).await;
    let words = ListProductsRequest { search: Some("buket".to_owned()), ..Default::default() };
    let lines = facets_of(&shop, words.clone()).await;
    assert!(lines.contains(&"color red 2".to_owned()), "{lines:?}");
    assert!(lines.contains(&"stems 5..25.5".to_owned()), "{lines:?}");

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
        let page: ProductPage = shop.products().list(in_language(language, request)).await.unwrap().into_inner();
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

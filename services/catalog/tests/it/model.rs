//! Compares every sort and filter of random shops, page by page, with a model that filters and sorts in memory.

use proptest::{collection::vec, option, prelude::*, strategy::ValueTree as _, test_runner::TestRunner};
use proto::catalog::{FieldFilter, ListProductsRequest, ProductSort};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::shop::{TestShop, product, slugs};

/// Properties have few distinct values, so that sorting has many ties.
#[derive(Debug, Clone)]
pub struct RandomProduct {
    pub price: i64,
    pub discounted: Option<i64>,
    pub popularity: i64,
    /// In tenths of a star.
    pub rating: u8,
    /// The age in days.
    pub days: i64,
    pub stock: i64,
    pub category: &'static str,
    /// A second category.
    pub also: Option<&'static str>,
    pub store: &'static str,
    pub colors: Vec<&'static str>,
    pub stems: Option<i64>,
    pub preparation_days: i64,
}

const CATEGORIES: [&str; 5] = ["guller", "buketler", "qizilgul", "lale", "hediyyeler"];
const FLOWERS: [&str; 4] = ["guller", "buketler", "qizilgul", "lale"];

/// Prices are in steps of 100 qəpik.
pub fn random_product() -> impl Strategy<Value = RandomProduct> {
    let price = (3..9_i64, option::of(1..3_i64));
    let location = (prop::sample::select(&CATEGORIES[..]), option::of(prop::sample::select(&CATEGORIES[..])));
    let store = prop::sample::select(vec!["gul-evi", "sirin-ev"]);
    let colors = prop::sample::subsequence(vec!["red", "white", "blue"], 0..=2);
    let numbers = (0..4_i64, 40..45_u8, 0..5_i64, 0..3_i64, option::of(1..6_i64), 0..3_i64);
    (price, location, store, colors, numbers).prop_map(
        |(
            (price, off),
            (category, also),
            store,
            colors,
            (popularity, rating, days, stock, stems, preparation_days),
        )| RandomProduct {
            price: price * 100,
            discounted: off.map(|off| (price - off) * 100),
            popularity,
            rating,
            days,
            stock,
            category,
            also,
            store,
            // Only flowers have colours, and only bouquets stems.
            colors: if category == "hediyyeler" { vec![] } else { colors },
            stems: if ["guller", "hediyyeler"].contains(&category) { None } else { stems },
            preparation_days,
        },
    )
}

impl RandomProduct {
    pub fn price_now(&self) -> i64 {
        self.discounted.unwrap_or(self.price)
    }

    pub fn is_in_flowers(&self) -> bool {
        FLOWERS.contains(&self.category) || self.also.is_some_and(|also| FLOWERS.contains(&also))
    }

    /// The line in the demo file.
    pub fn line(&self, number: usize) -> Value {
        let mut fields = json!({});
        if !self.colors.is_empty() {
            fields["color"] = json!(self.colors);
        }
        if let Some(stems) = self.stems {
            fields["stems"] = json!(stems);
        }
        let mut line = json!({
            "category": self.category, "also": self.also.iter().collect::<Vec<_>>(), "store": self.store,
            "price": self.price, "stock": self.stock, "preparationDays": self.preparation_days, "fields": fields,
            "popularity": self.popularity, "rating": f64::from(self.rating) / 10.0, "reviews": 7, "days": self.days,
        });
        if let Some(discounted) = self.discounted {
            line["discounted"] = json!(discounted);
        }
        product(&format!("p{number}"), &line)
    }
}

pub fn sample<S: Strategy>(strategy: &S, runner: &mut TestRunner) -> S::Value {
    strategy.new_tree(runner).unwrap().current()
}

/// Returns the slugs and the total.
async fn read_all_pages(shop: &TestShop, request: &ListProductsRequest, per_page: i64) -> (Vec<String>, i64) {
    let mut found = Vec::new();
    let mut page = 1;
    loop {
        let response = shop.list(ListProductsRequest { page, per_page, ..request.clone() }).await.unwrap();
        let meta = response.meta.unwrap();
        found.extend(slugs(&response));
        if page >= meta.last_page {
            // The page after the last is empty and has the same total.
            let beyond = shop.list(ListProductsRequest { page: page + 1, per_page, ..request.clone() }).await.unwrap();
            assert!(beyond.products.is_empty());
            assert_eq!(beyond.meta.unwrap().total, meta.total);
            return (found, meta.total);
        }
        page += 1;
    }
}

/// Slugs of the matching products in the order of the sort.
fn expected(products: &[RandomProduct], sort: ProductSort, matches: impl Fn(&RandomProduct) -> bool) -> Vec<String> {
    let mut found: Vec<_> = products.iter().enumerate().filter(|(_, product)| matches(product)).collect();
    // Among equal products, the newest (greatest number) comes first, except by ascending price.
    found.sort_by_key(|(number, product)| {
        let (number, last_first) = (*number as i64, -(*number as i64));
        match sort {
            ProductSort::Newest => (product.days, 0, last_first),
            ProductSort::PriceAsc => (product.price_now(), 0, number),
            ProductSort::PriceDesc => (-product.price_now(), 0, last_first),
            ProductSort::Rating => (-i64::from(product.rating), 0, last_first),
            ProductSort::Soonest => (product.preparation_days, -product.popularity, last_first),
            _ => (-product.popularity, 0, last_first),
        }
    });
    found.into_iter().map(|(number, _)| format!("p{number}")).collect()
}

const SORTS: [ProductSort; 8] = [
    ProductSort::Unspecified,
    ProductSort::Popular,
    ProductSort::Newest,
    ProductSort::PriceAsc,
    ProductSort::PriceDesc,
    ProductSort::Rating,
    ProductSort::Soonest,
    ProductSort::Relevance,
];

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn pages_do_not_repeat_or_skip_products_in_any_sort(pool: PgPool) {
    let mut runner = TestRunner::deterministic();
    let products = sample(&vec(random_product(), 60..=60), &mut runner);
    let shop =
        TestShop::start_with(pool, products.iter().enumerate().map(|(number, product)| product.line(number))).await;
    for sort in SORTS {
        for per_page in [1, 7, 100] {
            let request = ListProductsRequest { sort: sort.into(), ..Default::default() };
            let every_product = expected(&products, sort, |_| true);
            assert_eq!(read_all_pages(&shop, &request, per_page).await, (every_product, 60), "{sort:?} by {per_page}");

            let category = ListProductsRequest { category: Some("guller".to_owned()), ..request.clone() };
            let flowers = expected(&products, sort, RandomProduct::is_in_flowers);
            let total = flowers.len() as i64;
            assert_eq!(
                read_all_pages(&shop, &category, per_page).await,
                (flowers, total),
                "{sort:?} of flowers by {per_page}"
            );

            let store = ListProductsRequest { store: Some("sirin-ev".to_owned()), in_stock: Some(true), ..request };
            let sweets = expected(&products, sort, |product| product.store == "sirin-ev" && product.stock > 0);
            let total = sweets.len() as i64;
            assert_eq!(
                read_all_pages(&shop, &store, per_page).await,
                (sweets, total),
                "{sort:?} of a store by {per_page}"
            );
        }
    }
}

/// A filter that is false or absent does nothing.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate filter")]
pub struct RandomFilters {
    pub in_flowers: bool,
    pub store: Option<&'static str>,
    pub min: Option<i64>,
    pub max: Option<i64>,
    pub discounted: bool,
    pub in_stock: bool,
    pub ready_today: bool,
    /// The lowest rating, in tenths.
    pub rating: Option<u8>,
    pub colors: Vec<&'static str>,
    /// The lowest and highest number of stems.
    pub stems: Option<(i64, i64)>,
}

pub fn random_filters() -> impl Strategy<Value = RandomFilters> {
    let location = (any::<bool>(), option::weighted(0.3, prop::sample::select(vec!["gul-evi", "sirin-ev"])));
    let price = (option::weighted(0.4, 1..8_i64), option::weighted(0.4, 3..9_i64));
    let flags = (
        prop::bool::weighted(0.3),
        prop::bool::weighted(0.5),
        option::weighted(0.3, 40..46_u8),
        prop::bool::weighted(0.3),
    );
    let colors = prop::sample::subsequence(vec!["red", "white", "blue"], 0..=2);
    (location, price, flags, colors, option::weighted(0.4, (1..4_i64, 2..6_i64))).prop_map(
        |((in_flowers, store), (min, max), (discounted, in_stock, rating, ready_today), colors, stems)| RandomFilters {
            in_flowers,
            store,
            min: min.map(|price| price * 100),
            max: max.map(|price| price * 100),
            discounted,
            in_stock,
            ready_today,
            rating,
            colors,
            stems,
        },
    )
}

impl RandomFilters {
    pub fn matches(&self, product: &RandomProduct) -> bool {
        (!self.in_flowers || product.is_in_flowers())
            && self.store.is_none_or(|store| store == product.store)
            && self.min.is_none_or(|min| product.price_now() >= min)
            && self.max.is_none_or(|max| product.price_now() <= max)
            && (!self.discounted || product.discounted.is_some())
            && (!self.in_stock || product.stock > 0)
            && (!self.ready_today || product.preparation_days == 0)
            && self.rating.is_none_or(|rating| product.rating >= rating)
            && (self.colors.is_empty() || self.colors.iter().any(|color| product.colors.contains(color)))
            && self.stems.is_none_or(|(min, max)| product.stems.is_some_and(|stems| (min..=max).contains(&stems)))
    }

    pub fn request(&self, sort: ProductSort) -> ListProductsRequest {
        let mut fields = Vec::new();
        if !self.colors.is_empty() {
            let values = self.colors.iter().map(ToString::to_string).collect();
            fields.push(FieldFilter { key: "color".to_owned(), values, ..Default::default() });
        }
        if let Some((min, max)) = self.stems {
            let (min, max) = (Some(min as f64), Some(max as f64));
            fields.push(FieldFilter { key: "stems".to_owned(), min, max, ..Default::default() });
        }
        ListProductsRequest {
            category: self.in_flowers.then(|| "guller".to_owned()),
            store: self.store.map(str::to_owned),
            min_price: self.min,
            max_price: self.max,
            discounted: self.discounted.then_some(true),
            in_stock: self.in_stock.then_some(true),
            ready_today: self.ready_today.then_some(true),
            rating: self.rating.map(|tenths| f64::from(tenths) / 10.0),
            fields,
            sort: sort.into(),
            ..Default::default()
        }
    }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn filters_keep_exactly_the_matching_products(pool: PgPool) {
    let mut runner = TestRunner::deterministic();
    let products = sample(&vec(random_product(), 80..=80), &mut runner);
    let shop =
        TestShop::start_with(pool, products.iter().enumerate().map(|(number, product)| product.line(number))).await;
    let mut rounds_with_products = 0;
    for round in 0..150 {
        let filters = sample(&random_filters(), &mut runner);
        let sort = SORTS[round % SORTS.len()];
        let matching = expected(&products, sort, |product| filters.matches(product));
        let total = matching.len() as i64;
        rounds_with_products += i32::from(total > 0);
        assert_eq!(
            read_all_pages(&shop, &filters.request(sort), 9).await,
            (matching, total),
            "{filters:?} by {sort:?}"
        );
    }
    assert!(rounds_with_products > 50, "too few random filters match anything: {rounds_with_products}");
}

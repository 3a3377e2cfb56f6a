//! Benchmarks searches in 100,000 products, and publishing changes.

use std::{
    path::Path,
    sync::{Arc, LazyLock},
};

use chrono::{DateTime, TimeDelta, Utc};
use divan::Bencher;
use kit::Language;
use search::{
    CategoryRow, Cursor, FieldCondition, FieldRow, Filters, Index, IndexBuilder, ListRequest, Product,
    ProductFieldValue, Search, Sort, StoreRow, Taxonomy, TaxonomyRows, Texts, ValueRow,
};
use tokio::runtime::Runtime;

const PRODUCTS: i64 = 100_000;
const CATEGORIES: i64 = 120;
const TOP_CATEGORIES: i64 = 12;
const STORES: i64 = 200;
const BUILDER_THREADS: usize = 2;
const COLOURS: [&str; 6] = ["red", "white", "blue", "green", "black", "gold"];
const NOUNS: [&str; 12] =
    ["qızılgül", "buket", "fincan", "çanta", "saat", "şokolad", "şam", "üzük", "kitab", "oyuncaq", "ətir", "termos"];
const ADJECTIVES: [&str; 10] = ["qırmızı", "ağ", "mavi", "böyük", "kiçik", "gümüşü", "taxta", "dəri", "uşaq", "əl işi"];

fn main() {
    divan::main();
}

struct Shop {
    runtime: Runtime,
    search: Search,
    _folder: tempfile::TempDir,
}

static SHOP: LazyLock<Shop> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("cannot create a temporary folder");
    let taxonomy = Arc::new(Taxonomy::new(rows()));
    let index = build_index(folder.path(), &taxonomy);
    let search = Search::new(folder.path().to_owned());
    search.switch_to(&index, taxonomy).expect("cannot open the new index");
    Shop { runtime: Runtime::new().expect("cannot start a runtime"), search, _folder: folder }
});

fn texts(az: &str) -> Texts {
    Texts { az: az.to_owned(), ru: None, en: None }
}

fn rows() -> TaxonomyRows {
    let categories = (1..=CATEGORIES).map(|id| CategoryRow {
        category_id: id,
        parent_id: (id > TOP_CATEGORIES).then_some((id - 1) % TOP_CATEGORIES + 1),
        slug: format!("c-{id}"),
        name: texts(NOUNS[id as usize % NOUNS.len()]),
    });
    let colour = FieldRow {
        field_id: 1,
        category_id: 1,
        key: "color".to_owned(),
        r#type: "choice".to_owned(),
        name: texts("Rəng"),
        unit: None,
        is_filterable: true,
    };
    let values = COLOURS.map(|value| ValueRow { field_id: 1, value: value.to_owned(), label: texts(value) });
    let stores = (1..=STORES).map(|id| StoreRow {
        store_id: id,
        name: format!("Mağaza {id}"),
        slug: format!("s-{id}"),
        is_open: true,
    });
    TaxonomyRows {
        categories: categories.collect(),
        fields: vec![colour],
        values: values.into(),
        stores: stores.collect(),
    }
}

/// The product of an id is always the same, because its values come from a hash of the id.
fn product(id: i64) -> Product {
    let hash = id.wrapping_mul(2_654_435_761).unsigned_abs() as usize;
    let name = format!("{} {} {}", ADJECTIVES[hash % ADJECTIVES.len()], NOUNS[hash / 10 % NOUNS.len()], hash % 1_000);
    let category = (hash / 7) as i64 % CATEGORIES + 1;
    let colour = COLOURS[hash / 3 % COLOURS.len()];
    Product {
        product_id: id,
        store_id: (hash / 11) as i64 % STORES + 1,
        category_id: category,
        name: texts(&name),
        price: 500 + (hash % 90_000) as i64,
        popularity: (hash % 100) as i64,
        rank: (hash % 100) as i64,
        has_picture: true,
        rating: (hash % 51) as i16,
        review_count: (hash % 400) as i64,
        published_at: DateTime::<Utc>::UNIX_EPOCH + TimeDelta::minutes(id),
        is_discounted: hash.is_multiple_of(5),
        in_stock: !hash.is_multiple_of(9),
        preparation_days: (hash % 3) as i16,
        is_bestseller: hash.is_multiple_of(500),
        categories: vec![category],
        field_values: vec![ProductFieldValue {
            field_id: 1,
            key: "color".to_owned(),
            value: colour.to_owned(),
            number: None,
        }],
    }
}

fn build_index(folder: &Path, taxonomy: &Taxonomy) -> Index {
    let builder = IndexBuilder::create(folder, BUILDER_THREADS).expect("cannot create an index");
    for id in 1..=PRODUCTS {
        builder.add(&product(id), taxonomy).expect("cannot add a product");
    }
    builder.finish(Cursor { stamp: "bench".to_owned(), position: 1 }).expect("cannot finish the index")
}

fn request(text: Option<&str>, category: Option<i64>) -> ListRequest {
    let filters = Filters { text: text.map(str::to_owned), ..Filters::default() };
    ListRequest { category, filters, limit: 24, with_facets: true, ..ListRequest::everything() }
}

fn find(bencher: Bencher<'_, '_>, request: &ListRequest) {
    let shop = &*SHOP;
    let total = |request: ListRequest| {
        shop.runtime.block_on(shop.search.find(request, None)).expect("the search failed").0.total
    };
    assert!(total(request.clone()) > 0, "the benchmark's query must find products");
    bencher.bench(|| total(request.clone()));
}

#[divan::bench]
fn category_page(bencher: Bencher<'_, '_>) {
    find(bencher, &request(None, Some(1)));
}

#[divan::bench]
fn category_filtered_by_price_and_colour(bencher: Bencher<'_, '_>) {
    let mut request = request(None, Some(1));
    request.filters.max_price = Some(20_000);
    request.filters.fields =
        vec![FieldCondition { key: "color".to_owned(), values: vec!["red".to_owned()], between: None }];
    find(bencher, &request);
}

#[divan::bench]
fn broad_word(bencher: Bencher<'_, '_>) {
    find(bencher, &ListRequest { sort: Sort::Relevance, ..request(Some("buket"), None) });
}

#[divan::bench]
fn two_words_with_a_suffix(bencher: Bencher<'_, '_>) {
    find(bencher, &ListRequest { sort: Sort::Relevance, ..request(Some("qırmızı güllər"), None) });
}

#[divan::bench]
fn misspelt_word(bencher: Bencher<'_, '_>) {
    find(bencher, &ListRequest { sort: Sort::Relevance, ..request(Some("shokolat"), None) });
}

#[divan::bench]
fn suggestions_for_three_letters(bencher: Bencher<'_, '_>) {
    let shop = &*SHOP;
    let suggest =
        || shop.runtime.block_on(shop.search.suggest(Language::Az, "qız".to_owned(), Vec::new())).expect("an answer");
    assert!(!suggest().products.is_empty());
    bencher.bench(suggest);
}

/// The time until lists show 100 changed products.
#[divan::bench(sample_count = 20)]
fn publish_100_changes(bencher: Bencher<'_, '_>) {
    let folder = tempfile::tempdir().expect("cannot create a temporary folder");
    let taxonomy = Arc::new(Taxonomy::new(rows()));
    let mut index = build_index(folder.path(), &taxonomy);
    let search = Search::new(folder.path().to_owned());
    let mut position = 1;
    bencher.bench_local(|| {
        position += 1;
        // 997 is prime, so the changed products are spread over the shop.
        let ids: Vec<i64> = (0..100).map(|number| (number * 997 + position) % PRODUCTS + 1).collect();
        let products: Vec<_> = ids.iter().map(|id| product(*id)).collect();
        index.replace(&ids, &products, &taxonomy).expect("cannot replace products");
        index.commit(Cursor { stamp: "bench".to_owned(), position }).expect("cannot commit");
        search.switch_to(&index, taxonomy.clone()).expect("cannot open the new commit");
    });
}

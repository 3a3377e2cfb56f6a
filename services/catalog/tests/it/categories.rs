//! The category tree and its fields as shoppers see them.

use std::time::{Duration, Instant};

use kit::Language;
use proto::catalog::{
    AllCategoriesRequest, AncestorsRequest, Category, CategoryStoresRequest, ChildrenRequest, FieldsRequest,
    GetCategoryRequest, TopCategoriesRequest, TreeRequest,
};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    shop::{Demo, TestShop, in_language, names, product, refusal},
    statements::record_statements,
};

/// Describes each category as `slug product_count (children)`.
fn outline(categories: &[Category]) -> String {
    let line = |category: &Category| {
        let children =
            if category.children.is_empty() { String::new() } else { format!(" ({})", outline(&category.children)) };
        format!("{} {}{children}", category.slug, category.product_count)
    };
    categories.iter().map(line).collect::<Vec<_>>().join(", ")
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn stores_of_a_category_include_its_subcategories(pool: PgPool) {
    let sold_as = |store: &str, category: &str| json!({"store": store, "category": category, "also": ["lale"]});
    let shop = TestShop::start_with(
        pool.clone(),
        [
            product("a", &sold_as("gul-evi", "qizilgul")),
            product("b", &sold_as("sirin-ev", "qizilgul")),
            product("c", &sold_as("sirin-ev", "dibcek")),
            product("d", &sold_as("sirin-ev", "hediyyeler")),
        ],
    )
    .await;

    // Store id and product count, largest count first.
    let sellers = async |category: &str| {
        let request = CategoryStoresRequest { category: category.to_owned() };
        let stores = shop.categories().stores(request).await.map(|response| response.into_inner().stores);
        stores.map(|stores| stores.into_iter().map(|store| (store.store_id, store.product_count)).collect::<Vec<_>>())
    };

    assert_eq!(sellers("guller").await.unwrap(), [(2, 3), (1, 1)], "a product in two categories counts once");
    assert_eq!(sellers("dibcek").await.unwrap(), [(2, 1)]);
    assert_eq!(refusal(sellers("no-such-category").await), "category_not_found");

    catalog::publish(&shop.app, shop.id_of("a").await, catalog::State::Withdrawn).await.unwrap();
    shop.wait_for_index().await;
    assert_eq!(sellers("guller").await.unwrap(), [(2, 3)]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn tree_is_returned_complete_and_in_parts(pool: PgPool) {
    let shop = TestShop::start_with(
        pool,
        [product("a", &json!({"also": ["lale"]})), product("b", &json!({"category": "dibcek"}))],
    )
    .await;
    let mut categories = shop.categories();
    insta::assert_snapshot!(
        outline(&shop.tree().await.categories),
        @"hediyyeler 0, guller 2 (buketler 1 (qizilgul 1, lale 1), dibcek 1)"
    );

    let all = categories.all(AllCategoriesRequest {}).await.unwrap().into_inner().categories;
    assert_eq!(all.len(), 6);
    assert!(all.iter().all(|category| category.children.is_empty()), "the complete list is flat");

    let top = categories.top(TopCategoriesRequest {}).await.unwrap().into_inner().categories;
    assert_eq!(outline(&top), "hediyyeler 0, guller 2");
    let flowers = top[1].id;
    let children = categories.children(ChildrenRequest { category_id: flowers }).await.unwrap().into_inner().categories;
    assert_eq!(outline(&children), "buketler 1, dibcek 1");

    let ancestors =
        categories.ancestors(AncestorsRequest { slug: "lale".to_owned() }).await.unwrap().into_inner().categories;
    assert_eq!(outline(&ancestors), "guller 2, buketler 1, lale 1");

    for key in ["guller".to_owned(), flowers.to_string()] {
        let one = categories.get(GetCategoryRequest { category: key }).await.unwrap().into_inner();
        assert_eq!(outline(&[one]), "guller 2 (buketler 1, dibcek 1)");
    }

    let leaf = categories.get(GetCategoryRequest { category: "lale".to_owned() }).await.unwrap().into_inner();
    assert!(
        categories.children(ChildrenRequest { category_id: leaf.id }).await.unwrap().into_inner().categories.is_empty()
    );
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn names_come_in_the_callers_language(pool: PgPool) {
    let mut demo = Demo::with([]);
    assert_eq!(demo.categories[1]["slug"], "hediyyeler");
    demo.categories[1]["name"] = json!({"az": "Hədiyyələr", "ru": "Подарки"});
    let shop = TestShop::start(pool).await;
    shop.load(&demo).await.unwrap();
    // A missing name falls back to Azerbaijani.
    for (language, name) in [(Language::Az, "Hədiyyələr"), (Language::Ru, "Подарки"), (Language::En, "Hədiyyələr")]
    {
        let tree = shop.categories().tree(in_language(language, TreeRequest {})).await.unwrap().into_inner();
        let gifts = tree.categories.iter().find(|category| category.slug == "hediyyeler").unwrap();
        assert_eq!(gifts.name, name);
    }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn unknown_categories_are_reported(pool: PgPool) {
    let shop = TestShop::start_with(pool, []).await;
    let mut categories = shop.categories();
    // The last is beyond the range of ids.
    for unknown in ["no-such-category", "", "a\0", "99999999999999999999"] {
        let text = || unknown.to_owned();
        assert_eq!(refusal(categories.get(GetCategoryRequest { category: text() }).await), "category_not_found");
        assert_eq!(refusal(categories.ancestors(AncestorsRequest { slug: text() }).await), "category_not_found");
        let fields = FieldsRequest { slug: text(), only_filterable: true };
        assert_eq!(refusal(categories.fields(fields).await), "category_not_found");
    }
    for unknown in [0, -1, i64::MAX] {
        assert_eq!(refusal(categories.children(ChildrenRequest { category_id: unknown }).await), "category_not_found");
    }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn fields_are_inherited_and_counted_below(pool: PgPool) {
    let products = [
        product("a", &json!({"fields": {"color": ["red", "white"], "stems": 25, "fresh": true}})),
        product(
            "b",
            &json!({"fields": {"color": "red", "stems": 7.5, "fresh": false}, "category": "lale", "also": ["qizilgul"]}),
        ),
        product("c", &json!({"fields": {"color": "blue"}, "category": "dibcek"})),
    ];
    let shop = TestShop::start_with(pool, products).await;
    // `key name type: values with counts`, or the bounds of a range.
    let fields = async |slug: &str| {
        let request = FieldsRequest { slug: slug.to_owned(), only_filterable: true };
        let fields = shop.categories().fields(in_language(Language::Ru, request)).await.unwrap().into_inner().fields;
        let line = |field: proto::catalog::Field| {
            let values: Vec<_> =
                field.values.iter().map(|value| format!("{} {} {}", value.value, value.label, value.count)).collect();
            let bounds = field
                .min
                .zip(field.max)
                .map(|(min, max)| format!("{min}–{max} {}", field.unit.as_deref().unwrap_or("?")));
            format!(
                "{} {} {:?}: {}{}",
                field.key,
                field.name,
                field.r#type(),
                values.join(", "),
                bounds.unwrap_or_default()
            )
        };
        fields.into_iter().map(line).collect::<Vec<_>>().join("\n")
    };

    insta::assert_snapshot!(fields("qizilgul").await, @r"
    color Rəng (ru) Choice: red Красный 2, white Белый 1, blue Синий 0
    stems Gül sayı Range: 7.5–25 шт.
    fresh Свежие Toggle: true Да 1, false Нет 1
    ");
    insta::assert_snapshot!(fields("guller").await, @"color Rəng (ru) Choice: red Красный 2, white Белый 1, blue Синий 1");
    insta::assert_snapshot!(fields("lale").await, @r"
    color Rəng (ru) Choice: red Красный 1, white Белый 0, blue Синий 0
    stems Gül sayı Range: 7.5–7.5 шт.
    fresh Свежие Toggle: true Да 0, false Нет 1
    ");
    assert_eq!(fields("hediyyeler").await, "");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn nearest_definition_of_a_field_applies(pool: PgPool) {
    let mut demo = Demo::with([product("a", &json!({"fields": {"color": "deep-red"}}))]);
    // Roses redefine the colours of flowers.
    demo.categories[0]["children"][0]["children"][0]["fields"] = json!([{
        "key": "color", "type": "choice", "name": names("Çalar"),
        "values": [{"value": "deep-red", "label": {"az": "Tünd qırmızı"}}],
    }]);
    let shop = TestShop::start(pool).await;
    shop.load(&demo).await.unwrap();

    let request = FieldsRequest { slug: "qizilgul".to_owned(), only_filterable: false };
    let fields = shop.categories().fields(request).await.unwrap().into_inner().fields;
    let colours: Vec<_> = fields.iter().filter(|field| field.key == "color").collect();
    assert_eq!(colours.len(), 1);
    assert_eq!((colours[0].name.as_str(), colours[0].values[0].count), ("Çalar", 1));

    let page = shop.page_of("a").await.unwrap();
    assert_eq!((page.fields[0].name.as_str(), page.fields[0].value.as_str()), ("Çalar", "Tünd qırmızı"));
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn deep_trees_are_returned(pool: PgPool) {
    const DEPTH: usize = 60;

    let mut demo = Demo::with([product("a", &json!({"category": format!("level-{DEPTH}")}))]);
    let mut tree = json!({"slug": format!("level-{DEPTH}"), "name": names("Kateqoriya")});
    for level in (1..DEPTH).rev() {
        tree = json!({"slug": format!("level-{level}"), "name": names("Kateqoriya"), "children": [tree]});
    }
    demo.categories = vec![tree];
    let shop = TestShop::start(pool).await;
    shop.load(&demo).await.unwrap();

    let mut depth = 0;
    let mut level = shop.tree().await.categories;
    while let Some(category) = level.pop() {
        assert_eq!(category.product_count, 1);
        (depth, level) = (depth + 1, category.children);
    }
    assert_eq!((depth, shop.page_of("a").await.unwrap().breadcrumbs.len()), (DEPTH, DEPTH));
}

fn category(slug: &str, children: &[Value]) -> Value {
    json!({"slug": slug, "name": names("Kateqoriya"), "children": children})
}

/// 20 top categories with 15 children of 16 each.
#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn tree_of_5000_categories_takes_one_statement_and_is_quick(pool: PgPool) {
    let leaf = |top: usize, middle: usize, leaf: usize| category(&format!("c-{top}-{middle}-{leaf}"), &[]);
    let middle = |top: usize, middle: usize| {
        let leaves: Vec<_> = (0..16).map(|number| leaf(top, middle, number)).collect();
        category(&format!("c-{top}-{middle}"), &leaves)
    };
    let top = |top: usize| {
        let middles: Vec<_> = (0..15).map(|number| middle(top, number)).collect();
        category(&format!("c-{top}"), &middles)
    };
    let mut demo = Demo::with([product("a", &json!({"category": "c-3-4-5"}))]);
    demo.categories = (0..20).map(top).collect();
    let shop = TestShop::start(pool.clone()).await;
    shop.load(&demo).await.unwrap();
    sqlx::raw_sql("analyze").execute(&pool).await.unwrap();

    let (mut quickest, mut fewest) = (Duration::MAX, None);
    for _ in 0..10 {
        let started = Instant::now();
        let (tree, statements) = record_statements(shop.tree()).await;
        quickest = quickest.min(started.elapsed());
        // Ignores statements of the outbox worker, which runs now and then.
        fewest = fewest.into_iter().chain([statements]).min_by_key(Vec::len);
        let count: usize =
            tree.categories.iter().flat_map(|top| &top.children).map(|middle| middle.children.len()).sum();
        assert_eq!(count, 20 * 15 * 16);
        assert_eq!(tree.categories.iter().map(|top| top.product_count).sum::<i64>(), 1);
    }

    assert_eq!(
        fewest.unwrap(),
        ["select category.category_id, category.parent_id, category.slug, …"],
        "one statement for the whole tree"
    );
    // Test builds are slower and share the CPU.
    let limit = if cfg!(debug_assertions) { 2_000 } else { 20 };
    println!("the quickest of ten took {quickest:?}");
    assert!(quickest < Duration::from_millis(limit), "{quickest:?}");
}

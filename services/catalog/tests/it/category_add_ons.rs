//! How staff choose the products that are offered with those of a category, and what product pages then show.

use proto::catalog::{
    AddOnState, CategoryAddOnIds, CategoryDeskGetRequest, CategoryDetails, Product, UpdateCategoryRequest,
};
use serde_json::{Value, json};
use sqlx::PgPool;
use testkit::audit::entries;
use tonic::Status;

use crate::{
    category_desk::edit_of,
    shop::{Demo, TestShop, product, refusal, size_line},
};

/// A rose (below guller), and gifts (in hediyyeler) that can be add-ons.
fn rose_and(gifts: &[&str]) -> Vec<Value> {
    let gifts = gifts.iter().map(|slug| product(slug, &json!({"category": "hediyyeler"})));
    std::iter::once(product("rose", &json!({}))).chain(gifts).collect()
}

fn slugs(category: &CategoryDetails) -> Vec<&str> {
    category.add_ons.iter().map(|add_on| add_on.slug.as_str()).collect()
}

fn offered(page: &Product) -> Vec<&str> {
    page.add_ons.iter().map(|card| card.slug.as_str()).collect()
}

fn with_add_ons(category: &CategoryDetails, product_ids: Vec<i64>) -> UpdateCategoryRequest {
    UpdateCategoryRequest { add_ons: Some(CategoryAddOnIds { product_ids }), ..edit_of(category) }
}

impl TestShop {
    async fn set_add_ons(&self, category: &str, product_ids: Vec<i64>) -> Result<CategoryDetails, Status> {
        self.update_category(with_add_ons(&self.category(category).await, product_ids)).await
    }

    async fn ids_of(&self, slugs: &[&str]) -> Vec<i64> {
        let query = "select product_id from product where slug = any ($1) order by array_position($1, slug)";
        sqlx::query_scalar(query).bind(slugs).fetch_all(&self.app.pool).await.unwrap()
    }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn add_ons_are_set_reordered_and_removed(pool: PgPool) {
    let shop = TestShop::start_with(pool.clone(), rose_and(&["vase", "card", "candle"])).await;
    let ids = shop.ids_of(&["vase", "card", "candle"]).await;
    let [vase, card, candle] = ids[..] else { panic!("three products") };
    let kinds_before = shop.published_kinds().await;

    let flowers = shop.set_add_ons("guller", vec![vase, card]).await.unwrap();
    assert_eq!((flowers.version, slugs(&flowers)), (2, vec!["vase", "card"]));
    assert_eq!(offered(&shop.page_of("rose").await.unwrap()), ["vase", "card"]);

    let flowers = shop.set_add_ons("guller", vec![candle, card, vase]).await.unwrap();
    assert_eq!((flowers.version, slugs(&flowers)), (3, vec!["candle", "card", "vase"]));
    assert_eq!(shop.category("guller").await, flowers);
    assert_eq!(offered(&shop.page_of("rose").await.unwrap()), ["candle", "card", "vase"]);

    let repeated = shop.set_add_ons("guller", vec![candle, card, vase]).await.unwrap();
    assert_eq!(repeated.version, 3, "a repeated edit changes nothing");

    let flowers = shop.set_add_ons("guller", vec![]).await.unwrap();
    assert_eq!((flowers.version, slugs(&flowers)), (4, vec![]));
    assert_eq!(offered(&shop.page_of("rose").await.unwrap()), [""; 0]);

    assert_eq!(shop.published_kinds().await, kinds_before, "the search index has no add-ons");
    let changes: Vec<_> = entries(&pool).await.into_iter().map(|entry| (entry.before, entry.after)).collect();
    let lists = [vec![], vec![vase, card], vec![candle, card, vase], vec![]].map(|ids| Some(json!({"addOns": ids})));
    let expected: Vec<_> = lists.windows(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect();
    assert_eq!(changes, expected);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn nearest_category_with_add_ons_decides(pool: PgPool) {
    let shop = TestShop::start_with(pool.clone(), rose_and(&["vase", "card"])).await;
    let ids = shop.ids_of(&["vase", "card"]).await;
    let [vase, card] = ids[..] else { panic!("two products") };
    shop.set_add_ons("guller", vec![vase]).await.unwrap();
    let bouquets = shop.set_add_ons("buketler", vec![card]).await.unwrap();
    assert_eq!(slugs(&bouquets), ["card"], "inherited add-ons are left out");
    assert_eq!(offered(&shop.page_of("rose").await.unwrap()), ["card"]);

    sqlx::query("delete from product where slug = 'card'").execute(&pool).await.unwrap();
    assert_eq!(slugs(&shop.category("buketler").await), [""; 0]);
    assert_eq!(offered(&shop.page_of("rose").await.unwrap()), ["vase"], "a deleted product is no add-on");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn only_the_first_four_available_products_are_offered(pool: PgPool) {
    let mut products = rose_and(&["closed", "a", "b", "c", "d", "e"]);
    products.push(product("gone", &json!({"category": "hediyyeler", "stock": 0})));
    let sizes = json!({"category": "hediyyeler", "sizes": [size_line("S", 1000, 4), size_line("L", 2000, 6)]});
    products.push(product("sized", &sizes));
    let shop = TestShop::start_with(pool, products).await;
    let ids = shop.ids_of(&["closed", "gone", "sized", "rose", "a", "b", "c", "d", "e"]).await;
    shop.withdraw_product(ids[0]).await.unwrap();

    let roses = shop.set_add_ons("qizilgul", ids).await.unwrap();
    let states: Vec<_> = roses.add_ons.iter().take(4).map(|add_on| (&*add_on.slug, add_on.state())).collect();
    assert_eq!(
        states,
        [
            ("closed", AddOnState::NotForSale),
            ("gone", AddOnState::SoldOut),
            ("sized", AddOnState::HasSizes),
            ("rose", AddOnState::Offered),
        ]
    );
    assert_eq!(offered(&shop.page_of("rose").await.unwrap()), ["a", "b", "c", "d"], "not with itself");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn add_ons_have_names_in_the_language_of_the_caller_and_pictures(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let mut demo = Demo::with(rose_and(&["vase"]));
    demo.pictures = json!({"products": {"vase": ["/media/abc/640.webp"]}});
    shop.load(&demo).await.unwrap();
    let flowers = shop.set_add_ons("guller", shop.ids_of(&["vase", "rose"]).await).await.unwrap();

    let mut request = shop.signed_by_operator(CategoryDeskGetRequest { id: flowers.id });
    request.metadata_mut().insert(kit::client::LANGUAGE, "ru".parse().unwrap());
    let in_russian = shop.category_desk().get(request).await.unwrap().into_inner();

    let shown: Vec<_> = in_russian.add_ons.iter().map(|add_on| (&*add_on.name, &*add_on.image_url)).collect();
    assert_eq!(shown, [("vase (ru)", "/media/abc/640.webp"), ("rose (ru)", "")]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn add_on_stays_the_same_product_when_slugs_change(pool: PgPool) {
    let shop = TestShop::start_with(pool.clone(), rose_and(&["vase", "jug"])).await;
    shop.set_add_ons("guller", shop.ids_of(&["vase"]).await).await.unwrap();
    let rename = async |from: &str, to: &str| {
        let statement = "update product set slug = $2 where slug = $1";
        sqlx::query(statement).bind(from).bind(to).execute(&pool).await.unwrap();
    };
    rename("vase", "crystal-vase").await;
    rename("jug", "vase").await;
    assert_eq!(slugs(&shop.category("guller").await), ["crystal-vase"]);
    assert_eq!(offered(&shop.page_of("rose").await.unwrap()), ["crystal-vase"]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn invalid_add_ons_and_outdated_edits_are_refused(pool: PgPool) {
    let shop = TestShop::start_with(pool, rose_and(&["vase", "card"])).await;
    let ids = shop.ids_of(&["vase", "card"]).await;
    let [vase, card] = ids[..] else { panic!("two products") };
    let refused = async |ids: Vec<i64>| refusal(shop.set_add_ons("guller", ids).await);
    insta::assert_snapshot!(refused(vec![vase, 404, card, -1]).await, @"validation_failed addOns[1]: product_not_found, addOns[3]: product_not_found");
    insta::assert_snapshot!(refused(vec![vase, card, vase]).await, @"validation_failed addOns[2]: duplicate");
    insta::assert_snapshot!(refused((1..=13).collect()).await, @"validation_failed addOns: too_many");

    let flowers = shop.category("guller").await;
    let missing = UpdateCategoryRequest { add_ons: None, ..edit_of(&flowers) };
    insta::assert_snapshot!(refusal(shop.update_category(missing).await), @"validation_failed addOns: required");

    shop.set_add_ons("guller", vec![vase]).await.unwrap();
    let outdated = with_add_ons(&flowers, vec![card]);
    assert_eq!(refusal(shop.update_category(outdated).await), "category_changed");
    assert_eq!(slugs(&shop.category("guller").await), ["vase"]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn demo_names_add_ons_by_slug_and_keeps_those_of_other_categories(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let mut demo = Demo::with(rose_and(&["vase", "card"]));
    demo.categories[0]["addOns"] = json!(["card", "later", "vase"]);
    shop.load(&demo).await.unwrap();
    assert_eq!(slugs(&shop.category("guller").await), ["card", "vase"]);
    assert_eq!(offered(&shop.page_of("rose").await.unwrap()), ["card", "vase"]);

    shop.set_add_ons("guller", shop.ids_of(&["vase"]).await).await.unwrap();
    shop.set_add_ons("lale", shop.ids_of(&["rose"]).await).await.unwrap();
    demo.products.push(product("later", &json!({"category": "hediyyeler"})));
    shop.load(&demo).await.unwrap();
    assert_eq!(slugs(&shop.category("guller").await), ["card", "later", "vase"], "the demo is loaded again");
    assert_eq!(slugs(&shop.category("lale").await), ["rose"]);
}

//! Product lists that bloggers create and all shoppers can read.

use chrono::TimeDelta;
use futures::future::join_all;
use proto::catalog::{
    CreateListRequest, DeleteListRequest, GetListRequest, ListOwnerRequest, ListProductRequest, MyListsRequest,
    ProductList, PublicList, UpdateListRequest,
};
use serde_json::json;
use sqlx::PgPool;
use testkit::database::eventually;
use tonic::Status;

use crate::{
    fakes::FakeFeeds,
    shop::{Customer, TestShop, product, refusal},
};

const AYSEL: Customer = Customer(1);
const LEYLA: Customer = Customer(2);

impl TestShop {
    async fn create_list(&self, customer: Customer, name: &str) -> Result<ProductList, Status> {
        let request = CreateListRequest { name: name.to_owned(), description: None };
        Ok(self.lists().create(self.signed(customer, request)).await?.into_inner())
    }

    async fn add_to_list(&self, customer: Customer, list_id: i64, product_id: i64) -> Result<ProductList, Status> {
        let request = self.signed(customer, ListProductRequest { list_id, product_id });
        Ok(self.lists().add_product(request).await?.into_inner())
    }

    async fn remove_from_list(&self, customer: Customer, list_id: i64, product_id: i64) -> Result<ProductList, Status> {
        let request = self.signed(customer, ListProductRequest { list_id, product_id });
        Ok(self.lists().remove_product(request).await?.into_inner())
    }

    /// `product_id` asks whether each list has this product.
    async fn my_lists(&self, customer: Customer, product_id: Option<i64>) -> Vec<ProductList> {
        self.lists().mine(self.signed(customer, MyListsRequest { product_id })).await.unwrap().into_inner().lists
    }

    async fn read_list(&self, slug: &str) -> Result<PublicList, Status> {
        let request = GetListRequest { slug: slug.to_owned(), ..Default::default() };
        Ok(self.lists().get(request).await?.into_inner())
    }
}

/// Aysel is the blogger.
async fn shop_with_a_blogger(pool: PgPool) -> TestShop {
    let shop = TestShop::start_with(pool, ["a", "b", "c"].map(|slug| product(slug, &json!({})))).await;
    shop.accounts.make_blogger(AYSEL);
    shop
}

fn names(lists: &[ProductList]) -> Vec<&str> {
    lists.iter().map(|list| list.name.as_str()).collect()
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn bloggers_create_lists_that_all_can_read(pool: PgPool) {
    let shop = shop_with_a_blogger(pool).await;
    let list = shop.create_list(AYSEL, "  Anam üçün hədiyyələr ").await.unwrap();
    assert_eq!((list.name.as_str(), list.product_count), ("Anam üçün hədiyyələr", 0));
    assert!(list.slug.starts_with("anam-ucun-hediyyeler-"), "{}", list.slug);
    for slug in ["b", "a", "c", "a"] {
        shop.clock.advance(TimeDelta::minutes(1));
        shop.add_to_list(AYSEL, list.id, shop.id_of(slug).await).await.unwrap();
    }

    let page = shop.read_list(&list.slug).await.unwrap();
    let slugs: Vec<_> = page.products.iter().map(|card| card.slug.as_str()).collect();
    assert_eq!(
        (slugs, page.author.as_str()),
        (vec!["c", "a", "b"], "Aysel M."),
        "last added first, without duplicates"
    );
    assert_eq!((page.list.unwrap().product_count, page.meta.unwrap().total), (3, 3));

    let b = shop.id_of("b").await;
    for _ in 0..2 {
        assert_eq!(shop.remove_from_list(AYSEL, list.id, b).await.unwrap().product_count, 2);
    }
    let has_product_on_list = async |product| shop.my_lists(AYSEL, Some(product)).await[0].has_product;
    assert!(!has_product_on_list(b).await);
    assert!(has_product_on_list(shop.id_of("a").await).await);

    let owner = async |slug: &str| {
        let found = shop.lists().owner(ListOwnerRequest { slug: slug.to_owned() }).await.unwrap().into_inner();
        found.list_id.map(|list| (list, found.account_id))
    };
    assert_eq!(owner(&list.slug).await, Some((list.id, AYSEL.0)));
    assert_eq!(owner("no-such-list").await, None);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn only_bloggers_create_lists(pool: PgPool) {
    let shop = shop_with_a_blogger(pool).await;
    let refused = shop.create_list(LEYLA, "Mənim siyahım").await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (tonic::Code::PermissionDenied, "not_a_blogger"));
    let unsigned = CreateListRequest { name: "Kiminsə siyahısı".to_owned(), description: None };
    assert_eq!(refusal(shop.lists().create(unsigned).await), "unauthenticated");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn renamed_list_keeps_its_slug(pool: PgPool) {
    let shop = shop_with_a_blogger(pool).await;
    let list = shop.create_list(AYSEL, "Köhnə ad").await.unwrap();
    let request = UpdateListRequest { id: list.id, name: Some("Yeni ad".to_owned()), description: None };
    shop.lists().update(shop.signed(AYSEL, request)).await.unwrap();

    let request = UpdateListRequest { id: list.id, name: None, description: Some("Sevdiklərim".to_owned()) };
    let updated = shop.lists().update(shop.signed(AYSEL, request)).await.unwrap().into_inner();
    assert_eq!((updated.name.as_str(), updated.description.as_str()), ("Yeni ad", "Sevdiklərim"));
    assert_eq!(shop.read_list(&list.slug).await.unwrap().list.unwrap().name, "Yeni ad");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn lists_of_other_accounts_are_not_found(pool: PgPool) {
    let shop = shop_with_a_blogger(pool).await;
    shop.accounts.make_blogger(LEYLA);
    let list = shop.create_list(AYSEL, "Aysel seçir").await.unwrap();
    let a = shop.id_of("a").await;

    // Aysel's list, then unknown ids. Deleting either succeeds and changes nothing.
    for id in [list.id, 404, 0] {
        let rename = UpdateListRequest { id, name: Some("Oğurlanmış".to_owned()), description: None };
        assert_eq!(refusal(shop.lists().update(shop.signed(LEYLA, rename)).await), "list_not_found");
        assert_eq!(refusal(shop.add_to_list(LEYLA, id, a).await), "list_not_found");
        assert_eq!(refusal(shop.remove_from_list(LEYLA, id, a).await), "list_not_found");
        shop.lists().delete(shop.signed(LEYLA, DeleteListRequest { id })).await.unwrap();
    }

    assert_eq!(names(&shop.my_lists(AYSEL, None).await), ["Aysel seçir"]);
    assert!(shop.my_lists(LEYLA, None).await.is_empty());
    for _ in 0..2 {
        shop.lists().delete(shop.signed(AYSEL, DeleteListRequest { id: list.id })).await.unwrap();
    }
    assert_eq!(refusal(shop.read_list(&list.slug).await), "list_not_found");
}

/// The limits are 50 lists, and 200 products on each.
#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn numbers_of_lists_and_products_are_limited(pool: PgPool) {
    let products = (0..201).map(|number| product(&format!("p{number}"), &json!({})));
    let shop = TestShop::start_with(pool, products).await;
    shop.accounts.make_blogger(AYSEL);

    let outcomes = join_all((0..55).map(|number| {
        let shop = &shop;
        async move { shop.create_list(AYSEL, &format!("Siyahı {number}")).await }
    }))
    .await;
    let refused: Vec<_> = outcomes.iter().filter_map(|list| list.as_ref().err()).map(Status::message).collect();
    assert_eq!(refused, ["too_many_lists"; 55 - 50]);

    let list = shop.my_lists(AYSEL, None).await[0].id;
    let added = join_all((1..=201).map(|product| shop.add_to_list(AYSEL, list, product))).await;
    let refused: Vec<_> = added.iter().filter_map(|list| list.as_ref().err()).map(Status::message).collect();
    assert_eq!(refused, ["list_full"]);

    let page = GetListRequest { slug: shop.my_lists(AYSEL, None).await[0].slug.clone(), page: 3, per_page: 90 };
    let page = shop.lists().get(page).await.unwrap().into_inner();
    assert_eq!((page.products.len(), page.meta.unwrap().total), (200 - 2 * 90, 200));
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn lists_show_only_products_for_sale(pool: PgPool) {
    let shop = shop_with_a_blogger(pool.clone()).await;
    let list = shop.create_list(AYSEL, "Sevdiklərim").await.unwrap();
    let (a, b) = (shop.id_of("a").await, shop.id_of("b").await);
    shop.add_to_list(AYSEL, list.id, a).await.unwrap();
    shop.add_to_list(AYSEL, list.id, b).await.unwrap();
    catalog::publish(&shop.app, b, catalog::State::Withdrawn).await.unwrap();

    let page = shop.read_list(&list.slug).await.unwrap();
    assert_eq!((page.products.len(), page.list.unwrap().product_count), (1, 1));
    assert_eq!(refusal(shop.add_to_list(AYSEL, list.id, b).await), "product_not_found");
    assert_eq!(refusal(shop.add_to_list(AYSEL, list.id, 404).await), "product_not_found");

    // A withdrawn product can still be removed.
    shop.remove_from_list(AYSEL, list.id, b).await.unwrap();
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn lists_of_erased_accounts_are_deleted(pool: PgPool) {
    let shop = shop_with_a_blogger(pool).await;
    let list = shop.create_list(AYSEL, "Sağ olun, gedirəm").await.unwrap();
    shop.add_to_list(AYSEL, list.id, shop.id_of("a").await).await.unwrap();
    let feeds = FakeFeeds::connect(&shop).await;
    feeds.erase(AYSEL).await;
    eventually("the erased account", async || feeds.is_applied().await).await;
    assert_eq!(refusal(shop.read_list(&list.slug).await), "list_not_found");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn list_names_are_validated(pool: PgPool) {
    let shop = shop_with_a_blogger(pool).await;
    for (name, description, expected_error) in [
        ("", None, "name: required"),
        ("A", None, "name: too_short"),
        (&*"a".repeat(81), None, "name: too_long"),
        ("Sevdiklərim", Some("a".repeat(501)), "description: too_long"),
        ("\u{7}ad", Some("\0".to_owned()), "name: invalid_characters, description: invalid_characters"),
    ] {
        let request = CreateListRequest { name: name.to_owned(), description };
        let outcome = shop.lists().create(shop.signed(AYSEL, request)).await;
        assert_eq!(refusal(outcome), format!("validation_failed {expected_error}"));
    }
    assert_eq!(refusal(shop.read_list("no-such-list").await), "list_not_found");
    assert_eq!(refusal(shop.read_list("a\0").await), "list_not_found");
}

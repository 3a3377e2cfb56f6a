//! Attempts to put a text into the suggestions of all shoppers. Here, three visitors from three networks must have
//! searched for it; in production, five.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use catalog::write_searches;
use kit::client::{CallContext, ClientInfo};
use proto::catalog::{ListProductsRequest, SuggestRequest};
use serde_json::json;
use sqlx::PgPool;
use tonic::Request;

use crate::shop::{Customer, TestShop, product};

/// "Stupid sellers".
const INSULT: &str = "axmaq satıcılar";
/// "Rival shop".
const COMPETITOR: &str = "Rəqib Mağaza";
/// "Rose stupid"; the first word finds products.
const INSULT_WITH_PRODUCTS: &str = "qızılgül axmaq";

/// A rose and a watch.
async fn shop_of_roses(pool: PgPool) -> TestShop {
    TestShop::start_with(
        pool,
        [
            product("qizilgul", &json!({"name": {"az": "Qırmızı qızılgül", "ru": "Красная роза"}})),
            product("saat", &json!({"name": {"az": "Qol saatı"}, "category": "hediyyeler", "store": "sirin-ev"})),
        ],
    )
    .await
}

fn search(typed: &str, address: IpAddr) -> Request<ListProductsRequest> {
    let origin = ClientInfo::new(Some(address), b"");
    let request = ListProductsRequest { search: Some(typed.to_owned()), ..Default::default() };
    CallContext { origin, ..Default::default() }.sign(request)
}

async fn search_from(shop: &TestShop, typed: &str, addresses: impl IntoIterator<Item = IpAddr>) {
    for address in addresses {
        shop.products().list(search(typed, address)).await.unwrap();
    }
}

async fn search_as(shop: &TestShop, account: i64, typed: &str, address: IpAddr) {
    let mut request = search(typed, address);
    let signed = shop.signed(Customer(account), ());
    let token = signed.metadata().get("authorization").unwrap().clone();
    request.metadata_mut().insert("authorization", token);
    shop.products().list(request).await.unwrap();
}

/// One address in each of `count` networks.
fn networks(count: u8) -> impl Iterator<Item = IpAddr> {
    (0..count).map(|number| Ipv4Addr::new(198, 51, number, 7).into())
}

/// The suggestions for no text (popular searches), for the beginning of `typed`, and for `typed`.
async fn suggested(shop: &TestShop, typed: &str) -> Vec<String> {
    write_searches(&shop.app).await.unwrap();
    let mut queries = Vec::new();
    for query in [String::new(), typed.chars().take(2).collect(), typed.to_owned()] {
        queries.extend(shop.search().suggest(SuggestRequest { query }).await.unwrap().into_inner().queries);
    }
    queries.dedup();
    queries
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn one_network_cannot_make_any_text_popular(pool: PgPool) {
    let shop = shop_of_roses(pool).await;
    let own: IpAddr = Ipv4Addr::new(203, 0, 113, 7).into();
    for typed in [INSULT, COMPETITOR, INSULT_WITH_PRODUCTS, "qol saatı"] {
        search_from(&shop, typed, [own; 40]).await;
        // A rented block of addresses, and 40 accounts in one network.
        search_from(&shop, typed, (0..40).map(|last| IpAddr::from([203, 0, 113, last]))).await;
        let ipv6 = |subnet| IpAddr::from(Ipv6Addr::new(0x2001, 0xdb8, 1, subnet, 0, 0, 0, 1));
        search_from(&shop, typed, (0..40).map(ipv6)).await;
        for account in 1..=40 {
            search_as(&shop, account, typed, own).await;
        }
        assert_eq!(suggested(&shop, typed).await, [""; 0], "{typed}");
    }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn one_account_in_many_networks_is_one_visitor(pool: PgPool) {
    let shop = shop_of_roses(pool).await;
    for address in networks(40) {
        search_as(&shop, 1, "qol saatı", address).await;
    }
    assert_eq!(suggested(&shop, "qol saatı").await, [""; 0]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn texts_that_are_not_the_catalogues_are_never_suggested(pool: PgPool) {
    let shop = shop_of_roses(pool.clone()).await;
    // "qızıl" is only part of a word. No product has both "qırmızı" and "qol".
    for typed in [INSULT, COMPETITOR, INSULT_WITH_PRODUCTS, "qızıl", "qırmızı qol"] {
        search_from(&shop, typed, networks(40)).await;
        assert_eq!(suggested(&shop, typed).await, [""; 0], "{typed}");
    }
    let stored: i64 = sqlx::query_scalar("select count(*) from search_visit").fetch_one(&pool).await.unwrap();
    assert_eq!(stored, 0);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn honest_searches_of_many_networks_are_suggested_as_the_catalogue_writes_them(pool: PgPool) {
    let shop = shop_of_roses(pool.clone()).await;
    for (typed, address) in ["QIRMIZI QIZILGÜL", "qirmizi  qizilgul", "qırmızı qızılgül"].into_iter().zip(networks(3))
    {
        search_from(&shop, typed, [address]).await;
    }
    search_from(&shop, "SAAT", networks(4)).await;
    // Two visitors are too few.
    search_from(&shop, "qol", networks(2)).await;
    assert_eq!(suggested(&shop, "qirmizi").await, ["saat", "qırmızı qızılgül"]);

    let stored_addresses: i64 =
        sqlx::query_scalar("select count(*) from search_visit where search_visit::text like '%198.51%'")
            .fetch_one(&pool)
            .await
            .unwrap();
    assert_eq!(stored_addresses, 0);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn text_is_suggested_only_while_its_product_is_for_sale(pool: PgPool) {
    let shop = shop_of_roses(pool.clone()).await;
    search_from(&shop, "qol saatı", networks(3)).await;
    assert_eq!(suggested(&shop, "qol").await, ["qol saatı"]);
    let saat = shop.id_of("saat").await;
    catalog::publish(&shop.app, saat, catalog::State::Withdrawn).await.unwrap();
    shop.wait_for_index().await;
    assert_eq!(suggested(&shop, "qol").await, [""; 0]);
}

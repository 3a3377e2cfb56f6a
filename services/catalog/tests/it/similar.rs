//! Similar products, which are shown below a product.

use kit::Language;
use proto::catalog::{ProductCard, SimilarProductsRequest};
use serde_json::json;
use sqlx::PgPool;
use tonic::{Request, Status};

use crate::shop::{Customer, TestShop, in_language, product, refusal};

impl TestShop {
    async fn similar(&self, request: Request<SimilarProductsRequest>) -> Result<Vec<ProductCard>, Status> {
        Ok(self.products().similar(request).await?.into_inner().products)
    }

    async fn similar_slugs(&self, product: &str) -> Vec<String> {
        let cards = self.similar(Request::new(similar_to(product))).await.unwrap();
        cards.into_iter().map(|card| card.slug).collect()
    }
}

fn similar_to(product: &str) -> SimilarProductsRequest {
    SimilarProductsRequest { product: product.to_owned() }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn similar_products_are_ranked_by_category_features_and_price(pool: PgPool) {
    // The subject is a red rose for 1000.
    let red = json!({"color": ["red"]});
    let shop = TestShop::start_with(
        pool,
        [
            product("subject", &json!({"fields": red})),
            product("far-price", &json!({"fields": {"color": ["blue"]}, "price": 9000, "popularity": 99})),
            product("near-price", &json!({"fields": {"color": ["blue"]}, "price": 1100, "popularity": 1})),
            product("same-colour", &json!({"fields": red, "price": 5000, "popularity": 1})),
            product("sister-category", &json!({"fields": red, "category": "lale", "popularity": 99})),
            product("top-category", &json!({"fields": red, "category": "dibcek", "popularity": 99})),
            product("other-tree", &json!({"category": "hediyyeler", "popularity": 99})),
        ],
    )
    .await;

    let expected = ["same-colour", "near-price", "far-price", "sister-category", "top-category"];
    assert_eq!(shop.similar_slugs("subject").await, expected);

    let id = shop.id_of("subject").await.to_string();
    assert_eq!(shop.similar_slugs(&id).await, expected, "ids and slugs give the same result");
    assert_eq!(shop.similar_slugs("other-tree").await, Vec::<String>::new());
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn unavailable_products_are_not_similar(pool: PgPool) {
    let products = [
        product("subject", &json!({})),
        product("sold-out", &json!({"stock": 0})),
        product("withdrawn", &json!({})),
        product("for-sale", &json!({})),
    ];
    let shop = TestShop::start_with(pool.clone(), products).await;
    sqlx::query("update product set state = 'withdrawn' where slug = 'withdrawn'").execute(&pool).await.unwrap();

    assert_eq!(shop.similar_slugs("subject").await, ["for-sale"]);
    assert_eq!(refusal(shop.similar(Request::new(similar_to("withdrawn"))).await), "product_withdrawn");
    for unknown in ["", "no-such-product", "0", "-1", "sub\0ject", &"x".repeat(10_000)] {
        assert_eq!(refusal(shop.similar(Request::new(similar_to(unknown))).await), "product_not_found", "{unknown:?}");
    }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn at_most_12_similar_products_with_likes_and_language(pool: PgPool) {
    let shop = TestShop::start_with(pool, (0..20).map(|number| product(&format!("p{number}"), &json!({})))).await;
    let similar = shop.similar(in_language(Language::Ru, similar_to("p0"))).await.unwrap();
    assert_eq!(similar.len(), 12);
    assert!(similar.iter().all(|card| card.slug != "p0" && card.name.ends_with("(ru)") && !card.is_liked));

    let liked = similar[3].id;
    shop.like(Customer(7), liked).await.unwrap();
    let similar = shop.similar(shop.signed(Customer(7), similar_to("p0"))).await.unwrap();
    let likes: Vec<_> = similar.iter().filter(|card| card.is_liked).map(|card| card.id).collect();
    assert_eq!(likes, [liked]);
    assert!(shop.similar(shop.signed(Customer(8), similar_to("p0"))).await.unwrap().iter().all(|card| !card.is_liked));
}

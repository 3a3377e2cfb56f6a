//! The lists of products that staff see: order, filters and content of rows.

use proto::catalog::{
    MissingPart, ProductForm, ProductRowPage, ProductRowSort, ProductRowsRequest, ProductState, SortDirection,
    StockFilter,
};
use serde_json::json;
use sqlx::PgPool;
use tonic::Status;

use crate::shop::{TestShop, product, refusal};

impl TestShop {
    async fn rows(&self, request: ProductRowsRequest) -> Result<ProductRowPage, Status> {
        Ok(self.product_desk().list(self.signed_by_operator(request)).await?.into_inner())
    }

    /// Reads all pages of two rows.
    async fn row_slugs(&self, request: ProductRowsRequest) -> Vec<String> {
        self.wait_for_index().await;
        let mut request = ProductRowsRequest { limit: Some(2), ..request };
        let mut slugs = Vec::new();
        loop {
            let page = self.rows(request.clone()).await.unwrap();
            slugs.extend(page.products.into_iter().map(|row| row.slug));
            match page.next_cursor {
                Some(cursor) => request.cursor = Some(cursor),
                None => return slugs,
            }
        }
    }
}

/// The products `p1` to `p5` and the draft `qaralama`. `p1` has one unit and the highest price, `p5` is sold out and
/// has no Russian name.
async fn shop_with_products(pool: PgPool) -> TestShop {
    let numbered = [(1, 6_000, 1), (2, 5_000, 4), (3, 5_000, 9), (4, 4_000, 16)].map(|(number, price, stock)| {
        let category = if number == 3 { "hediyyeler" } else { "lale" };
        let store = if number == 4 { "sirin-ev" } else { "gul-evi" };
        let overrides = json!({"price": price, "stock": stock, "category": category, "store": store});
        product(&format!("p{number}"), &overrides)
    });
    let untranslated = json!({"name": {"az": "P5", "en": "P5"}, "stock": 0, "category": "lale"});
    let shop = TestShop::start_with(pool, numbered.into_iter().chain([product("p5", &untranslated)])).await;
    let draft = ProductForm { initial_stock: Some(9), ..shop.form("Qaralama").await };
    shop.create_product(draft).await.unwrap();
    shop
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn pages_have_every_product_once_in_each_order(pool: PgPool) {
    let shop = shop_with_products(pool).await;
    let slugs = async |sort: ProductRowSort, direction: SortDirection| {
        let request = ProductRowsRequest { sort: sort.into(), direction: direction.into(), ..Default::default() };
        shop.row_slugs(request).await.join(" ")
    };
    let reversed = |slugs: &str| slugs.split(' ').rev().collect::<Vec<_>>().join(" ");

    for (sort, default, expected) in [
        (ProductRowSort::Newest, SortDirection::Desc, "qaralama p5 p4 p3 p2 p1"),
        (ProductRowSort::Name, SortDirection::Asc, "p1 p2 p3 p4 p5 qaralama"),
        (ProductRowSort::Price, SortDirection::Asc, "p5 qaralama p4 p2 p3 p1"),
    ] {
        assert_eq!(slugs(sort, SortDirection::Unspecified).await, expected, "{sort:?}");
        assert_eq!(slugs(sort, default).await, expected, "{sort:?}");
        let other = if default == SortDirection::Asc { SortDirection::Desc } else { SortDirection::Asc };
        assert_eq!(slugs(sort, other).await, reversed(expected), "{sort:?}");
    }

    let form = shop.details(shop.id_of("p2").await).await.unwrap().form.unwrap();
    shop.update_product(shop.id_of("p2").await, ProductForm { price: 77, ..form }).await.unwrap();
    let changed = slugs(ProductRowSort::Changed, SortDirection::Unspecified).await;
    assert_eq!(changed.split(' ').count(), 6);
    assert!(changed.starts_with("p2 "), "{changed}");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn filters_select_products(pool: PgPool) {
    let shop = shop_with_products(pool).await;
    let guller = sqlx::query_scalar("select category_id from category where slug = 'guller'");
    let guller: i64 = guller.fetch_one(&shop.app.pool).await.unwrap();
    let all = ProductRowsRequest::default();
    let text = |text: &str| ProductRowsRequest { text: Some(text.to_owned()), ..all.clone() };
    let draft: i64 = sqlx::query_scalar("select product_id from product where slug = 'qaralama'")
        .fetch_one(&shop.app.pool)
        .await
        .unwrap();

    for (request, expected) in [
        (ProductRowsRequest { state: ProductState::Draft.into(), ..all.clone() }, "qaralama"),
        (ProductRowsRequest { state: ProductState::Published.into(), ..all.clone() }, "p5 p4 p3 p2 p1"),
        (ProductRowsRequest { category_id: Some(guller), ..all.clone() }, "qaralama p5 p4 p2 p1"),
        (ProductRowsRequest { store_id: Some(2), ..all.clone() }, "p4"),
        (ProductRowsRequest { store_id: Some(404), ..all.clone() }, ""),
        (ProductRowsRequest { stock: StockFilter::Low.into(), ..all.clone() }, "p2 p1"),
        (ProductRowsRequest { stock: StockFilter::None.into(), ..all.clone() }, "p5"),
        (
            ProductRowsRequest { stock: StockFilter::Low.into(), sort: ProductRowSort::Stock.into(), ..all.clone() },
            "p1 p2",
        ),
        (ProductRowsRequest { missing: MissingPart::Ru.into(), ..all.clone() }, "p5"),
        (ProductRowsRequest { missing: MissingPart::En.into(), ..all.clone() }, ""),
        (ProductRowsRequest { missing: MissingPart::Picture.into(), ..all.clone() }, "qaralama p5 p4 p3 p2 p1"),
        (text("p3"), "p3"),
        (text("arala"), "qaralama"),
        (text("ARALAMA"), "qaralama"),
        (text("%"), ""),
        (text(&draft.to_string()), "qaralama"),
        (ProductRowsRequest { state: ProductState::Published.into(), ..text("arala") }, ""),
    ] {
        assert_eq!(shop.row_slugs(request.clone()).await.join(" "), expected, "{request:?}");
    }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn row_shows_prices_stock_and_missing_texts(pool: PgPool) {
    let shop = shop_with_products(pool).await;
    let page = shop.rows(ProductRowsRequest { limit: Some(2), ..Default::default() }).await.unwrap();
    let (draft, p5) = (&page.products[0], &page.products[1]);
    assert_eq!((draft.state(), draft.published_at, draft.stock, draft.version), (ProductState::Draft, None, 9, 1));
    assert_eq!(draft.missing_texts, [""; 0]);
    assert_eq!((p5.state(), p5.stock, p5.price, p5.price_now), (ProductState::Published, 0, 1_000, 1_000));
    assert_eq!((p5.missing_texts.as_slice(), p5.image_url.as_deref()), (&["ru".to_owned()][..], None));
    assert_eq!((p5.store_name.as_str(), p5.category_name.as_ref().unwrap().az.as_str()), ("Gül evi", "Lalə"));
    assert_eq!(p5.name.as_ref().unwrap().ru, None);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn invalid_lists_are_refused(pool: PgPool) {
    let shop = shop_with_products(pool).await;
    let first = shop.rows(ProductRowsRequest { limit: Some(1), ..Default::default() }).await.unwrap();
    let all = ProductRowsRequest::default();
    for (request, expected) in [
        (ProductRowsRequest { limit: Some(0), ..all.clone() }, "limit: out_of_range"),
        (ProductRowsRequest { limit: Some(101), ..all.clone() }, "limit: out_of_range"),
        (ProductRowsRequest { cursor: Some("x".to_owned()), ..all.clone() }, "cursor: invalid"),
        (
            ProductRowsRequest { cursor: first.next_cursor.clone(), sort: ProductRowSort::Name.into(), ..all.clone() },
            "cursor: invalid",
        ),
        (
            ProductRowsRequest { cursor: first.next_cursor, direction: SortDirection::Asc.into(), ..all.clone() },
            "cursor: invalid",
        ),
        (ProductRowsRequest { sort: ProductRowSort::Stock.into(), ..all.clone() }, "sort: invalid"),
        (
            ProductRowsRequest { state: 99, sort: 99, direction: 99, stock: 99, missing: 99, ..all.clone() },
            "state: unknown_value, stock: unknown_value, missing: unknown_value, sort: unknown_value, direction: unknown_value",
        ),
        (ProductRowsRequest { text: Some("a".repeat(101)), ..all.clone() }, "text: too_long"),
    ] {
        assert_eq!(refusal(shop.rows(request).await), format!("validation_failed {expected}"));
    }
}

//! How staff create, change, publish and copy products.

use kit::client::Channel;
use proto::{
    catalog::{
        CreateProductRequest, FieldInput, GetProductDetailsRequest, GetProductVersionRequest, ListProductsRequest,
        OptionKind, ProductAction, ProductDetails, ProductForm, ProductFormSize, ProductState, UpdateProductRequest,
        product_desk_client::ProductDeskClient,
    },
    common::LocalText,
};
use serde_json::json;
use sqlx::PgPool;
use tonic::Status;

use crate::{
    shop::{Demo, TestShop, product, refusal, size_line},
    stock::of_size,
};

impl TestShop {
    pub fn product_desk(&self) -> ProductDeskClient<Channel> {
        ProductDeskClient::new(self.channel())
    }

    pub async fn create_product(&self, form: ProductForm) -> Result<ProductDetails, Status> {
        let request = CreateProductRequest { form: Some(form) };
        Ok(self.product_desk().create(self.signed_by_operator(request)).await?.into_inner())
    }

    pub async fn update_product(&self, id: i64, form: ProductForm) -> Result<ProductDetails, Status> {
        let request = UpdateProductRequest { id, form: Some(form) };
        Ok(self.product_desk().update(self.signed_by_operator(request)).await?.into_inner())
    }

    pub async fn publish_product(&self, id: i64) -> Result<ProductDetails, Status> {
        let request = self.signed_by_operator(GetProductDetailsRequest { id });
        Ok(self.product_desk().publish(request).await?.into_inner())
    }

    pub async fn withdraw_product(&self, id: i64) -> Result<ProductDetails, Status> {
        let request = self.signed_by_operator(GetProductDetailsRequest { id });
        Ok(self.product_desk().withdraw(request).await?.into_inner())
    }

    pub async fn duplicate_product(&self, id: i64) -> Result<ProductDetails, Status> {
        let request = self.signed_by_operator(GetProductDetailsRequest { id });
        Ok(self.product_desk().duplicate(request).await?.into_inner())
    }

    /// A product as staff see it, with its form and its past changes.
    pub async fn details(&self, id: i64) -> Result<ProductDetails, Status> {
        let request = self.signed_by_operator(GetProductDetailsRequest { id });
        Ok(self.product_desk().get(request).await?.into_inner())
    }

    async fn form_at(&self, id: i64, version: i64) -> Result<ProductForm, Status> {
        let request = self.signed_by_operator(GetProductVersionRequest { id, version });
        Ok(self.product_desk().form_at(request).await?.into_inner())
    }

    async fn form_of(&self, slug: &str) -> (i64, ProductForm) {
        let id = self.id_of(slug).await;
        (id, self.details(id).await.unwrap().form.unwrap())
    }

    async fn category_id(&self, slug: &str) -> i64 {
        let query = "select category_id from category where slug = $1";
        sqlx::query_scalar(query).bind(slug).fetch_one(&self.app.pool).await.unwrap()
    }

    /// A new product of gul-evi in qizilgul.
    pub async fn form(&self, name: &str) -> ProductForm {
        ProductForm {
            store_id: 1,
            category_id: self.category_id("qizilgul").await,
            name: Some(text(name)),
            description: Some(text("Təsvir")),
            price: 1_000,
            option_kind: OptionKind::Size.into(),
            ..ProductForm::default()
        }
    }
}

pub fn text(az: &str) -> LocalText {
    LocalText { az: az.to_owned(), ru: Some(format!("{az} (ru)")), en: Some(format!("{az} (en)")) }
}

fn field(key: &str, values: &[&str]) -> FieldInput {
    FieldInput { key: key.to_owned(), values: values.iter().map(|value| (*value).to_owned()).collect() }
}

fn size(name: &str, price: i64) -> ProductFormSize {
    ProductFormSize { name: Some(text(name)), price, ..ProductFormSize::default() }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn draft_is_hidden_until_it_is_published(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({}))]).await;
    let form = ProductForm {
        also_category_ids: vec![shop.category_id("hediyyeler").await],
        fields: vec![field("color", &["white", "red"]), field("fresh", &["true"]), field("stems", &["51"])],
        preparation_days: 2,
        initial_stock: Some(7),
        ..shop.form("Qırmızı qızılgüllər").await
    };

    let draft = shop.create_product(form.clone()).await.unwrap();
    assert_eq!((draft.state(), draft.version, draft.published_at), (ProductState::Draft, 1, None));
    assert_eq!((draft.stock, draft.reserved, draft.price_now), (7, 0, 1_000));
    let stored = draft.form.clone().unwrap();
    assert_eq!(stored.slug.as_deref(), Some("qirmizi-qizilguller"));
    let expected = ProductForm {
        version: Some(1),
        slug: stored.slug.clone(),
        // Values are sorted as in the category.
        fields: vec![field("color", &["red", "white"]), field("fresh", &["true"]), field("stems", &["51"])],
        initial_stock: None,
        ..form
    };
    assert_eq!(stored, expected);

    let listed = async || shop.slugs(ListProductsRequest::default()).await.len();
    assert_eq!((refusal(shop.page_of("qirmizi-qizilguller").await), listed().await), ("product_not_found".into(), 1));
    assert_eq!(refusal(shop.withdraw_product(draft.id).await), "product_is_draft");

    let published = shop.publish_product(draft.id).await.unwrap();
    assert_eq!((published.state(), published.version), (ProductState::Published, 2));
    assert!(published.published_at.is_some());
    let page = shop.page_of("qirmizi-qizilguller").await.unwrap();
    assert_eq!((page.stock, page.preparation_days, page.fields.len(), listed().await), (7, 2, 3, 2));
    let found = ListProductsRequest { search: Some("qirmizi qizilguller".to_owned()), ..Default::default() };
    assert_eq!(shop.slugs(found).await[0], "qirmizi-qizilguller");
    let events = shop.product_changed_count().await;
    assert_eq!(shop.publish_product(draft.id).await.unwrap().version, 2, "it is published already");

    let withdrawn = shop.withdraw_product(draft.id).await.unwrap();
    assert_eq!((withdrawn.state(), listed().await), (ProductState::Withdrawn, 1));
    assert_eq!(refusal(shop.page_of("qirmizi-qizilguller").await), "product_withdrawn");
    assert_eq!(shop.product_changed_count().await, events + 1);

    let details = shop.details(draft.id).await.unwrap();
    let changes: Vec<_> = details.changes.iter().map(|change| (change.action(), change.operator_id)).collect();
    let by_operator =
        [ProductAction::Withdrawn, ProductAction::Published, ProductAction::Created].map(|action| (action, 100));
    assert_eq!(changes, by_operator);
    assert_eq!(details.changes[0].fields, ["state"]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn change_replaces_values_and_keeps_stock_and_ids_of_sizes(pool: PgPool) {
    let sizes = json!({"stock": 0, "fields": {"color": "red"}, "sizes": [
        {"name": {"az": "S"}, "price": 1000, "stock": 4, "fields": {"stems": 11}},
        {"name": {"az": "M"}, "price": 2000, "stock": 0, "fields": {"stems": 21}},
        {"name": {"az": "L"}, "price": 3000, "stock": 5, "fields": {"stems": 31}}]});
    let shop = TestShop::start_with(pool, [product("a", &sizes)]).await;
    let (a, form) = shop.form_of("a").await;
    let ids: Vec<_> = form.sizes.iter().map(|size| size.id.unwrap()).collect();
    assert_eq!(form.fields, [field("color", &["red"])], "the sizes have the other field");
    shop.reserve("1", &[of_size(a, ids[2], 2)]).await.unwrap();

    let stems = |size: ProductFormSize, count: &str| ProductFormSize { fields: vec![field("stems", &[count])], ..size };
    let small = ProductFormSize { name: Some(text("Kiçik")), price: 1_100, ..form.sizes[0].clone() };
    let changed = ProductForm {
        name: Some(text("Yeni ad")),
        slug: Some("yeni-ad".to_owned()),
        price: 900,
        discounted_price: Some(800),
        store_id: 2,
        // The large size comes first, the medium one is removed, a new one is added.
        sizes: vec![form.sizes[2].clone(), stems(size("XL", 4_000), "51"), small],
        fields: vec![],
        ..form.clone()
    };

    let details = shop.update_product(a, changed.clone()).await.unwrap();
    let stored = details.form.clone().unwrap();
    assert_eq!((details.version, details.price_now, details.stock, details.reserved), (2, 800, 9, 2));
    let names: Vec<_> = stored.sizes.iter().map(|size| size.name.clone().unwrap().az).collect();
    assert_eq!(names, ["L", "XL", "Kiçik"]);
    assert_eq!((stored.sizes[0].id, stored.sizes[2].id), (Some(ids[2]), Some(ids[0])));
    let stocks: Vec<_> = details.sizes.iter().map(|size| (size.stock, size.reserved)).collect();
    assert_eq!(stocks, [(5, 2), (0, 0), (4, 0)]);

    let page = shop.page_of("a").await.unwrap();
    assert_eq!((page.slug.as_str(), page.name.as_str()), ("yeni-ad", "Yeni ad"), "the old address leads there");
    assert_eq!(page.store.unwrap().id, 2);
    shop.sell("1").await.unwrap();
    assert_eq!(shop.details(a).await.unwrap().sizes[0].stock, 3);
    let change = &shop.details(a).await.unwrap().changes[0];
    assert_eq!(change.fields, ["discountedPrice", "fields", "name", "price", "sizes", "slug", "storeId"]);

    // Sending it again changes nothing, even with an old version.
    let events = shop.product_changed_count().await;
    assert_eq!(shop.update_product(a, stored.clone()).await.unwrap().version, 2);
    assert_eq!(shop.product_changed_count().await, events);

    let without = |index: usize| {
        let mut form = stored.clone();
        form.sizes.remove(index);
        form
    };
    assert_eq!(refusal(shop.update_product(a, without(0)).await), "size_in_use");
    assert_eq!(refusal(shop.update_product(a, without(2)).await), "size_in_use");
    assert_eq!(shop.update_product(a, without(1)).await.unwrap().sizes.len(), 2);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn product_with_stock_gets_no_sizes(pool: PgPool) {
    let shop =
        TestShop::start_with(pool, [product("full", &json!({"stock": 1})), product("empty", &json!({"stock": 0}))])
            .await;
    let sizes = vec![size("S", 500), size("L", 900)];
    for (slug, expected) in [("full", "product_has_stock"), ("empty", "accepted")] {
        let (id, form) = shop.form_of(slug).await;
        let changed = ProductForm { sizes: sizes.clone(), ..form };
        assert_eq!(refusal(shop.update_product(id, changed).await), expected, "{slug}");
    }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn second_of_two_operators_gets_a_conflict(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({}))]).await;
    let (a, form) = shop.form_of("a").await;
    let with_price = |price: i64| ProductForm { price, ..form.clone() };

    let (first, second) =
        tokio::join!(shop.update_product(a, with_price(1_100)), shop.update_product(a, with_price(1_200)));
    let outcomes = [refusal(first), refusal(second)];
    assert!(
        outcomes.contains(&"accepted".to_owned()) && outcomes.contains(&"product_changed".to_owned()),
        "{outcomes:?}"
    );

    // An import is a writer, too.
    let (_, form) = shop.form_of("a").await;
    shop.load(&Demo::with([product("a", &json!({"price": 5_000}))])).await.unwrap();
    let stale = ProductForm { price: 1_300, ..form };
    assert_eq!(refusal(shop.update_product(a, stale).await), "product_changed");
    assert_eq!(shop.page_of("a").await.unwrap().price, 5_000);
    let (_, form) = shop.form_of("a").await;
    shop.update_product(a, ProductForm { price: 1_300, ..form }).await.unwrap();

    // The same line is no change, so the operator's price stays.
    shop.load(&Demo::with([product("a", &json!({"price": 5_000}))])).await.unwrap();
    assert_eq!(shop.page_of("a").await.unwrap().price, 1_300);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn invalid_new_forms_are_refused_beside_their_fields(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({}))]).await;
    let valid = shop.form("Lalə").await;
    let sized = |size: ProductFormSize| ProductForm { sizes: vec![size], ..valid.clone() };
    for (form, expected) in [
        (
            ProductForm::default(),
            "storeId: out_of_range, categoryId: out_of_range, name: required, description: required, \
             optionKind: required",
        ),
        (ProductForm { name: Some(LocalText::default()), ..valid.clone() }, "name.az: required"),
        (
            ProductForm { price: 0, preparation_days: 11, ..valid.clone() },
            "price: out_of_range, preparationDays: out_of_range",
        ),
        (ProductForm { discounted_price: Some(1_000), ..valid.clone() }, "discountedPrice: not_lower"),
        (ProductForm { slug: Some("Lalə".to_owned()), ..valid.clone() }, "slug: invalid"),
        (ProductForm { slug: Some("a".to_owned()), ..valid.clone() }, "slug: duplicate"),
        (ProductForm { store_id: 404, ..valid.clone() }, "storeId: store_not_found"),
        (
            ProductForm { category_id: 404, also_category_ids: vec![405], ..valid.clone() },
            "categoryId: category_not_found, alsoCategoryIds[0]: category_not_found",
        ),
        (ProductForm { also_category_ids: vec![1; 21], ..valid.clone() }, "alsoCategoryIds: too_many"),
        (
            ProductForm { fields: vec![field("color", &["green"]), field("size", &["1"])], ..valid.clone() },
            "fields.color: unknown_value, fields.size: unknown_field",
        ),
        (
            ProductForm {
                fields: vec![field("stems", &["many"]), field("fresh", &["true", "false"])],
                ..valid.clone()
            },
            "fields.fresh: wrong_type, fields.stems: wrong_type",
        ),
        (
            ProductForm { fields: vec![field("color", &["red"]), field("color", &["white"])], ..valid.clone() },
            "fields.color: duplicate",
        ),
        (
            ProductForm { pictures: vec!["https://example.az/a.png".to_owned()], ..valid.clone() },
            "pictures[0]: invalid_link",
        ),
        (
            ProductForm { pictures: vec![format!("/media/{}/640.webp", "a".repeat(64))], ..valid.clone() },
            "pictures[0]: unknown_picture",
        ),
        (
            sized(ProductFormSize { fields: vec![field("stems", &["x"])], ..size("S", 0) }),
            "sizes[0].price: out_of_range",
        ),
        (
            sized(ProductFormSize { fields: vec![field("stems", &["x"])], ..size("S", 1) }),
            "sizes[0].fields.stems: wrong_type",
        ),
        (sized(ProductFormSize { id: Some(1), ..size("S", 1) }), "sizes[0].id: must_be_empty"),
        (ProductForm { initial_stock: Some(1), ..sized(size("S", 1)) }, "initialStock: must_be_empty"),
        (ProductForm { initial_stock: Some(-1), ..valid.clone() }, "initialStock: out_of_range"),
    ] {
        assert_eq!(refusal(shop.create_product(form).await), format!("validation_failed {expected}"));
    }
    let count: i64 = sqlx::query_scalar("select count(*) from product").fetch_one(&shop.app.pool).await.unwrap();
    assert_eq!(count, 1, "nothing is half created");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn invalid_changes_of_forms_are_refused_beside_their_fields(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({}))]).await;
    let (a, stored) = shop.form_of("a").await;
    for (form, expected) in [
        (ProductForm { version: None, ..stored.clone() }, "version: required"),
        (ProductForm { initial_stock: Some(1), ..stored.clone() }, "initialStock: must_be_empty"),
        (
            ProductForm { sizes: vec![ProductFormSize { id: Some(404), ..size("S", 1) }], ..stored.clone() },
            "sizes[0].id: unknown_value",
        ),
    ] {
        assert_eq!(refusal(shop.update_product(a, form).await), format!("validation_failed {expected}"));
    }

    assert_eq!(refusal(shop.update_product(404, stored).await), "product_not_found");
    assert_eq!(refusal(shop.publish_product(404).await), "product_not_found");
    assert_eq!(refusal(shop.details(-1).await), "product_not_found");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn copy_is_a_draft_with_its_own_slug_and_sizes_and_no_stock(pool: PgPool) {
    let sizes = json!({"stock": 0, "sizes": [size_line("S", 1000, 4)]});
    let shop = TestShop::start_with(pool, [product("lale", &sizes)]).await;
    let (id, form) = shop.form_of("lale").await;
    let copy = shop.duplicate_product(id).await.unwrap();
    let copied = copy.form.clone().unwrap();
    assert_eq!((copy.state(), copied.slug.as_deref(), copy.stock), (ProductState::Draft, Some("lale-2"), 0));
    assert_ne!(copied.sizes[0].id, form.sizes[0].id);
    assert_eq!((copied.name, copied.price), (form.name, form.price));

    let second = shop.duplicate_product(id).await.unwrap();
    assert_eq!(second.form.unwrap().slug.as_deref(), Some("lale-3"));
    assert_eq!(shop.details(copy.id).await.unwrap().changes[0].action(), ProductAction::Duplicated);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn product_of_a_closed_store_is_not_published(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({}))]).await;
    let draft = shop.create_product(shop.form("Lalə").await).await.unwrap();
    let published = shop.create_product(shop.form("Qızılgül").await).await.unwrap();
    shop.publish_product(published.id).await.unwrap();

    sqlx::query("update store_ref set is_open = false where store_id = 1").execute(&shop.app.pool).await.unwrap();
    assert_eq!(refusal(shop.publish_product(draft.id).await), "store_closed");
    assert!(!shop.details(draft.id).await.unwrap().store_is_open);
    assert_eq!(shop.publish_product(published.id).await.unwrap().version, 2, "it is published already");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn a_former_version_is_restored_by_saving_its_form(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({}))]).await;
    let first = shop.create_product(shop.form("Lalə").await).await.unwrap();
    let id = first.id;
    let (first_form, sizes) = (first.form.unwrap(), vec![size("S", 700), size("L", 900)]);
    let renamed = ProductForm { name: Some(text("Qərənfil")), sizes, ..first_form.clone() };
    let second = shop.update_product(id, renamed).await.unwrap();
    shop.publish_product(id).await.unwrap();
    let versions: Vec<_> = shop.details(id).await.unwrap().changes.iter().map(|change| change.version).collect();
    assert_eq!(versions, [3, 2, 1]);

    let former = shop.form_at(id, 1).await.unwrap();
    assert_eq!(former, ProductForm { version: Some(3), ..first_form });
    assert_eq!(shop.form_at(id, 2).await.unwrap().sizes, second.form.unwrap().sizes);
    let restored = shop.update_product(id, former).await.unwrap();
    assert_eq!((restored.version, restored.state()), (4, ProductState::Published));
    // The removed sizes are created again.
    let with_sizes = shop.form_at(id, 2).await.unwrap();
    assert!(with_sizes.sizes.iter().all(|size| size.id.is_none()));
    assert_eq!(shop.update_product(id, with_sizes).await.unwrap().form.unwrap().sizes.len(), 2);

    for version in [0, 6, -1] {
        assert_eq!(refusal(shop.form_at(id, version).await), "product_version_unknown", "version {version}");
    }
    // The demo's product has no history.
    assert_eq!(refusal(shop.form_at(shop.id_of("a").await, 0).await), "product_version_unknown");
}

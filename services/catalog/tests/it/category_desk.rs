//! How staff create, change, move and delete categories. A "desk" is a service for staff.

use proto::{
    catalog::{
        CategoryAddOnIds, CategoryDeskGetRequest, CategoryDeskListRequest, CategoryDetails, CategoryField,
        CategoryFieldDraft, CategoryFieldDrafts, CategoryFieldValueDraft, CreateCategoryRequest, FieldType,
        GetCategoryRequest, MoveCategoryRequest, UpdateCategoryRequest, category_desk_client::CategoryDeskClient,
    },
    common::LocalText,
};
use serde_json::json;
use sqlx::PgPool;
use tonic::Status;

use crate::{
    pictures::{encoded, two_colours},
    shop::{Customer, TestShop, product, refusal},
};

impl TestShop {
    pub fn category_desk(&self) -> CategoryDeskClient<kit::client::Channel> {
        CategoryDeskClient::new(self.channel())
    }

    /// Returns a category as staff see it.
    pub async fn category(&self, slug: &str) -> CategoryDetails {
        let request = GetCategoryRequest { category: slug.to_owned() };
        let id = self.categories().get(request).await.unwrap().into_inner().id;
        let request = self.signed_by_operator(CategoryDeskGetRequest { id });
        self.category_desk().get(request).await.unwrap().into_inner()
    }

    /// `parent` is a slug; `None` is the top level.
    pub async fn create_category(&self, parent: Option<&str>, az: &str) -> Result<CategoryDetails, Status> {
        let parent_id = match parent {
            Some(slug) => Some(self.category(slug).await.id),
            None => None,
        };
        let new = CreateCategoryRequest { parent_id, name: local(az), ..Default::default() };
        Ok(self.category_desk().create(self.signed_by_operator(new)).await?.into_inner())
    }

    pub async fn update_category(&self, edit: UpdateCategoryRequest) -> Result<CategoryDetails, Status> {
        Ok(self.category_desk().update(self.signed_by_operator(edit)).await?.into_inner())
    }

    pub async fn move_category(
        &self,
        category: &CategoryDetails,
        parent_id: Option<i64>,
        position: i64,
    ) -> Result<CategoryDetails, Status> {
        let (id, version) = (category.id, Some(category.version));
        let request = MoveCategoryRequest { id, version, parent_id, position: Some(position) };
        Ok(self.category_desk().r#move(self.signed_by_operator(request)).await?.into_inner())
    }

    pub async fn delete_category(&self, slug: &str) -> Result<(), Status> {
        let request = CategoryDeskGetRequest { id: self.category(slug).await.id };
        self.category_desk().delete(self.signed_by_operator(request)).await.map(drop)
    }

    /// The tree as lines such as `0 guller`, with two spaces per level.
    async fn outline(&self) -> Vec<String> {
        let request = self.signed_by_operator(CategoryDeskListRequest {});
        let rows = self.category_desk().list(request).await.unwrap().into_inner().categories;
        let depth = |mut parent: Option<i64>| {
            let mut depth = 0;
            while let Some(id) = parent {
                parent = rows.iter().find(|row| row.id == id).unwrap().parent_id;
                depth += 1;
            }
            depth
        };
        rows.iter().map(|row| format!("{}{} {}", "  ".repeat(depth(row.parent_id)), row.position, row.slug)).collect()
    }

    /// Fails if positions have gaps, or `category_path` differs from the parents.
    async fn expect_consistent_tree(&self) {
        let wrong = "with recursive path (ancestor_id, descendant_id, depth) as (
                 select category_id, category_id, 0 from category
                 union all
                 select category.parent_id, path.descendant_id, path.depth + 1
                 from path join category on category.category_id = path.ancestor_id
                 where category.parent_id is not null and path.depth < 100
             )
             select (select count(*) from (table path except table category_path) as missing)
                  + (select count(*) from (table category_path except table path) as excess)
                  + (select count(*) from (
                        select position, row_number() over (partition by parent_id order by position) - 1 as expected
                        from category) as placed
                     where position <> expected)";
        let wrong: i64 = sqlx::query_scalar(wrong).fetch_one(&self.app.pool).await.unwrap();
        assert_eq!(wrong, 0, "{:?}", self.outline().await);
    }
}

/// A text in Azerbaijani only.
#[expect(clippy::unnecessary_wraps, reason = "members of messages are optional")]
pub fn local(az: &str) -> Option<LocalText> {
    Some(LocalText { az: az.to_owned(), ru: None, en: None })
}

/// An edit that changes nothing.
pub fn edit_of(category: &CategoryDetails) -> UpdateCategoryRequest {
    let fields = category.fields.iter().map(draft_of).collect();
    let product_ids = category.add_ons.iter().map(|add_on| add_on.id).collect();
    UpdateCategoryRequest {
        id: category.id,
        version: Some(category.version),
        name: category.name.clone(),
        slug: Some(category.slug.clone()),
        image_url: Some(category.image_url.clone()),
        fields: Some(CategoryFieldDrafts { fields }),
        add_ons: Some(CategoryAddOnIds { product_ids }),
    }
}

fn draft_of(field: &CategoryField) -> CategoryFieldDraft {
    let values = field.values.iter();
    CategoryFieldDraft {
        id: Some(field.id),
        key: Some(field.key.clone()),
        r#type: field.r#type,
        name: field.name.clone(),
        unit: field.unit.clone(),
        is_filterable: Some(field.is_filterable),
        values: values
            .map(|value| CategoryFieldValueDraft { value: Some(value.value.clone()), label: value.label.clone() })
            .collect(),
    }
}

/// The values are also their labels.
pub fn new_field(key: &str, field_type: FieldType, values: &[&str]) -> CategoryFieldDraft {
    let values = values.iter();
    CategoryFieldDraft {
        id: None,
        key: Some(key.to_owned()),
        r#type: field_type.into(),
        name: local(key),
        unit: None,
        is_filterable: Some(true),
        values: values
            .map(|value| CategoryFieldValueDraft { value: Some((*value).to_owned()), label: local(value) })
            .collect(),
    }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn changed_category_is_shown_under_its_new_name_and_former_slug(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({}))]).await;
    let roses = shop.category("qizilgul").await;
    assert_eq!((roses.version, roses.product_count), (1, 1));
    let picture = shop.upload(&encoded(&two_colours(50, 50), image::ImageFormat::Png)).await.unwrap().url;

    let mut edit = edit_of(&roses);
    edit.name =
        Some(LocalText {
            az: "Güllərin şahı".to_owned(), ru: Some("Розы".to_owned()), en: Some(String::new())
        });
    edit.slug = Some("gul-sahi".to_owned());
    edit.image_url = Some(picture.clone());

    let changed = shop.update_category(edit.clone()).await.unwrap();
    assert_eq!((changed.version, &*changed.slug, &changed.image_url), (2, "gul-sahi", &picture));
    assert_eq!(changed.name.unwrap().en, None, "an empty translation is left out");

    let card = shop.page_of("a").await.unwrap().category.unwrap();
    assert_eq!((&*card.name, &*card.slug), ("Güllərin şahı", "gul-sahi"));

    let by_former_slug = GetCategoryRequest { category: "qizilgul".to_owned() };
    let shown = shop.categories().get(by_former_slug).await.unwrap().into_inner();
    assert_eq!((&*shown.name, &*shown.slug, &shown.image_url), ("Güllərin şahı", "gul-sahi", &picture));

    shop.wait_for_index().await;
    let found = proto::catalog::ListProductsRequest { search: Some("şahı".to_owned()), ..Default::default() };
    assert_eq!(shop.slugs(found).await, ["a"]);

    assert_eq!(shop.update_category(edit.clone()).await.unwrap().version, 2, "a repeated edit changes nothing");
    edit.name = local("Başqa");
    assert_eq!(refusal(shop.update_category(edit).await), "category_changed");
    assert_eq!(shop.category("gul-sahi").await.name.unwrap().az, "Güllərin şahı");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn new_category_is_the_last_child_of_its_parent(pool: PgPool) {
    let shop = TestShop::start_with(pool, []).await;
    let created = shop.create_category(Some("buketler"), "Payız çiçəyi").await.unwrap();
    assert_eq!((&*created.slug, created.position, created.version), ("payiz-ciceyi", 2, 1));
    assert_eq!(shop.create_category(None, "Payız çiçəyi").await.unwrap().slug, "payiz-ciceyi-2");
    assert_eq!(shop.create_category(Some("payiz-ciceyi"), "🍁").await.unwrap().slug, "kateqoriya");
    assert_eq!(
        shop.outline().await,
        [
            "0 hediyyeler",
            "1 guller",
            "  0 buketler",
            "    0 qizilgul",
            "    1 lale",
            "    2 payiz-ciceyi",
            "      0 kateqoriya",
            "  1 dibcek",
            "2 payiz-ciceyi-2",
        ]
    );
    shop.expect_consistent_tree().await;
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn moved_category_takes_its_descendants_along(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({}))]).await;
    let (bouquets, gifts) = (shop.category("buketler").await, shop.category("hediyyeler").await);
    // A position beyond the end means the last one.
    let moved = shop.move_category(&bouquets, Some(gifts.id), 7).await.unwrap();
    assert_eq!((moved.parent_id, moved.position, moved.version), (Some(gifts.id), 0, 2));
    assert_eq!(
        shop.outline().await,
        ["0 hediyyeler", "  0 buketler", "    0 qizilgul", "    1 lale", "1 guller", "  0 dibcek"]
    );
    shop.expect_consistent_tree().await;
    shop.wait_for_index().await;
    assert_eq!((shop.category("guller").await.product_count, shop.category("hediyyeler").await.product_count), (0, 1));

    let to_the_top = shop.move_category(&moved, None, 1).await.unwrap();
    assert_eq!((to_the_top.parent_id, to_the_top.position), (None, 1));
    let again = shop.move_category(&moved, None, 1).await.unwrap();
    assert_eq!(again.version, to_the_top.version, "it is already there");
    assert_eq!(refusal(shop.move_category(&moved, None, 0).await), "category_changed");
    let first = shop.move_category(&to_the_top, None, 0).await.unwrap();
    assert_eq!(
        shop.outline().await,
        ["0 buketler", "  0 qizilgul", "  1 lale", "1 hediyyeler", "2 guller", "  0 dibcek"]
    );
    assert_eq!(shop.move_category(&first, None, i64::MAX).await.unwrap().position, 2, "the last place");
    shop.expect_consistent_tree().await;
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn category_cannot_be_moved_under_itself(pool: PgPool) {
    let shop = TestShop::start_with(pool, []).await;
    let (flowers, roses) = (shop.category("guller").await, shop.category("qizilgul").await);
    let before = shop.outline().await;
    for parent in [flowers.id, roses.id] {
        let outcome = shop.move_category(&flowers, Some(parent), 0).await;
        assert_eq!(refusal(outcome), "category_under_itself");
    }
    assert_eq!(
        refusal(shop.move_category(&roses, Some(404), 0).await),
        "validation_failed parentId: category_not_found"
    );
    assert_eq!(shop.outline().await, before);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn two_moves_at_the_same_time_form_no_cycle(pool: PgPool) {
    let shop = TestShop::start_with(pool, []).await;
    for round in 0..10 {
        let first = shop.create_category(None, &format!("Bir {round}")).await.unwrap();
        let second = shop.create_category(None, &format!("İki {round}")).await.unwrap();
        let outcomes = tokio::join!(
            shop.move_category(&first, Some(second.id), 0),
            shop.move_category(&second, Some(first.id), 0)
        );
        let mut outcomes = [refusal(outcomes.0), refusal(outcomes.1)];
        outcomes.sort();
        assert_eq!(outcomes, ["accepted", "category_under_itself"], "round {round}");
        shop.expect_consistent_tree().await;
    }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn only_one_of_two_simultaneous_edits_is_accepted(pool: PgPool) {
    let shop = TestShop::start_with(pool, []).await;
    let gifts = shop.category("hediyyeler").await;
    let rename = |name: &str| UpdateCategoryRequest { name: local(name), ..edit_of(&gifts) };
    let outcomes = tokio::join!(shop.update_category(rename("Bir")), shop.update_category(rename("İki")));
    let mut outcomes = [refusal(outcomes.0), refusal(outcomes.1)];
    outcomes.sort();
    assert_eq!(outcomes, ["accepted", "category_changed"]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn only_an_empty_category_can_be_deleted(pool: PgPool) {
    let in_two_categories = product("a", &json!({"also": ["dibcek"]}));
    let shop = TestShop::start_with(pool.clone(), [in_two_categories]).await;
    let with_products = ["qizilgul", "dibcek"];
    let with_children = ["guller", "buketler"];
    for slug in with_products.into_iter().chain(with_children) {
        assert_eq!(refusal(shop.delete_category(slug).await), "category_in_use", "{slug}");
    }

    shop.create_category(Some("lale"), "Sarı lalə").await.unwrap();
    assert_eq!(refusal(shop.delete_category("lale").await), "category_in_use");
    shop.delete_category("sari-lale").await.unwrap();
    shop.delete_category("lale").await.unwrap();

    assert_eq!(shop.outline().await, ["0 hediyyeler", "1 guller", "  0 buketler", "    0 qizilgul", "  1 dibcek"]);
    shop.expect_consistent_tree().await;

    let gone = GetCategoryRequest { category: "lale".to_owned() };
    assert_eq!(refusal(shop.categories().get(gone).await), "category_not_found");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn deletion_waits_for_a_product_that_is_being_written(pool: PgPool) {
    let shop = TestShop::start_with(pool.clone(), [product("a", &json!({}))]).await;
    let mut writer = kit::db::begin(&pool).await.unwrap();
    let insert = "insert into product_category (product_id, category_id)
                  select product.product_id, category.category_id from product, category where category.slug = 'lale'";
    sqlx::query(insert).execute(&mut *writer).await.unwrap();

    let (outcome, ()) = tokio::join!(shop.delete_category("lale"), async {
        testkit::database::wait_until_blocked(&pool, "lock table").await;
        writer.commit().await.unwrap();
    });
    assert_eq!(refusal(outcome), "category_in_use");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn invalid_categories_are_refused_with_a_code_beside_each_field(pool: PgPool) {
    let shop = TestShop::start_with(pool, []).await;
    let create =
        async |new: CreateCategoryRequest| refusal(shop.category_desk().create(shop.signed_by_operator(new)).await);
    insta::assert_snapshot!(create(CreateCategoryRequest::default()).await, @"validation_failed name: required");

    let new = CreateCategoryRequest {
        parent_id: Some(-1),
        name: Some(LocalText { az: " ".to_owned(), ru: Some("я".repeat(81)), en: None }),
        slug: Some("Güllər".to_owned()),
        image_url: None,
    };
    insta::assert_snapshot!(create(new).await, @"validation_failed parentId: category_not_found, name.az: required, name.ru: too_long, slug: invalid_characters");

    let named = |slug: &str, url: &str, parent_id| CreateCategoryRequest {
        parent_id,
        name: local("Yeni"),
        slug: Some(slug.to_owned()),
        image_url: Some(url.to_owned()),
    };
    insta::assert_snapshot!(create(named("guller", "", None)).await, @"validation_failed slug: duplicate");
    insta::assert_snapshot!(create(named("17", "", None)).await, @"validation_failed slug: invalid");
    insta::assert_snapshot!(create(named("", "https://a.example/b.png", None)).await, @"validation_failed imageUrl: invalid_link");
    insta::assert_snapshot!(create(named("", "/media/abc/640.webp", None)).await, @"validation_failed imageUrl: unknown_picture");
    insta::assert_snapshot!(create(named("", "", Some(404))).await, @"validation_failed parentId: category_not_found");

    let renamed =
        UpdateCategoryRequest { slug: Some("hediyyeler".to_owned()), ..edit_of(&shop.category("lale").await) };
    insta::assert_snapshot!(refusal(shop.update_category(renamed).await), @"validation_failed slug: duplicate");
    let empty = UpdateCategoryRequest { id: 1, ..Default::default() };
    insta::assert_snapshot!(refusal(shop.update_category(empty).await), @"validation_failed version: required, name: required, slug: required, fields: required, addOns: required");

    let unplaced = MoveCategoryRequest { id: 1, position: Some(-1), ..Default::default() };
    let unplaced = shop.category_desk().r#move(shop.signed_by_operator(unplaced)).await;
    insta::assert_snapshot!(refusal(unplaced), @"validation_failed version: required, position: out_of_range");

    for id in [0, -1, 404] {
        let missing = shop.category_desk().get(shop.signed_by_operator(CategoryDeskGetRequest { id })).await;
        assert_eq!(refusal(missing), "category_not_found");
    }

    let as_shopper = shop.category_desk().list(shop.signed(Customer(1), CategoryDeskListRequest {})).await;
    assert_eq!(refusal(as_shopper), "forbidden");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn categories_deeper_than_64_levels_are_refused(pool: PgPool) {
    let shop = TestShop::start_with(pool, []).await;
    let mut parent = shop.create_category(None, "Səviyyə 1").await.unwrap();
    let top = parent.clone();
    for level in 2..=64 {
        let slug = parent.slug.clone();
        parent = shop.create_category(Some(&slug), &format!("Səviyyə {level}")).await.unwrap();
    }
    let slug = parent.slug.clone();

    assert_eq!(refusal(shop.create_category(Some(&slug), "Dərin").await), "validation_failed parentId: too_deep");
    let gifts = shop.category("hediyyeler").await;
    assert_eq!(refusal(shop.move_category(&top, Some(gifts.id), 0).await), "validation_failed parentId: too_deep");

    shop.expect_consistent_tree().await;
}

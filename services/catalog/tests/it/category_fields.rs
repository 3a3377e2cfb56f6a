//! How staff edit the fields of categories. What products use cannot be removed, even while a product is being written.

use proto::catalog::{CategoryFieldDraft, FieldType, FieldsRequest, UpdateCategoryRequest};
use serde_json::json;
use sqlx::PgPool;
use testkit::database::wait_until_blocked;

use crate::{
    category_desk::{edit_of, local, new_field},
    shop::{Demo, TestShop, product, refusal},
};

/// The product is red and has 51 stems.
async fn shop_with_fields(pool: &PgPool) -> TestShop {
    TestShop::start_with(pool.clone(), [product("a", &json!({"fields": {"color": ["red"], "stems": 51}}))]).await
}

impl TestShop {
    async fn edit_fields(
        &self,
        slug: &str,
        change: impl FnOnce(&mut Vec<CategoryFieldDraft>),
    ) -> UpdateCategoryRequest {
        let mut edit = edit_of(&self.category(slug).await);
        change(&mut edit.fields.as_mut().unwrap().fields);
        edit
    }

    /// Returns `accepted` or the error.
    async fn change_fields(&self, slug: &str, change: impl FnOnce(&mut Vec<CategoryFieldDraft>)) -> String {
        let edit = self.edit_fields(slug, change).await;
        refusal(self.update_category(edit).await)
    }

    /// Key and values of each field that shoppers see.
    async fn shown_fields(&self, slug: &str) -> Vec<String> {
        let request = FieldsRequest { slug: slug.to_owned(), only_filterable: false };
        let fields = self.categories().fields(request).await.unwrap().into_inner().fields;
        let line = |field: proto::catalog::Field| {
            let values: Vec<_> = field.values.into_iter().map(|value| value.value).collect();
            format!("{} {}", field.key, values.join(","))
        };
        fields.into_iter().map(line).collect()
    }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn fields_are_replaced_as_a_whole(pool: PgPool) {
    let shop = shop_with_fields(&pool).await;
    let flowers = shop.category("guller").await;
    let [colour] = &flowers.fields[..] else { panic!("one field") };
    assert!(colour.in_use);
    let used: Vec<_> = colour.values.iter().map(|value| (&*value.value, value.in_use)).collect();
    assert_eq!(used, [("red", true), ("white", false), ("blue", false)]);

    let outcome = shop.change_fields("guller", |fields| {
        // Puts "white" before "red" and removes "blue".
        fields[0].values.reverse();
        fields[0].values.remove(0);
        fields[0].is_filterable = Some(false);
        let mut height = new_field("height", FieldType::Range, &[]);
        height.unit = local("sm");
        fields.insert(0, height);
        fields.push(new_field("scent", FieldType::Toggle, &[]));
        fields.push(new_field("season", FieldType::Choice, &["spring", "autumn"]));
    });
    assert_eq!(outcome.await, "accepted");

    let changed = shop.category("guller").await;
    let fields: Vec<_> = changed.fields.iter().map(|field| (&*field.key, field.position, field.in_use)).collect();
    assert_eq!(fields, [("height", 0, false), ("color", 1, true), ("scent", 2, false), ("season", 3, false)]);
    assert_eq!(changed.fields[0].unit, local("sm"));
    assert_eq!((changed.fields[1].id, changed.fields[1].is_filterable), (colour.id, false));

    shop.wait_for_index().await;
    assert_eq!(
        shop.shown_fields("guller").await,
        ["height ", "color white,red", "scent true,false", "season spring,autumn"]
    );

    let outcome = shop.change_fields("guller", |fields| {
        fields.truncate(3);
        fields.remove(0);
        fields[1].key = Some("perfume".to_owned());
        fields[1].r#type = FieldType::Choice.into();
        fields[1].values = new_field("", FieldType::Choice, &["strong"]).values;
    });
    assert_eq!(outcome.await, "accepted", "what products do not use can be removed and redefined");
    assert_eq!(shop.shown_fields("guller").await, ["color white,red", "perfume strong"]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn fields_and_values_in_use_cannot_be_removed_or_redefined(pool: PgPool) {
    let shop = shop_with_fields(&pool).await;
    let before = shop.category("guller").await;
    assert_eq!(shop.change_fields("guller", Vec::clear).await, "field_in_use");
    assert_eq!(shop.change_fields("guller", |fields| fields[0].key = Some("tint".to_owned())).await, "field_in_use");

    let to_toggle = |fields: &mut Vec<CategoryFieldDraft>| {
        fields[0].r#type = FieldType::Toggle.into();
        fields[0].values.clear();
    };
    assert_eq!(shop.change_fields("guller", to_toggle).await, "field_in_use");

    assert_eq!(shop.change_fields("guller", |fields| drop(fields[0].values.remove(0))).await, "value_in_use");
    let replaced = |fields: &mut Vec<CategoryFieldDraft>| fields[0].id = None;
    assert_eq!(shop.change_fields("guller", replaced).await, "field_in_use", "a new field with the same key");
    assert_eq!(shop.category("guller").await, before, "nothing is half done");

    // A field stays in use when the product's category moves to a parent without that field.
    let (roses, gifts) = (shop.category("qizilgul").await, shop.category("hediyyeler").await);
    shop.move_category(&roses, Some(gifts.id), 0).await.unwrap();
    assert_eq!(shop.change_fields("guller", Vec::clear).await, "field_in_use");

    // Neither has products, but buketler has the field for the product's stems.
    for slug in ["lale", "buketler"] {
        let outcome = shop.delete_category(slug).await;
        let expected = if slug == "lale" { "accepted" } else { "category_in_use" };
        assert_eq!(refusal(outcome), expected, "{slug}");
    }

    sqlx::query("delete from product").execute(&pool).await.unwrap();
    assert_eq!(shop.change_fields("guller", Vec::clear).await, "accepted");
}

/// Gives every product the colour "white", as a product write does.
const WRITE_WHITE: &str = "insert into product_field (product_id, field_id, key, value)
                           select product_id, field_id, key, 'white' from product, field where key = 'color'";

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn removing_a_value_waits_for_a_product_that_gets_it(pool: PgPool) {
    let shop = shop_with_fields(&pool).await;
    // Removes "white", the second colour.
    let edit = shop.edit_fields("guller", |fields| drop(fields[0].values.remove(1))).await;

    let mut writer = kit::db::begin(&pool).await.unwrap();
    sqlx::query(WRITE_WHITE).execute(&mut *writer).await.unwrap();
    let (outcome, ()) = tokio::join!(shop.update_category(edit.clone()), async {
        wait_until_blocked(&pool, "lock table").await;
        writer.commit().await.unwrap();
    });

    assert_eq!(refusal(outcome), "value_in_use");
    sqlx::query("delete from product_field where value = 'white'").execute(&pool).await.unwrap();
    assert_eq!(refusal(shop.update_category(edit).await), "accepted");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn product_cannot_get_a_value_that_is_being_removed(pool: PgPool) {
    let shop = shop_with_fields(&pool).await;

    let mut staff = kit::db::begin(&pool).await.unwrap();
    sqlx::query("lock table category, field in exclusive mode").execute(&mut *staff).await.unwrap();
    sqlx::query("delete from field_value where value = 'white'").execute(&mut *staff).await.unwrap();
    let (outcome, ()) = tokio::join!(async { sqlx::query(WRITE_WHITE).execute(&pool).await }, async {
        wait_until_blocked(&pool, "insert into product_field").await;
        staff.commit().await.unwrap();
    });

    let refused = outcome.unwrap_err();
    assert_eq!(refused.as_database_error().and_then(|error| error.constraint()), Some("product_field_value_fkey"));
    assert_eq!(shop.change_fields("guller", |_| ()).await, "accepted");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn database_refuses_attributes_without_a_field_or_with_a_wrong_value(pool: PgPool) {
    let _shop = shop_with_fields(&pool).await;
    // Returns the violated constraint.
    let insert = async |values: &str| {
        let statement = format!("insert into product_field (product_id, field_id, key, value, number) {values}");
        let outcome = sqlx::query(sqlx::AssertSqlSafe(statement)).execute(&pool).await;
        outcome.err().and_then(|error| error.as_database_error()?.constraint().map(str::to_owned))
    };
    let of = |key: &str, rest: &str| format!("select 999, field_id, {rest} from field where key = '{key}'");

    assert_eq!(insert("values (999, 999, 'color', 'red', null)").await.unwrap(), "product_field_field_fkey");
    assert_eq!(insert(&of("color", "'stems', 'red', null")).await.unwrap(), "product_field_field_fkey");
    assert_eq!(insert(&of("color", "'color', 'green', null")).await.unwrap(), "product_field_value_fkey");
    assert_eq!(insert(&of("stems", "'stems', 'many', null")).await.unwrap(), "product_field_value_fkey");
    assert_eq!(insert(&of("fresh", "'fresh', 'perhaps', null")).await.unwrap(), "product_field_value_fkey");
    assert_eq!(insert(&of("fresh", "'fresh', 'true', null")).await, None);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn invalid_fields_are_refused_with_a_code_beside_each(pool: PgPool) {
    let shop = shop_with_fields(&pool).await;
    let with = async |field: CategoryFieldDraft| shop.change_fields("guller", |fields| fields.push(field)).await;
    let choice = || new_field("season", FieldType::Choice, &["spring"]);
    let with_key = |key: &str| CategoryFieldDraft { key: Some(key.to_owned()), ..choice() };
    let too_many: Vec<_> = (0..501).map(|number| number.to_string()).collect();
    let too_many: Vec<_> = too_many.iter().map(String::as_str).collect();
    for (field, expected) in [
        (
            CategoryFieldDraft::default(),
            "fields[1].key: required, fields[1].type: required, fields[1].name: required, \
             fields[1].isFilterable: required",
        ),
        (with_key("Fəsil"), "fields[1].key: invalid_characters"),
        (with_key("1st"), "fields[1].key: invalid"),
        (with_key("color"), "fields[1].key: duplicate"),
        (CategoryFieldDraft { id: Some(404), ..choice() }, "fields[1].id: unknown_field"),
        (CategoryFieldDraft { values: vec![], ..choice() }, "fields[1].values: required"),
        (CategoryFieldDraft { unit: local("sm"), ..choice() }, "fields[1].unit: must_be_empty"),
        (new_field("size", FieldType::Range, &["s"]), "fields[1].values: must_be_empty"),
        (
            new_field("season", FieldType::Choice, &["spring", "Yay", "spring"]),
            "fields[1].values[1].value: invalid_characters, fields[1].values[2].value: duplicate",
        ),
        (new_field("season", FieldType::Choice, &too_many), "fields[1].values: too_many"),
    ] {
        assert_eq!(with(field).await, format!("validation_failed {expected}"));
    }

    let many = |fields: &mut Vec<CategoryFieldDraft>| {
        fields.extend((0..50).map(|number| new_field(&format!("f{number}"), FieldType::Toggle, &[])));
    };
    assert_eq!(shop.change_fields("guller", many).await, "validation_failed fields: too_many");

    let swapped = |fields: &mut Vec<CategoryFieldDraft>| {
        fields[0].key = Some("fresh".to_owned());
        fields[1].key = Some("stems".to_owned());
    };
    assert_eq!(
        shop.change_fields("buketler", swapped).await,
        "validation_failed fields[0].key: duplicate, fields[1].key: duplicate"
    );
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn categories_of_staff_are_kept_when_the_demo_is_loaded_again(pool: PgPool) {
    let shop = shop_with_fields(&pool).await;
    let own = shop.create_category(None, "Özümüzün").await.unwrap();
    let first = shop.move_category(&own, None, 0).await.unwrap();

    shop.load(&Demo::with([])).await.unwrap();
    let kept = shop.category(&first.slug).await;
    assert_eq!(kept.parent_id, None);

    // The positions have no gaps.
    let positions = "select count(distinct position) = count(*) and max(position) = count(*) - 1
                     from category
                     where parent_id is null";
    assert!(sqlx::query_scalar::<_, bool>(positions).fetch_one(&pool).await.unwrap());
}

//! Products whose sizes have their own attributes, such as colour or number of stems.

use proto::catalog::{Attribute, FieldFilter, ListProductsRequest, OptionKind};
use serde_json::json;
use sqlx::PgPool;

use crate::{
    importing::{TestFile, assortment, empty_shop},
    shop::product,
};

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn product_is_found_by_the_attributes_of_any_size(pool: PgPool) {
    let shop = empty_shop(pool).await;
    // Product p5 has two sizes with attributes.
    TestFile::of_lines(&assortment()).import(&shop).await.unwrap();
    let with_sizes = shop.page_of("p5").await.unwrap();
    let attribute_lines = |fields: &[Attribute]| {
        let attribute_lines = fields.iter().map(|field| format!("{}: {}", field.name, field.value));
        attribute_lines.collect::<Vec<_>>().join("; ")
    };
    insta::assert_snapshot!(attribute_lines(&with_sizes.fields), @"Rəng: Qırmızı, Ağ, Mavi; Gül sayı: 5 ədəd, 15 ədəd; Təzə: Bəli");
    insta::assert_snapshot!(attribute_lines(&with_sizes.sizes[0].fields), @"Rəng: Qırmızı, Ağ; Gül sayı: 5 ədəd");
    insta::assert_snapshot!(attribute_lines(&with_sizes.sizes[1].fields), @"Rəng: Mavi; Gül sayı: 15 ədəd");
    assert_eq!((with_sizes.option(), with_sizes.sizes[1].image_url()), (OptionKind::Count, "/media/cccc/640.webp"));

    for (key, value) in [("color", "blue"), ("color", "white"), ("stems", "5"), ("stems", "15")] {
        let values = vec![value.to_owned()];
        let number = value.parse().ok();
        // Choices are filtered by value, ranges by minimum and maximum.
        let request = FieldFilter { key: key.to_owned(), values, min: number, max: number };
        let found = shop.slugs(ListProductsRequest { fields: vec![request], ..Default::default() }).await;
        assert!(found.contains(&"p5".to_owned()), "{key} {value}: {found:?}");
    }
}

/// "torn" lacks the colour of a size, repeats the stems, and has a picture that is not the product's.
#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn attributes_that_differ_must_be_given_by_every_size(pool: PgPool) {
    let shop = empty_shop(pool).await;
    let file = TestFile::of_lines(&[product(
        "torn",
        &json!({"fields": {"stems": 5}, "sizes": [
            {"name": {"az": "S"}, "price": 1, "stock": 1, "fields": {"stems": 5, "color": "red"}},
            {"name": {"az": "M"}, "price": 1, "stock": 1, "fields": {"stems": 9}, "picture": "/media/aaaa/640.webp"},
        ]}),
    )]);
    assert_eq!(file.import(&shop).await.unwrap().refused, 1);
    let expected = ["1 sizes[1].fields.color required", "1 fields.stems duplicate", "1 sizes[1].picture unknown_value"];
    assert_eq!(file.report(), expected);

    let wrong = json!({"sizes": [
        {"name": {"az": "S"}, "price": 1, "stock": 1, "fields": {"color": "black", "taste": "sweet"}},
    ]});
    let file = TestFile::of_lines(&[product("wrong", &wrong), product("odd", &json!({"option": "taste"}))]);
    assert_eq!(file.import(&shop).await.unwrap().refused, 2);
    let expected =
        ["1 sizes[0].fields.color unknown_value", "1 sizes[0].fields.taste unknown_field", "2 option wrong_type"];
    assert_eq!(file.report(), expected);
}

//! The content of product pages, and how pages are found.

use kit::Language;
use serde_json::json;
use sqlx::PgPool;

use crate::shop::{Demo, TestShop, product, refusal};

/// A bouquet with translations, a discount, sizes, fields and pictures.
fn bouquet() -> Demo {
    let mut demo = Demo::with([product(
        "samaxi-axsami",
        &json!({
            "name": {"az": "Şamaxı axşamı", "ru": "Шамахинский вечер", "en": "Shamakhi Evening"},
            "description": {"az": "Qırmızı qızılgüllər.", "ru": "Красные розы.", "en": "Red roses."},
            "price": 7000, "discounted": 6000, "stock": 4,
            "sizes": [
                {"name": {"az": "15 ədəd", "ru": "15 шт.", "en": "15 stems"}, "price": 7000, "stock": 4},
                {"name": {"az": "25 ədəd"}, "price": 9999, "stock": 0}],
            "fields": {"color": ["white", "red"], "stems": 15.5, "fresh": true},
        }),
    )]);
    demo.pictures = json!({"products": {"samaxi-axsami": ["/media/abc/640.webp", "/media/def/640.webp"]}});
    demo
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn page_has_all_members(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    // The discount from 7000 to 6000 also reduces the size for 9999: to 8571.
    shop.load(&bouquet()).await.unwrap();
    insta::assert_json_snapshot!(shop.page_in(Language::Ru, "samaxi-axsami").await.unwrap(), @r#"
    {
      "id": 1,
      "name": "Шамахинский вечер",
      "slug": "samaxi-axsami",
      "imageUrl": "/media/abc/640.webp",
      "price": 7000,
      "discountedPrice": 6000,
      "category": {
        "id": 4,
        "name": "Розы",
        "slug": "qizilgul"
      },
      "store": {
        "id": 1,
        "name": "Gül evi",
        "slug": "gul-evi"
      },
      "rating": 4.5,
      "reviewCount": 3,
      "inStock": true,
      "isLiked": false,
      "left": 4,
      "hasSizes": true,
      "description": "Красные розы.",
      "images": [
        "/media/abc/640.webp",
        "/media/def/640.webp"
      ],
      "stock": 4,
      "sizes": [
        {
          "id": 1,
          "name": "15 шт.",
          "price": 6000,
          "stock": 4,
          "fields": []
        },
        {
          "id": 2,
          "name": "25 ədəd",
          "price": 8571,
          "stock": 0,
          "fields": []
        }
      ],
      "fields": [
        {
          "name": "Rəng (ru)",
          "value": "Красный, Белый"
        },
        {
          "name": "Gül sayı",
          "value": "15,5 шт."
        },
        {
          "name": "Свежие",
          "value": "Да"
        }
      ],
      "breadcrumbs": [
        {
          "id": 2,
          "name": "Цветы",
          "slug": "guller"
        },
        {
          "id": 3,
          "name": "Букеты",
          "slug": "buketler"
        },
        {
          "id": 4,
          "name": "Розы",
          "slug": "qizilgul"
        }
      ],
      "installment": [
        {
          "months": 3,
          "monthly": 2000
        },
        {
          "months": 6,
          "monthly": 1000
        },
        {
          "months": 12,
          "monthly": 500
        },
        {
          "months": 18,
          "monthly": 334
        },
        {
          "months": 24,
          "monthly": 250
        }
      ],
      "seo": {
        "title": "Шамахинский вечер | Sovqat",
        "description": "Красные розы."
      },
      "categoryIds": [
        2,
        3,
        4
      ],
      "preparationDays": 0,
      "option": "size",
      "addOns": []
    }
    "#);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn field_labels_are_in_the_callers_language(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.load(&bouquet()).await.unwrap();
    let mut lines = Vec::new();
    for language in Language::ALL {
        let page = shop.page_in(language, "samaxi-axsami").await.unwrap();
        for field in page.fields {
            lines.push(format!("{} {}: {}", language.code(), field.name, field.value));
        }
    }
    insta::assert_snapshot!(lines.join("\n"), @r"
    az Rəng: Qırmızı, Ağ
    az Gül sayı: 15,5 ədəd
    az Təzə: Bəli
    ru Rəng (ru): Красный, Белый
    ru Gül sayı: 15,5 шт.
    ru Свежие: Да
    en Rəng (en): Red, White
    en Gül sayı: 15.5 pcs
    en Fresh: Yes
    ");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn page_is_found_by_slug_or_id(pool: PgPool) {
    // The slug of the second product is the id of the first.
    let shop = TestShop::start_with(pool, [product("a", &json!({})), product("1", &json!({}))]).await;
    let id = shop.id_of("a").await;
    assert_eq!(id, 1, "the first product of the file");
    assert_eq!(shop.page_of("1").await.unwrap().slug, "1", "slugs take precedence over ids");
    assert_eq!(shop.page_of("2").await.unwrap().slug, "1");

    for unknown in ["no-such-slug", "", "0", "-1", "3", "9223372036854775808", "a\0", &"a".repeat(5_000)] {
        assert_eq!(refusal(shop.page_of(unknown).await), "product_not_found", "{unknown}");
    }
}

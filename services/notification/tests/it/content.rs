//! The shop's pages, as visitors read them.

use insta::assert_snapshot;
use proto::notification::{ContactRequest, ContentPage};
use sqlx::PgPool;
use tonic::Code;

use crate::desk::{Desk, in_language};

const PAGES: [&str; 7] = ["privacy", "delivery", "bonuses", "faq", "help", "payment", "terms"];

/// Title, version and the name of every section.
fn outline(page: &ContentPage) -> String {
    let sections = page.sections.iter().map(|section| section.id.trim_start_matches("s-"));
    format!("{} · {}: {}", page.page, page.title, sections.collect::<Vec<_>>().join(" "))
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn every_page_is_there_in_every_language_from_the_first_day(pool: PgPool) {
    let desk = Desk::open(pool).await;
    let mut outlines = Vec::new();
    for page in PAGES {
        let az = desk.page(page, "az").await.unwrap();
        for language in ["ru", "en"] {
            let other = desk.page(page, language).await.unwrap();
            let ids = |page: &ContentPage| page.sections.iter().map(|s| s.id.clone()).collect::<Vec<_>>();
            assert_eq!(ids(&other), ids(&az), "{page} in {language}");
            assert_ne!(other.title, az.title, "{page} in {language}");
        }
        assert_eq!(az.version, 0);
        outlines.push(outline(&az));
    }
    assert_snapshot!(outlines.join("\n"), @r"
    privacy · Gizlilik şərtləri: who data purposes legal sharing cookies retention security rights children changes
    delivery · Çatdırılma şərtləri: zones times today way gift door absent late
    bonuses · Bonuslar: what app-only earn spend refund expiry changes
    faq · Tez-tez verilən suallar: need-account how-to-order send-to-other surprise card cancel change-order cart-changed delivery-price same-day choose-time regions where-is-it not-home how-to-pay is-it-safe installments paid-no-order promo vat change-mind not-returnable broken refund-time partial-return bonus-site bonus-share bonus-back bonus-when no-code forgot-password delete-account fewer-messages who-sells open-store become-blogger blogger-earnings wholesale
    help · Kömək: order track cancel return account wholesale partners contact
    payment · Ödəniş: card cash installments failed promo receipt refund
    terms · Satış şərtləri: seller account contract price delivery cancel returns exceptions defects reviews programmes liability disputes changes
    ");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn questions_stand_in_groups_and_lead_on_in_the_readers_language(pool: PgPool) {
    let desk = Desk::open(pool).await;
    let faq = desk.page("faq", "ru").await.unwrap();
    let first = &faq.sections[0];
    assert_eq!((first.group.as_str(), first.title.as_str()), ("Заказ", "Нужна ли регистрация, чтобы заказать?"));
    let price = faq.sections.iter().find(|section| section.id == "s-delivery-price").unwrap();
    assert_snapshot!(price.html, @r#"<p>В Баку 3 ₼, для заказов от 50 ₼ бесплатно. Для других адресов таблица — на <a href="/ru/catdirilma">странице доставки</a>.</p>"#);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_page_nobody_wrote_is_not_found(pool: PgPool) {
    let desk = Desk::open(pool).await;
    for page in ["", "Privacy", "privacy ", "../privacy", "careers"] {
        let status = desk.page(page, "az").await.unwrap_err();
        assert_eq!((status.code(), status.message()), (Code::NotFound, "page_not_found"), "{page}");
    }
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn the_shop_says_where_it_is_and_when_it_is_open(pool: PgPool) {
    let desk = Desk::open(pool).await;
    let contact = desk.visitor().contact(in_language("ru", ContactRequest {})).await.unwrap().into_inner();
    insta::assert_json_snapshot!(contact, @r#"
    {
      "email": "salam@sovqat.az",
      "phoneNumber": "+994125550100",
      "whatsapp": "+994505550100",
      "address": "г. Баку, Азербайджан",
      "mapUrl": "https://www.openstreetmap.org/#map=12/40.3777/49.8920",
      "hours": [
        {
          "fromDay": 1,
          "untilDay": 5,
          "opens": "10:00",
          "closes": "19:00"
        },
        {
          "fromDay": 6,
          "untilDay": 6,
          "opens": "11:00",
          "closes": "17:00"
        }
      ],
      "company": "Sovqat",
      "taxNumber": "0000000000"
    }
    "#);
}

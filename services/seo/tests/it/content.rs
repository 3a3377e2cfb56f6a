//! Tests content pages, such as the FAQ, as shoppers see them.

use insta::assert_snapshot;
use proto::seo::{ContactRequest, ContentPage};
use sqlx::PgPool;
use tonic::Code;

use crate::test_content::{TestContent, field_errors, in_language};

const PAGES: [&str; 7] = ["privacy", "delivery", "bonuses", "faq", "help", "payment", "terms"];

/// The page's key, title and the ids of its sections.
fn outline(page: &ContentPage) -> String {
    let sections = page.sections.iter().map(|section| section.id.trim_start_matches("s-"));
    format!("{} · {}: {}", page.page, page.title, sections.collect::<Vec<_>>().join(" "))
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn new_installation_has_every_page_in_every_language(pool: PgPool) {
    let content = TestContent::start(pool).await;
    let mut outlines = Vec::new();
    for page in PAGES {
        let az = content.page(page, "az").await.unwrap();
        for language in ["ru", "en"] {
            let other = content.page(page, language).await.unwrap();
            let ids = |page: &ContentPage| page.sections.iter().map(|section| section.id.clone()).collect::<Vec<_>>();
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
    faq · Tez-tez verilən suallar: need-account how-to-order send-to-other surprise card cancel change-order cart-changed delivery-price same-day choose-time regions where-is-it not-home how-to-pay is-it-safe installments paid-no-order promo vat change-mind not-returnable broken refund-time partial-return bonus-site bonus-share bonus-back bonus-when no-code forgot-password delete-account fewer-messages who-sells open-store become-blogger blogger-earnings blogger-cash-out wholesale
    help · Kömək: order track cancel return account wholesale partners contact
    payment · Ödəniş: card cash installments failed promo receipt refund
    terms · Satış şərtləri: seller account contract price delivery cancel returns exceptions defects reviews programmes liability disputes changes
    ");
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn faq_has_groups_and_localized_links(pool: PgPool) {
    let content = TestContent::start(pool).await;
    let faq = content.page("faq", "ru").await.unwrap();
    let first = &faq.sections[0];
    assert_eq!((first.group.as_str(), first.title.as_str()), ("Заказ", "Нужна ли регистрация, чтобы заказать?"));
    let price = faq.sections.iter().find(|section| section.id == "s-delivery-price").unwrap();
    assert_snapshot!(price.html.replace('\u{a0}', " "), @r#"<p>В Баку: 3 ₼, для заказов от 50 ₼ бесплатно. Если товаров на 50 ₼ и больше, доставка бесплатна по всем адресам. Таблица для всех адресов — на <a href="/ru/catdirilma">странице доставки</a>.</p>"#);
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn unknown_content_page_is_not_found(pool: PgPool) {
    let content = TestContent::start(pool).await;
    for page in ["", "Privacy", "privacy ", "../privacy", "careers"] {
        let status = content.page(page, "az").await.unwrap_err();
        assert_eq!((status.code(), status.message()), (Code::NotFound, "page_not_found"), "{page}");
    }
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn contact_has_address_and_hours(pool: PgPool) {
    let content = TestContent::start(pool).await;
    let contact = content.content_client().contact(in_language("ru", ContactRequest {})).await.unwrap().into_inner();
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

/// The page's key, and a part of its HTML before and after the test changes the rules. English has a decimal point
/// instead of the comma.
const SHOWN_RULES: [(&str, &str, &str); 6] = [
    ("delivery", "50\u{a0}₼", "75\u{a0}₼"),
    ("faq", "50\u{a0}₼", "75\u{a0}₼"),
    ("bonuses", "1%", "2,5%"),
    ("faq", "1%", "2,5%"),
    ("terms", "<li>Gül;</li>", "<li>Şokolad;</li>"),
    ("faq", "Gül", "Şokolad"),
];

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn pages_show_changed_rules_in_every_language(pool: PgPool) {
    let content = TestContent::start(pool).await;
    for language in ["az", "ru", "en"] {
        for (page, before, _) in SHOWN_RULES {
            let html = content.page(page, language).await.unwrap().html;
            assert!(html.contains(before), "{page} in {language}: {html}");
        }
    }
    content.order_service.change_rules(|rules| {
        rules.tariffs[0].free_from = Some(7_500);
        (rules.free_from_lowest, rules.free_from_everywhere) = (Some(7_500), Some(7_500));
        rules.bonus.as_mut().unwrap().rates[0].basis_points = 250;
        rules.return_exceptions[0].title = "Şokolad".to_owned();
    });
    for language in ["az", "ru", "en"] {
        for (page, before, after) in SHOWN_RULES {
            let html = content.page(page, language).await.unwrap().html;
            let after = if language == "en" { after.replace(',', ".") } else { after.to_owned() };
            assert!(html.contains(&after), "{page} in {language} does not show {after}: {html}");
            assert!(!html.contains(before), "{page} in {language} still shows {before}: {html}");
        }
    }
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn pages_show_the_last_rules_while_the_order_service_is_down(pool: PgPool) {
    let content = TestContent::start(pool).await;
    let before = content.page("delivery", "az").await.unwrap();
    content.kill_order_service();
    assert_eq!(content.page("delivery", "az").await.unwrap(), before);
    assert_eq!(content.page("privacy", "ru").await.unwrap().version, 0, "this page shows no rules");
    let status = content.page("delivery", "ru").await.unwrap_err();
    assert_eq!(status.code(), Code::Unavailable, "the rules were never loaded in this language");
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn placeholders_in_published_texts_are_filled(pool: PgPool) {
    let content = TestContent::start(pool).await;
    content.publish(0, "## A {#a}\n\n{{bonus_rates}}, {{delivery_price(baku)}}").await.unwrap();
    let shown = content.page("bonuses", "az").await.unwrap().html.replace('\u{a0}', " ");
    assert_snapshot!(shown, @r#"
    <h2 id="s-a">A</h2>
    <p>Hamısı: 1%, 3 ₼, 50 ₼ və daha çox olan sifarişlərdə pulsuz</p>
    "#);
    for unknown in ["{{delivery_price(mars)}}", "{{delivery_price}}", "{{free}}"] {
        let status = content.publish(1, &format!("## A {{#a}}\n\n{unknown}")).await.unwrap_err();
        assert_eq!(field_errors(&status), [("markdown".to_owned(), "unknown_place".to_owned())], "{unknown}");
    }
}

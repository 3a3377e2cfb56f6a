//! Tests the settings of the shop and its office.

use insta::assert_json_snapshot;
use proto::seo::{
    AppLinks, ChatLinks, Office, OfficeAddress, OfficeRequest, OpeningHours, SettingsRequest, SiteContact,
    SiteSettings, SocialLinks,
};
use serde_json::json;
use sqlx::PgPool;
use tonic::Code;

use crate::test_content::{OPERATOR, TestContent, field_errors};

pub async fn settings(content: &TestContent) -> SiteSettings {
    content.content_client().settings(SettingsRequest {}).await.expect("the settings are returned").into_inner()
}

pub fn office() -> Office {
    Office {
        company: "Şirin Ev MMC".to_owned(),
        tax_number: "1234567891".to_owned(),
        address: Some(OfficeAddress { az: "Bakı".to_owned(), ru: "Баку".to_owned(), en: "Baku".to_owned() }),
        map_url: "https://www.openstreetmap.org/#map=12/40.3777/49.8920".to_owned(),
        hours: vec![OpeningHours { from_day: 1, until_day: 7, opens: "09:00".to_owned(), closes: "21:00".to_owned() }],
    }
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn settings_are_public(pool: PgPool) {
    let content = TestContent::start(pool).await;
    assert_json_snapshot!(settings(&content).await, @r#"
    {
      "contact": {
        "email": "salam@sovqat.az",
        "phoneNumber": "+994125550100",
        "whatsapp": "+994505550100"
      },
      "app": {
        "androidUrl": "",
        "iosUrl": ""
      },
      "social": {
        "instagram": "https://www.instagram.com/sovqat.az/",
        "facebook": "",
        "tiktok": "",
        "youtube": ""
      },
      "chat": {
        "whatsappUrl": "https://wa.me/994505550100",
        "telegramUrl": ""
      }
    }
    "#);
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn operator_saves_settings_and_contact_change_is_published(pool: PgPool) {
    let content = TestContent::start(pool).await;
    let before = settings(&content).await;
    let changed = SiteSettings {
        contact: Some(SiteContact {
            email: "Komek@Sovqat.az".to_owned(),
            phone_number: "012 555 01 99".to_owned(),
            whatsapp: "+994 50 555 01 99".to_owned(),
        }),
        social: Some(SocialLinks { tiktok: "https://www.tiktok.com/@sovqat".to_owned(), ..SocialLinks::default() }),
        ..before.clone()
    };
    let saved = content.save_settings(changed).await.unwrap();
    let contact = saved.contact.clone().unwrap();
    assert_eq!((contact.email.as_str(), contact.phone_number.as_str()), ("komek@sovqat.az", "+994125550199"));
    assert_eq!(settings(&content).await, saved);
    assert_eq!(saved.app, before.app);
    assert_eq!(content.audit().await, [(OPERATOR, "settings_saved".to_owned(), "site".to_owned())]);
    let contact = json!({"email": "komek@sovqat.az", "phoneNumber": "+994125550199", "whatsapp": "+994505550199"});
    assert_eq!(content.events().await, [("contact_changed".to_owned(), contact)]);
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn all_errors_of_invalid_settings_are_reported(pool: PgPool) {
    let content = TestContent::start(pool).await;
    let before = settings(&content).await;
    let status = content
        .save_settings(SiteSettings {
            contact: Some(SiteContact {
                email: "support".to_owned(),
                phone_number: "12".to_owned(),
                whatsapp: String::new(),
            }),
            app: Some(AppLinks { android_url: "javascript:alert(1)".to_owned(), ios_url: String::new() }),
            social: Some(SocialLinks {
                instagram: "https://instagram.com.evil.example".to_owned(),
                ..SocialLinks::default()
            }),
            chat: Some(ChatLinks { whatsapp_url: "http://wa.me/1".to_owned(), telegram_url: "@sovqat".to_owned() }),
        })
        .await
        .unwrap_err();
    let errors: Vec<_> = field_errors(&status).into_iter().map(|(field, code)| format!("{field}: {code}")).collect();
    assert_eq!(
        errors,
        [
            "contact.email: invalid_email",
            "contact.phoneNumber: invalid_phone",
            "contact.whatsapp: required",
            "app.androidUrl: invalid_link",
            "social.instagram: invalid_link",
            "chat.whatsappUrl: invalid_link",
            "chat.telegramUrl: invalid_link",
        ]
    );
    assert_eq!(settings(&content).await, before);
    assert!(content.events().await.is_empty());
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn content_pages_show_the_saved_company(pool: PgPool) {
    let content = TestContent::start(pool).await;
    assert_eq!(content.save_office(office()).await.unwrap(), office());
    assert_eq!(
        content.content_desk_client().get_office(content.as_operator(OfficeRequest {})).await.unwrap().into_inner(),
        office()
    );
    let terms = content.page("terms", "ru").await.unwrap();
    assert!(
        terms.sections[0].html.contains("Şirin Ev MMC, VÖEN 1234567891, адрес: Баку."),
        "{}",
        terms.sections[0].html
    );
    assert_eq!(content.audit().await, [(OPERATOR, "settings_saved".to_owned(), "office".to_owned())]);
    assert!(content.events().await.is_empty(), "the contact data did not change");
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn all_errors_of_invalid_office_data_are_reported(pool: PgPool) {
    let content = TestContent::start(pool).await;
    let invalid = Office {
        tax_number: "0000000000".to_owned(),
        address: None,
        map_url: "https://localhost/".to_owned(),
        hours: vec![OpeningHours { from_day: 5, until_day: 1, opens: "9".to_owned(), closes: String::new() }],
        ..office()
    };
    let status = content.save_office(invalid).await.unwrap_err();
    let errors: Vec<_> = field_errors(&status).into_iter().map(|(field, code)| format!("{field}: {code}")).collect();
    assert_eq!(
        errors,
        [
            "taxNumber: invalid_tax_number",
            "address.az: required",
            "address.ru: required",
            "address.en: required",
            "mapUrl: invalid_link",
            "hours: invalid_hours",
        ]
    );
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn missing_setting_is_an_internal_error(pool: PgPool) {
    let content = TestContent::start(pool.clone()).await;
    sqlx::query("delete from setting where key = 'contact'").execute(&pool).await.unwrap();
    let status = content.content_client().settings(SettingsRequest {}).await.unwrap_err();
    assert_eq!((status.code(), status.message()), (Code::Internal, "internal"));
}

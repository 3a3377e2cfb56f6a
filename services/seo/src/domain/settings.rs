//! The shop's settings, which staff edit.

mod links;
mod office;

use std::collections::BTreeMap;

use kit::Language;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

pub use links::{LinkSite, parse_link};
pub use office::{Address, Hours, Office, check_hours, is_placeholder, parse_tax_number};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    pub contact: Contact,
    pub app: AppLinks,
    pub social: SocialLinks,
    pub chat: ChatLinks,
    pub office: Office,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Contact {
    pub email: String,
    pub phone_number: String,
    pub whatsapp: String,
}

/// Empty links are not shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AppLinks {
    pub android_url: String,
    pub ios_url: String,
}

/// Empty links are not shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SocialLinks {
    pub instagram: String,
    pub facebook: String,
    pub tiktok: String,
    pub youtube: String,
}

/// Empty links are not shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChatLinks {
    pub whatsapp_url: String,
    pub telegram_url: String,
}

impl AppLinks {
    pub fn markdown_sentence(&self, language: Language) -> String {
        let stores = [("Google Play", &self.android_url), ("App Store", &self.ios_url)];
        let links = stores.iter().filter(|(_, url)| !url.is_empty()).map(|(name, url)| format!("[{name}](<{url}>)"));
        let links = links.collect::<Vec<_>>().join(", ");
        match (language, links.as_str()) {
            (Language::Az, "") => "Tətbiq hələ yayımlanmayıb.".to_owned(),
            (Language::Ru, "") => "Приложение ещё не опубликовано.".to_owned(),
            (Language::En, "") => "The app is not published yet.".to_owned(),
            (Language::Az, links) => format!("Tətbiq buradadır: {links}."),
            (Language::Ru, links) => format!("Приложение можно скачать здесь: {links}."),
            (Language::En, links) => format!("You find the app here: {links}."),
        }
    }
}

pub type SettingRows = Vec<(String, Value)>;

impl Settings {
    /// The error names the missing or malformed row.
    pub fn parse(rows: SettingRows) -> Result<Self, String> {
        let mut rows: BTreeMap<_, _> = rows.into_iter().collect();
        Ok(Self {
            contact: parse_row(&mut rows, "contact")?,
            app: parse_row(&mut rows, "app")?,
            social: parse_row(&mut rows, "social")?,
            chat: parse_row(&mut rows, "chat")?,
            office: parse_row(&mut rows, "office")?,
        })
    }
}

fn parse_row<T: DeserializeOwned>(rows: &mut BTreeMap<String, Value>, key: &str) -> Result<T, String> {
    let value = rows.remove(key).ok_or_else(|| format!("the setting `{key}` is missing"))?;
    serde_json::from_value(value).map_err(|error| format!("the setting `{key}` is malformed: {error}"))
}

#[cfg(test)]
pub mod tests {
    use serde_json::json;

    use super::*;

    fn rows() -> SettingRows {
        let row = |key: &str, value| (key.to_owned(), value);
        vec![
            row("contact", json!({"email": "a@b.az", "phoneNumber": "+994", "whatsapp": "+994"})),
            row("app", json!({"androidUrl": "", "iosUrl": ""})),
            row("social", json!({"instagram": "", "facebook": "", "tiktok": "", "youtube": ""})),
            row("chat", json!({"whatsappUrl": "", "telegramUrl": ""})),
            row(
                "office",
                json!({
                    "company": "Sovqat", "taxNumber": "1234567890", "mapUrl": "", "hours": [],
                    "address": {"az": "Bakı", "ru": "Баку", "en": "Baku"},
                }),
            ),
        ]
    }

    pub fn settings() -> Settings {
        Settings::parse(rows()).expect("the rows of the tests are valid")
    }

    #[test]
    fn only_published_apps_are_linked() {
        let mut app = settings().app;
        assert_eq!(app.markdown_sentence(Language::En), "The app is not published yet.");
        app.ios_url = "https://apps.apple.com/az/app/id1".to_owned();
        assert_eq!(
            app.markdown_sentence(Language::Az),
            "Tətbiq buradadır: [App Store](<https://apps.apple.com/az/app/id1>)."
        );
    }

    #[test]
    fn missing_or_malformed_settings_are_named() {
        for (index, (key, _)) in rows().into_iter().enumerate() {
            let mut missing = rows();
            missing.remove(index);
            assert_eq!(Settings::parse(missing).unwrap_err(), format!("the setting `{key}` is missing"));
            let mut malformed = rows();
            malformed[index].1 = json!("50 ₼");
            assert!(Settings::parse(malformed).unwrap_err().starts_with(&format!("the setting `{key}` is malformed")));
        }
        assert_eq!(settings().contact.email, "a@b.az");
    }
}

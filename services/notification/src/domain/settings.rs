//! What the shop says about itself.

mod links;
mod office;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

pub use links::{Place, link};
pub use office::{Address, Hours, Office, hours, is_placeholder, tax_number};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    pub contact: Contact,
    /// Deliveries of at least this total are free, in qəpik.
    pub free_delivery_from: i64,
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

/// Links are empty where there is nothing to lead to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AppLinks {
    pub android_url: String,
    pub ios_url: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SocialLinks {
    pub instagram: String,
    pub facebook: String,
    pub tiktok: String,
    pub youtube: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChatLinks {
    pub whatsapp_url: String,
    pub telegram_url: String,
}

/// The rows of the table, by key.
pub type Rows = Vec<(String, Value)>;

impl Settings {
    /// A row that is missing or of another shape is an operator's mistake and named as such.
    pub fn parse(rows: Rows) -> Result<Self, String> {
        let mut rows: BTreeMap<_, _> = rows.into_iter().collect();
        Ok(Self {
            contact: take(&mut rows, "contact")?,
            free_delivery_from: take(&mut rows, "free_delivery_from")?,
            app: take(&mut rows, "app")?,
            social: take(&mut rows, "social")?,
            chat: take(&mut rows, "chat")?,
            office: take(&mut rows, "office")?,
        })
    }
}

fn take<T: DeserializeOwned>(rows: &mut BTreeMap<String, Value>, key: &str) -> Result<T, String> {
    let value = rows.remove(key).ok_or_else(|| format!("the setting `{key}` is missing"))?;
    serde_json::from_value(value).map_err(|error| format!("the setting `{key}` cannot be read: {error}"))
}

#[cfg(test)]
pub mod tests {
    use serde_json::json;

    use super::*;

    fn rows() -> Rows {
        let row = |key: &str, value| (key.to_owned(), value);
        vec![
            row("contact", json!({"email": "a@b.az", "phoneNumber": "+994", "whatsapp": "+994"})),
            row("free_delivery_from", json!(5000)),
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
        Settings::parse(rows()).expect("settings")
    }

    #[test]
    fn what_is_missing_or_broken_is_named() {
        for (at, (key, _)) in rows().into_iter().enumerate() {
            let mut missing = rows();
            missing.remove(at);
            assert_eq!(Settings::parse(missing).unwrap_err(), format!("the setting `{key}` is missing"));
            let mut broken = rows();
            broken[at].1 = json!("50 ₼");
            assert!(Settings::parse(broken).unwrap_err().starts_with(&format!("the setting `{key}` cannot be read")));
        }
        assert_eq!(settings().free_delivery_from, 5_000);
    }
}

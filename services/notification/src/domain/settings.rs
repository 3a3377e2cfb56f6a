//! What the shop says about itself.

use serde::Deserialize;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    pub contact: Contact,
    /// Deliveries of at least this total are free, in qəpik.
    pub free_delivery_from: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Contact {
    pub email: String,
    pub phone_number: String,
    pub whatsapp: String,
}

impl Settings {
    /// From the rows of the table. A row that is missing or of another shape is an operator's mistake and named as such.
    pub fn parse(rows: Vec<(String, serde_json::Value)>) -> Result<Self, String> {
        let (mut contact, mut free_delivery_from) = (None, None);
        for (key, value) in rows {
            let broken = |error: serde_json::Error| format!("the setting `{key}` cannot be read: {error}");
            match key.as_str() {
                "contact" => contact = Some(serde_json::from_value(value).map_err(broken)?),
                "free_delivery_from" => free_delivery_from = Some(serde_json::from_value(value).map_err(broken)?),
                _ => {}
            }
        }
        Ok(Self {
            contact: contact.ok_or("the setting `contact` is missing")?,
            free_delivery_from: free_delivery_from.ok_or("the setting `free_delivery_from` is missing")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_missing_or_broken_is_named() {
        let contact = || ("contact".to_owned(), json!({"email": "a@b.az", "phoneNumber": "+994", "whatsapp": "+994"}));
        let fee = |value| ("free_delivery_from".to_owned(), value);
        assert_eq!(Settings::parse(vec![contact(), fee(json!(5000))]).unwrap().free_delivery_from, 5000);
        assert!(Settings::parse(vec![contact()]).unwrap_err().contains("free_delivery_from"));
        assert!(Settings::parse(vec![contact(), fee(json!("50 ₼"))]).unwrap_err().contains("free_delivery_from"));
        assert!(Settings::parse(vec![fee(json!(1))]).unwrap_err().contains("contact"));
    }
}

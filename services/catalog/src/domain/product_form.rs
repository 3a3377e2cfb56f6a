//! A product as staff edit it. Serialised with the API's names, for the product's history and the audit log.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use search::Texts;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{option::OptionKind, slug};

const MAX_AUDITED_CHARS: usize = 200;
const FALLBACK_SLUG: &str = "mehsul";
const SLUG_CANDIDATES: usize = 50;

/// Values by key of the field.
pub type FieldValues = BTreeMap<String, Vec<String>>;

/// Amounts of money are in qəpik.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProductForm {
    /// `None` to make it from the name.
    pub slug: Option<String>,
    pub store_id: i64,
    pub category_id: i64,
    /// Without the main category.
    pub also_category_ids: Vec<i64>,
    pub name: Texts,
    pub description: Texts,
    pub price: i64,
    pub discounted_price: Option<i64>,
    pub discount_from: Option<DateTime<Utc>>,
    pub discount_until: Option<DateTime<Utc>>,
    pub preparation_days: i64,
    pub option_kind: OptionKind,
    pub sizes: Vec<FormSize>,
    pub fields: FieldValues,
    pub pictures: Vec<String>,
    /// Only for a new product.
    #[serde(skip)]
    pub initial_stock: i64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FormSize {
    /// `None` for a new size.
    pub id: Option<i64>,
    pub name: Texts,
    pub price: i64,
    pub picture: Option<String>,
    pub fields: FieldValues,
    #[serde(skip)]
    pub initial_stock: i64,
}

impl ProductForm {
    #[must_use]
    pub fn copied(mut self) -> Self {
        self.slug = None;
        for size in &mut self.sizes {
            size.id = None;
        }
        self
    }

    /// A form without a slug keeps the stored one.
    pub fn equals(&self, stored: &Self) -> bool {
        let slug = self.slug.clone().or_else(|| stored.slug.clone());
        Self { slug, ..self.clone() } == *stored
    }

    /// Changed values by name, each as `[old, new]`. Without `old`, all values are new.
    pub fn changes_since(&self, old: Option<&Self>) -> Map<String, Value> {
        let before = old.map(values).unwrap_or_default();
        let changed = values(self).into_iter().filter_map(|(name, new)| {
            let old = before.get(&name).cloned().unwrap_or_default();
            (old != new).then(|| (name, json!([old, new])))
        });
        changed.collect()
    }
}

/// Each value is `[old, new]`.
pub struct LaterChange<'a> {
    pub version: i64,
    pub fields: &'a Map<String, Value>,
}

/// Restores version `earlier` by undoing the changes `later`, newest first. Returns `None` if the history is
/// incomplete.
pub fn form_before(
    current: &ProductForm,
    version: i64,
    earlier: i64,
    later: &[LaterChange<'_>],
) -> Option<ProductForm> {
    let mut form = values(current);
    let mut expected_version = version;
    for change in later {
        // An import increases the version without an entry in the history.
        if change.version != expected_version {
            return None;
        }
        // A bulk price change does not record the former prices of sizes.
        if change.fields.contains_key("price") && !change.fields.contains_key("sizes") && !current.sizes.is_empty() {
            return None;
        }
        for (name, both) in change.fields {
            if let Some(value) = form.get_mut(name) {
                *value = both.get(0)?.clone();
            }
        }
        expected_version -= 1;
    }
    if expected_version != earlier {
        return None;
    }
    let mut form: ProductForm = serde_json::from_value(Value::Object(form)).ok()?;
    for size in &mut form.sizes {
        // A removed size is created again.
        size.id = size.id.filter(|id| current.sizes.iter().any(|current| current.id == Some(*id)));
    }
    Some(form)
}

/// Keys are the API's names.
fn values(form: &ProductForm) -> Map<String, Value> {
    match serde_json::to_value(form) {
        Ok(Value::Object(values)) => values,
        _ => Map::new(),
    }
}

pub fn audited_old(changes: &Map<String, Value>) -> Value {
    audited(changes, 0)
}

pub fn audited_new(changes: &Map<String, Value>) -> Value {
    audited(changes, 1)
}

/// Shortens long texts.
fn audited(changes: &Map<String, Value>, index: usize) -> Value {
    Value::Object(changes.iter().map(|(name, old_and_new)| (name.clone(), shortened(&old_and_new[index]))).collect())
}

fn shortened(value: &Value) -> Value {
    match value {
        Value::String(text) if text.chars().count() > MAX_AUDITED_CHARS => {
            Value::String(text.chars().take(MAX_AUDITED_CHARS).chain(['…']).collect())
        }
        Value::Array(values) => values.iter().map(shortened).collect(),
        Value::Object(values) => {
            Value::Object(values.iter().map(|(name, value)| (name.clone(), shortened(value))).collect())
        }
        value => value.clone(),
    }
}

/// The first is the best.
pub fn slug_candidates(name: &str) -> Vec<String> {
    let readable = slug::readable(name);
    let readable = if readable.is_empty() { FALLBACK_SLUG.to_owned() } else { readable };
    let numbered = (2..=SLUG_CANDIDATES).map(|number| format!("{readable}-{number}"));
    std::iter::once(readable.clone()).chain(numbered).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(name: &str) -> ProductForm {
        let texts = |az: &str| Texts { az: az.to_owned(), ru: None, en: None };
        ProductForm {
            slug: Some("gul".to_owned()),
            store_id: 1,
            category_id: 2,
            also_category_ids: Vec::new(),
            name: texts(name),
            description: texts(""),
            price: 100,
            discounted_price: None,
            discount_from: None,
            discount_until: None,
            preparation_days: 0,
            option_kind: OptionKind::Size,
            sizes: Vec::new(),
            fields: FieldValues::new(),
            pictures: Vec::new(),
            initial_stock: 0,
        }
    }

    #[test]
    fn changes_since_returns_old_and_new_values_by_api_name() {
        let (old, new) =
            (form("Gül"), ProductForm { discounted_price: Some(90), initial_stock: 7, ..form("Qızılgül") });
        let changes = new.changes_since(Some(&old));
        assert_eq!(
            Value::Object(changes),
            json!({"name": [{"az": "Gül"}, {"az": "Qızılgül"}], "discountedPrice": [null, 90]})
        );
        assert_eq!(old.changes_since(Some(&old)), Map::new());
        assert_eq!(old.changes_since(None)["price"], json!([null, 100]));
    }

    #[test]
    fn a_former_version_is_restored_from_the_changes_since() {
        let (first, second) = (form("Gül"), ProductForm { discounted_price: Some(90), ..form("Qızılgül") });
        let third = ProductForm { price: 120, ..second.clone() };
        let (to_second, to_third) = (second.changes_since(Some(&first)), third.changes_since(Some(&second)));
        let later = [LaterChange { version: 3, fields: &to_third }, LaterChange { version: 2, fields: &to_second }];
        assert_eq!(form_before(&third, 3, 1, &later), Some(first.clone()));
        assert_eq!(form_before(&third, 3, 2, &later[..1]), Some(second));
        assert_eq!(form_before(&third, 3, 3, &[]), Some(third.clone()));
        // An import has made version 4.
        assert_eq!(form_before(&third, 4, 1, &later), None);
        // Nothing is known before version 1.
        assert_eq!(form_before(&third, 3, 0, &later), None);
    }

    #[test]
    fn a_removed_size_is_restored_as_a_new_one() {
        let size = |id, price| FormSize {
            id: Some(id),
            name: Texts { az: "S".to_owned(), ru: None, en: None },
            price,
            picture: None,
            fields: FieldValues::new(),
            initial_stock: 0,
        };
        let old = ProductForm { sizes: vec![size(1, 500), size(2, 700)], ..form("Gül") };
        let new = ProductForm { sizes: vec![size(1, 500)], ..form("Gül") };
        let fields = new.changes_since(Some(&old));
        let restored = form_before(&new, 2, 1, &[LaterChange { version: 2, fields: &fields }]).unwrap();
        assert_eq!(restored.sizes.iter().map(|size| size.id).collect::<Vec<_>>(), [Some(1), None]);

        let bulk_change = Map::from_iter([("price".to_owned(), json!([100, 110]))]);
        assert_eq!(form_before(&new, 2, 1, &[LaterChange { version: 2, fields: &bulk_change }]), None);
    }

    #[test]
    fn form_equals_stored_form_when_it_has_no_slug() {
        let kept = ProductForm { slug: None, ..form("Gül") };
        assert!(kept.equals(&form("Gül")));
        assert!(!ProductForm { slug: Some("lale".to_owned()), ..form("Gül") }.equals(&form("Gül")));
    }

    #[test]
    fn long_texts_are_shortened_in_the_audit_log() {
        let changes = form(&"ə".repeat(300)).changes_since(Some(&form("Gül")));
        let expected = format!("{}…", "ə".repeat(200));
        assert_eq!(audited_new(&changes), json!({"name": {"az": expected}}));
        assert_eq!(audited_old(&changes), json!({"name": {"az": "Gül"}}));
    }

    #[test]
    fn slug_candidates_begin_with_the_name() {
        assert_eq!(slug_candidates("Şəhərin gülü!")[..2], ["seherin-gulu", "seherin-gulu-2"]);
        assert_eq!(slug_candidates("🎁")[0], "mehsul");
    }
}

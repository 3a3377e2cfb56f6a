//! Entries of the audit log: who did what to which subject.

use std::borrow::Cow;

use kit::{client::ClientInfo, identity::Caller};
use serde_json::{Map, Value, json};

pub const DATA_READ: &str = "customer_data_read";
const LIST: &str = "list";
const MAX_SHOWN: usize = 100;

#[derive(Debug, Clone, Copy)]
pub struct Actor<'a> {
    pub(crate) account: i64,
    pub(crate) origin: Option<&'a ClientInfo>,
}

impl Actor<'static> {
    /// For changes by commands.
    pub fn without_request(account: i64) -> Self {
        Self { account, origin: None }
    }
}

impl<'a> From<&'a Caller> for Actor<'a> {
    fn from(caller: &'a Caller) -> Self {
        Self { account: caller.account, origin: Some(&caller.origin) }
    }
}

#[derive(Debug, Clone)]
pub struct Subject(pub(crate) String);

impl From<i64> for Subject {
    fn from(id: i64) -> Self {
        Self(id.to_string())
    }
}

impl From<String> for Subject {
    fn from(code: String) -> Self {
        Self(code)
    }
}

impl From<&str> for Subject {
    fn from(code: &str) -> Self {
        Self(code.to_owned())
    }
}

#[derive(Debug, Clone)]
pub struct Entry {
    pub(crate) action: Cow<'static, str>,
    pub(crate) subject_kind: &'static str,
    pub(crate) subject: Subject,
    pub(crate) before: Option<Map<String, Value>>,
    pub(crate) after: Option<Map<String, Value>>,
}

impl Entry {
    pub fn new(action: impl Into<Cow<'static, str>>, subject_kind: &'static str, subject: impl Into<Subject>) -> Self {
        Self { action: action.into(), subject_kind, subject: subject.into(), before: None, after: None }
    }

    /// Keeps only the fields that differ. `Null` means that the subject did not exist before, or does not exist
    /// afterwards.
    #[must_use]
    pub fn changed(self, before: Value, after: Value) -> Self {
        let (mut before, mut after) = (fields(before), fields(after));
        if let (Some(before), Some(after)) = (&mut before, &mut after) {
            let is_same = |name: &String| before.get(name) == after.get(name);
            let same: Vec<_> = before.keys().filter(|name| is_same(name)).cloned().collect();
            for name in same {
                before.remove(&name);
                after.remove(&name);
            }
        }
        Self {
            before: before.filter(|fields| !fields.is_empty()),
            after: after.filter(|fields| !fields.is_empty()),
            ..self
        }
    }

    pub fn read(subject_kind: &'static str, subject: impl Into<Subject>) -> Self {
        Self::new(DATA_READ, subject_kind, subject)
    }

    /// `filters` have no values, because a value such as a phone number is personal data.
    pub fn read_list(
        subject_kind: &'static str,
        filters: &[&str],
        shown: impl IntoIterator<Item = impl ToString>,
    ) -> Self {
        let mut shown: Vec<_> = shown.into_iter().map(|id| id.to_string()).collect();
        let count = shown.len();
        shown.truncate(MAX_SHOWN);
        let after = json!({"filters": filters, "count": count, "shown": shown});
        Self { after: fields(after), ..Self::new(DATA_READ, subject_kind, LIST) }
    }
}

/// A value that is no object becomes the field `value`.
fn fields(value: Value) -> Option<Map<String, Value>> {
    match value {
        Value::Object(fields) => Some(fields),
        Value::Null => None,
        value => Some(Map::from_iter([("value".to_owned(), value)])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(before: Value, after: Value) -> (Option<Value>, Option<Value>) {
        let entry = Entry::new("promo_changed", "promo", 7).changed(before, after);
        (entry.before.map(Value::Object), entry.after.map(Value::Object))
    }

    #[test]
    fn only_fields_that_differ_are_kept() {
        let before = json!({"status": "planned", "percent": 10, "scope": {"products": [1]}, "reason": null});
        let after = json!({"status": "running", "percent": 10, "scope": {"products": [1]}, "endsAt": "2026-12-01"});
        assert_eq!(
            changed(before.clone(), after),
            (
                Some(json!({"status": "planned", "reason": null})),
                Some(json!({"status": "running", "endsAt": "2026-12-01"}))
            )
        );
        assert_eq!(changed(before.clone(), before), (None, None));
        assert_eq!(changed(Value::Null, json!({"percent": 5})), (None, Some(json!({"percent": 5}))));
        assert_eq!(changed(json!({"percent": 5}), Value::Null), (Some(json!({"percent": 5})), None));
        assert_eq!(changed(json!([1]), json!([2])), (Some(json!({"value": [1]})), Some(json!({"value": [2]}))));
    }

    #[test]
    fn an_entry_names_at_most_100_rows_of_a_list_and_counts_all() {
        let after = Entry::read_list("order", &["status"], 1..=150).after.unwrap();
        assert_eq!(after["count"], 150);
        assert_eq!(after["filters"], json!(["status"]));
        let shown = after["shown"].as_array().unwrap();
        assert_eq!(shown.len(), 100);
        assert_eq!(shown[99], "100");
    }
}

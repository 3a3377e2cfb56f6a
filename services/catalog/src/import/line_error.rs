//! An error of one line of an import.

use super::line::PROPERTY_ERROR_PREFIX;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineError {
    /// Such as `sizes[1].stock` or `fields.color`, or empty for the whole line.
    pub field: String,
    pub code: &'static str,
    pub explanation: String,
}

impl LineError {
    pub fn new(field: impl Into<String>, code: &'static str, explanation: impl Into<String>) -> Self {
        Self { field: field.into(), code, explanation: explanation.into() }
    }

    /// The line contradicts the earlier line `first`.
    pub fn duplicate(first: u64) -> Self {
        Self::new("slug", "duplicate", format!("line {first} describes the product differently"))
    }

    /// Parses the text, because serde has no structured errors.
    pub fn of_json(error: serde_path_to_error::Error<serde_json::Error>) -> Self {
        let path = error.path().to_string();
        let path = if path == "." { String::new() } else { path };
        let error = error.into_inner();

        if !error.is_data() {
            return Self::new("", "not_json", error.to_string());
        }
        let explanation = error.to_string();
        let explanation =
            explanation.rsplit_once(" at line ").map_or(explanation.as_str(), |(explanation, _)| explanation);
        // Written by `properties` in `line.rs`.
        if let Some((name, explanation)) =
            explanation.strip_prefix(PROPERTY_ERROR_PREFIX).and_then(|rest| rest.split_once("`: "))
        {
            let code = if explanation.starts_with("unknown field") { "unknown_field" } else { "wrong_type" };
            return Self::new(name, code, explanation);
        }

        match explanation.strip_prefix("missing field `").and_then(|name| name.strip_suffix('`')) {
            Some(name) if path.is_empty() => Self::new(name, "required", explanation),
            Some(name) => Self::new(format!("{path}.{name}"), "required", explanation),
            None if explanation.starts_with("unknown field") => Self::new(path, "unknown_field", explanation),
            None => Self::new(path, "wrong_type", explanation),
        }
    }
}

impl std::fmt::Display for LineError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {} ({})", self.field, self.code, self.explanation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::line::Line;

    #[test]
    fn of_json_names_path_and_code() {
        let error_of = |text: &str| {
            let error = serde_path_to_error::deserialize::<_, Line>(&mut serde_json::Deserializer::from_str(text));
            let line_error = LineError::of_json(error.unwrap_err());
            format!("{}: {}", line_error.field, line_error.code)
        };
        assert_eq!(error_of("{"), ": not_json");
        assert_eq!(error_of("7"), ": wrong_type");
        assert_eq!(error_of("{}"), "slug: required");
        assert_eq!(error_of(r#"{"slug":7}"#), "slug: wrong_type");
        let valid = r#""slug":"a","store":"s","category":"c","name":{"az":"A"},"description":{"az":""},"price":1"#;
        assert_eq!(error_of(&format!(r#"{{{valid},"discouted":7}}"#)), "discouted: unknown_field");
        assert_eq!(error_of(&format!(r#"{{{valid},"preparationDays":"two"}}"#)), "preparationDays: wrong_type");
        assert_eq!(error_of(r#"{"name":{"ru":"Роза"}}"#), "name.az: required");
        assert_eq!(error_of(r#"{"sizes":[{"name":{"az":"S"},"price":"1","stock":1}]}"#), "sizes[0].price: wrong_type");
    }
}

//! Amounts in qəpik, 1/100 of a manat (AZN).

use serde_json::Value;

pub fn format(amount: i64) -> String {
    format!("{}.{:02}", amount / 100, amount % 100)
}

/// Parses manat, given as a JSON number or text. The amount must be positive, with at most two decimal places.
pub fn parse(value: &Value) -> Option<i64> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
    if decimals.len() > 2 || !whole.bytes().chain(decimals.bytes()).all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let amount = format!("{whole}{decimals:0<2}").parse().ok()?;
    (amount > 0).then_some(amount)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn amounts_are_parsed_exactly() {
        let values = [json!("30.75"), json!(30.75), json!(30.7), json!(30), json!("0"), json!("1.005"), json!("-1")];
        assert_eq!(
            values.map(|value| parse(&value)),
            [Some(3_075), Some(3_075), Some(3_070), Some(3_000), None, None, None]
        );
        assert_eq!([format(5), format(3_075)], ["0.05", "30.75"]);
    }
}

//! Converts between qəpik and decimal manat without floats and rounding: `3075` is `30.75`.

use serde_json::Value;

pub fn write(amount: i64) -> String {
    format!("{}.{:02}", amount / 100, amount % 100)
}

pub fn read(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => parse(&number.to_string()),
        Value::String(text) => parse(text.trim()),
        _ => None,
    }
}

fn parse(text: &str) -> Option<i64> {
    let (manat, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if manat.is_empty() || !is_number(manat) || !is_number(fraction) {
        return None;
    }
    // `30.750` is accepted.
    let fraction = fraction.trim_end_matches('0');
    let qepik = match fraction.len() {
        0 => 0,
        1 => fraction.parse::<i64>().ok()? * 10,
        2 => fraction.parse().ok()?,
        _ => return None,
    };
    manat.parse::<i64>().ok()?.checked_mul(100)?.checked_add(qepik)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    proptest! {
        #[test]
        fn written_amounts_can_be_read(amount in 0_i64..1_000_000_000_000) {
            prop_assert_eq!(read(&json!(write(amount))), Some(amount));
        }

        #[test]
        fn a_number_in_json_is_the_same_amount(amount in 0_i64..1_000_000_000) {
            let number: Value = serde_json::from_str(&write(amount)).unwrap();
            prop_assert_eq!(read(&number), Some(amount));
        }
    }

    #[test]
    fn invalid_amounts_are_refused() {
        for text in ["", ".5", "-1.00", "1.005", "1,50", "1e3", "NaN", "99999999999999999999"] {
            assert_eq!(read(&json!(text)), None, "{text}");
        }
        assert_eq!(
            [json!("30.75"), json!(30.75), json!("30.750"), json!(30), json!("30.7")].map(|value| read(&value)),
            [Some(3_075), Some(3_075), Some(3_075), Some(3_000), Some(3_070)]
        );
        assert_eq!([json!(null), json!(1e30), json!(-1)].map(|value| read(&value)), [None, None, None]);
    }
}

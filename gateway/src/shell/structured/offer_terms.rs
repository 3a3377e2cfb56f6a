//! Delivery fees and return policy of an offer, from the terms that the order service applies.

use proto::order::{DeliveryTariff, ShopPromises};
use serde_json::{Value, json};

use super::{CONTEXT, manats};

const COUNTRY: &str = "AZ";
const CURRENCY: &str = "AZN";

/// Returns the range of fees for one item over all zones that deliver it; `None` if no zone does.
pub fn shipping(promises: &ShopPromises, price: i64) -> Option<Value> {
    let delivering = promises.tariffs.iter().filter(|tariff| tariff.minimum <= price);
    let fees: Vec<i64> = delivering.map(|tariff| fee(tariff, price)).collect();
    let (lowest, highest) = (fees.iter().min()?, fees.iter().max()?);
    let mut rate = json!({"@type": "MonetaryAmount", "currency": CURRENCY});
    if lowest == highest {
        rate["value"] = json!(manats(*lowest));
    } else {
        rate["minValue"] = json!(manats(*lowest));
        rate["maxValue"] = json!(manats(*highest));
    }
    Some(json!({
        "@type": "OfferShippingDetails",
        "shippingRate": rate,
        "shippingDestination": {"@type": "DefinedRegion", "addressCountry": COUNTRY},
    }))
}

/// Returns the lowest fee of a zone. Some delivery window always has no surcharge.
fn fee(tariff: &DeliveryTariff, price: i64) -> i64 {
    if tariff.free_from.is_some_and(|from| price >= from) { 0 } else { tariff.fee }
}

/// Returns the return policy of goods without a defect.
pub fn returns(promises: &ShopPromises, categories: &[i64]) -> Value {
    let exceptions = promises.return_exceptions.iter();
    let is_excepted = exceptions.flat_map(|exception| &exception.category_ids).any(|id| categories.contains(id));
    let mut policy = json!({"@type": "MerchantReturnPolicy", "applicableCountry": COUNTRY});
    if is_excepted {
        policy["returnPolicyCategory"] = json!(format!("{CONTEXT}/MerchantReturnNotPermitted"));
    } else {
        policy["returnPolicyCategory"] = json!(format!("{CONTEXT}/MerchantReturnFiniteReturnWindow"));
        policy["merchantReturnDays"] = json!(promises.return_days);
        policy["returnFees"] = json!(format!("{CONTEXT}/ReturnFeesCustomerResponsibility"));
    }
    policy
}

#[cfg(test)]
mod tests {
    use proto::order::ReturnException;

    use super::*;

    fn promises() -> ShopPromises {
        let tariff = |fee, free_from, minimum| DeliveryTariff { fee, free_from, minimum, ..DeliveryTariff::default() };
        let exception = ReturnException { category_ids: vec![22], ..ReturnException::default() };
        ShopPromises {
            // Fee, threshold of free delivery and minimum order, in qəpik.
            tariffs: vec![tariff(300, Some(5_000), 0), tariff(1_200, Some(15_000), 2_000)],
            return_days: 14,
            return_exceptions: vec![exception],
            ..ShopPromises::default()
        }
    }

    /// Lowest and highest fee, or the only one.
    fn rate(price: i64) -> String {
        let rate = shipping(&promises(), price).expect("a zone delivers")["shippingRate"].clone();
        [&rate["minValue"], &rate["maxValue"], &rate["value"]].map(ToString::to_string).join(" ")
    }

    #[test]
    fn delivery_fees_follow_the_tariffs_for_this_price() {
        assert_eq!(rate(1_999), r#"null null "3.00""#);
        assert_eq!(rate(2_000), r#""3.00" "12.00" null"#);
        assert_eq!(rate(5_000), r#""0.00" "12.00" null"#);
        assert_eq!(rate(15_000), r#"null null "0.00""#);
        assert_eq!(shipping(&ShopPromises::default(), 5_000), None);
    }

    #[test]
    fn goods_with_a_return_exception_are_not_returnable() {
        let excepted = returns(&promises(), &[1, 22]);
        assert_eq!(excepted["returnPolicyCategory"], "https://schema.org/MerchantReturnNotPermitted");
        assert!(excepted.get("merchantReturnDays").is_none());
        let usual = returns(&promises(), &[1]);
        assert_eq!(usual["returnPolicyCategory"], "https://schema.org/MerchantReturnFiniteReturnWindow");
        assert_eq!(usual["merchantReturnDays"], 14);
    }
}

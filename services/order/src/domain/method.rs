//! Payment methods.

/// In qəpik. No bank accepts instalments for a smaller amount.
pub const MIN_INSTALLMENT_TOTAL: i64 = 5_000;
/// The possible lengths of an instalment plan.
pub const MONTHS: [i32; 5] = [3, 6, 12, 18, 24];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    Card,
    Cash,
    Installment {
        months: i32,
    },
    /// A bank transfer against an invoice, for accepted wholesale quotes only.
    Transfer,
}

impl Method {
    /// `months` is required for instalments.
    pub fn parse(name: &str, months: Option<i32>) -> Result<Self, InvalidMethod> {
        let method = match name {
            "card" => Some(Self::Card),
            "cash" => Some(Self::Cash),
            "transfer" => Some(Self::Transfer),
            "installment" => Some(Self::Installment { months: months.unwrap_or_default() }),
            _ => None,
        };
        let months_error = match months {
            None if name == "installment" => Some("required"),
            Some(months) if !MONTHS.contains(&months) => Some("unknown_value"),
            _ => None,
        };
        match (method, months_error) {
            (Some(method), None) => Ok(method),
            (method, months_error) => {
                let method_error = method.is_none().then_some("unknown_value");
                Err(InvalidMethod { method: method_error, months: months_error })
            }
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::Cash => "cash",
            Self::Installment { .. } => "installment",
            Self::Transfer => "transfer",
        }
    }

    pub fn months(self) -> Option<i32> {
        if let Self::Installment { months } = self { Some(months) } else { None }
    }

    /// Returns the amount that is missing to reach the method's minimum.
    pub fn missing(self, total: i64) -> Option<i64> {
        match self {
            Self::Installment { .. } if total < MIN_INSTALLMENT_TOTAL => Some(MIN_INSTALLMENT_TOTAL - total),
            _ => None,
        }
    }
}

/// The error codes of the request's two fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidMethod {
    pub method: Option<&'static str>,
    pub months: Option<&'static str>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_parsed_and_plans_have_their_months() {
        assert_eq!(Method::parse("card", None), Ok(Method::Card));
        assert_eq!(Method::parse("cash", Some(3)), Ok(Method::Cash));
        assert_eq!(Method::parse("installment", Some(12)), Ok(Method::Installment { months: 12 }));
        let wrong = |method, months| Err(InvalidMethod { method, months });
        assert_eq!(Method::parse("installment", None), wrong(None, Some("required")));
        assert_eq!(Method::parse("card", Some(7)), wrong(None, Some("unknown_value")));
        assert_eq!(Method::parse("barter", None), wrong(Some("unknown_value"), None));
        assert_eq!(Method::parse("barter", Some(7)), wrong(Some("unknown_value"), Some("unknown_value")));
    }

    #[test]
    fn only_instalments_have_a_minimum() {
        let plan = Method::Installment { months: 3 };
        assert_eq!([plan.missing(4_999), plan.missing(5_000)], [Some(1), None]);
        assert_eq!([Method::Card.missing(1), Method::Cash.missing(1)], [None, None]);
    }
}

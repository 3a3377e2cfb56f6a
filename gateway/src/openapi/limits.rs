//! The limits of texts, numbers and lists, for the OpenAPI document. The services enforce them; a test of the gateway
//! exceeds each one and expects a refusal.

use utoipa::{
    Number,
    openapi::{
        RefOr, Schema,
        path::{Operation, Parameter, ParameterIn},
        schema::{Object, Type},
    },
};

use Limit::{Choice, Items, Most, Pattern, Range, Text};

enum Limit {
    /// Minimum and maximum length in characters.
    Text(usize, usize),
    /// Maximum length in characters of a text that may be empty or missing.
    Most(usize),
    Range(isize, isize),
    Items(usize, usize),
    Pattern(&'static str),
    Choice(&'static [&'static str]),
}

const LANGUAGES: Limit = Choice(&["az", "ru", "en"]);
const PAGES: Limit = Choice(&["privacy", "delivery", "bonuses", "faq", "help", "payment", "terms"]);
const PHONE: Limit = Text(1, 40);
const EMAIL: Limit = Text(1, 254);
const NEW_PASSWORD: Limit = Text(8, 128);
const DATE: Limit = Pattern("^[0-9]{4}-[0-9]{2}-[0-9]{2}$");
const FOUR_DIGITS: Limit = Pattern("^[0-9]{4}$");
const TIME: Limit = Pattern("^([01][0-9]|2[0-3]):[0-5][0-9]$");
/// In qəpik.
const PROMO_MONEY: isize = 100_000_000;
const WHOLESALE_MONEY: isize = 10_000_000;

/// The limits of members, by schema and member.
const MEMBERS: &[(&str, &str, Limit)] = &[
    ("AddFamilyRequest", "birthDate", DATE),
    ("AddFamilyRequest", "name", Text(1, 60)),
    ("AddFamilyRequest", "phoneNumber", Most(40)),
    ("AddRequest", "count", Range(1, 999)),
    ("AddressInput", "apartment", Most(20)),
    ("AddressInput", "building", Text(1, 20)),
    ("AddressInput", "entrance", Most(20)),
    ("AddressInput", "floor", Most(20)),
    ("AddressInput", "landmark", Most(200)),
    ("AddressInput", "note", Most(500)),
    ("AddressInput", "phoneNumber", Most(40)),
    ("AddressInput", "street", Text(1, 150)),
    ("AddressInput", "title", Text(1, 60)),
    ("ApplyRequest", "about", Text(20, 2_000)),
    ("ApplyRequest", "facebook", Most(300)),
    ("ApplyRequest", "instagram", Most(300)),
    ("ApplyRequest", "other", Most(300)),
    ("ApplyRequest", "tiktok", Most(300)),
    ("ApplyRequest", "youtube", Most(300)),
    ("BonusForm", "rules", Items(0, 50)),
    ("BonusForm", "spendShare", Range(0, 9_000)),
    ("CampaignForm", "focusX", Range(0, 100)),
    ("CampaignForm", "focusY", Range(0, 100)),
    ("CampaignForm", "imageUrl", Most(500)),
    ("CampaignForm", "percent", Range(1, 90)),
    ("CampaignForm", "productIds", Items(0, 1_000)),
    ("Cancellation", "reason", Most(500)),
    ("ChangeEmailRequest", "email", EMAIL),
    ("ChangeEmailRequest", "emailConfirmation", EMAIL),
    ("ChangePasswordRequest", "password", NEW_PASSWORD),
    ("CheckRequest", "bonusAmount", Range(0, isize::MAX)),
    ("CheckRequest", "deliverySlot", Most(64)),
    ("CheckRequest", "paymentMethod", Choice(&["card", "cash", "installment"])),
    ("CheckRequest", "promoCode", Most(64)),
    ("CreateListRequest", "description", Most(500)),
    ("CreateListRequest", "name", Text(2, 80)),
    ("Decision", "reason", Most(500)),
    ("DeclineForm", "reason", Text(1, 500)),
    ("ExceptionForm", "categoryIds", Items(1, 100)),
    ("ExceptionsForm", "exceptions", Items(0, 50)),
    ("ForgetPasswordRequest", "email", EMAIL),
    ("Gallery", "urls", Items(0, 12)),
    ("GuestBasket", "lines", Items(1, 500)),
    ("GuestLine", "count", Range(1, 999)),
    ("GuestLine", "unitPrice", Range(0, isize::MAX)),
    ("ListChange", "description", Most(500)),
    ("ListChange", "name", Text(2, 80)),
    ("NewClient", "name", Text(1, 100)),
    ("NewOrder", "bonusAmount", Range(0, isize::MAX)),
    ("NewOrder", "cardText", Most(300)),
    ("NewOrder", "deliverySlot", Most(64)),
    ("NewOrder", "note", Most(500)),
    ("NewOrder", "promoCode", Most(64)),
    ("NewRefund", "lines", Items(0, 100)),
    ("NewRefund", "pictures", Items(0, 5)),
    ("NewRefund", "reason", Text(1, 500)),
    ("NoteForm", "note", Text(1, 1_000)),
    ("NotificationPreferences", "language", LANGUAGES),
    ("OfferForm", "count", Range(1, 99_999)),
    ("OfferForm", "unitPrice", Range(1, WHOLESALE_MONEY)),
    ("Opinion", "text", Text(10, 2_000)),
    ("PreviewContentRequest", "markdown", Text(1, 100_000)),
    ("PreviewContentRequest", "title", Text(1, 200)),
    ("PromoForm", "atMost", Range(1, PROMO_MONEY)),
    ("PromoForm", "categoryIds", Items(0, 200)),
    ("PromoForm", "code", Text(6, 40)),
    ("PromoForm", "minimum", Range(0, PROMO_MONEY)),
    ("PromoForm", "storeIds", Items(0, 200)),
    ("PromoForm", "totalLimit", Range(1, 1_000_000_000)),
    ("PromoForm", "userLimit", Range(1, 1_000_000_000)),
    ("PromoForm", "value", Range(1, PROMO_MONEY)),
    ("PublicKey", "crv", Choice(&["P-256"])),
    ("PublicKey", "kty", Choice(&["EC"])),
    ("PublicKey", "x", Pattern("^[A-Za-z0-9_-]{43}$")),
    ("PublicKey", "y", Pattern("^[A-Za-z0-9_-]{43}$")),
    ("PublishContentRequest", "fromVersion", Range(0, isize::MAX)),
    ("PublishContentRequest", "language", LANGUAGES),
    ("PublishContentRequest", "markdown", Text(1, 100_000)),
    ("PublishContentRequest", "title", Text(1, 200)),
    ("QuietHours", "from", TIME),
    ("QuietHours", "until", TIME),
    ("QuoteForm", "deliveryFee", Range(0, WHOLESALE_MONEY)),
    ("QuoteForm", "deliveryTerms", Most(1_000)),
    ("QuoteForm", "lines", Items(1, 100)),
    ("QuoteForm", "note", Most(1_000)),
    ("RateForm", "basisPoints", Range(1, 10_000)),
    ("RateForm", "categoryIds", Items(0, 100)),
    ("RateForm", "storeIds", Items(0, 100)),
    ("RefundDecision", "answer", Most(500)),
    ("Remark", "text", Text(2, 1_000)),
    ("ReportRequest", "subject", Text(3, 120)),
    ("ReportRequest", "text", Text(10, 4_000)),
    ("ResetPasswordRequest", "password", NEW_PASSWORD),
    ("ResolutionForm", "paidAmount", Range(1, 1_000_000_000)),
    ("RobotsLines", "text", Most(10_000)),
    ("SendCodeRequest", "phoneNumber", PHONE),
    ("SeoText", "description", Most(300)),
    ("SeoText", "heading", Text(1, 200)),
    ("SeoText", "keywords", Most(500)),
    ("SeoText", "language", LANGUAGES),
    ("SeoText", "ogImage", Most(300)),
    ("SeoText", "text", Most(5_000)),
    ("SeoText", "title", Text(1, 120)),
    ("SignInRequest", "login", Text(1, 254)),
    ("SignInRequest", "password", Text(1, 1_024)),
    ("SignUpRequest", "email", Most(254)),
    ("SignUpRequest", "firstName", Text(1, 60)),
    ("SignUpRequest", "lastName", Text(1, 60)),
    ("SignUpRequest", "password", NEW_PASSWORD),
    ("SignUpRequest", "phoneNumber", PHONE),
    ("Step", "reason", Most(500)),
    ("TariffForm", "cutOff", Range(0, 24)),
    ("TariffForm", "fee", Range(0, 100_000)),
    ("TariffForm", "freeFrom", Range(0, 1_000_000)),
    ("TariffForm", "leadDays", Range(0, 10)),
    ("TariffForm", "minimum", Range(0, 1_000_000)),
    ("TariffForm", "prepareHours", Range(0, 24)),
    ("TransferForm", "reference", Text(1, 64)),
    ("TrialForm", "lines", Items(1, 100)),
    ("UpdateRequest", "count", Range(1, 999)),
    ("UpdateUserRequest", "firstName", Text(1, 60)),
    ("UpdateUserRequest", "language", LANGUAGES),
    ("UpdateUserRequest", "lastName", Text(1, 60)),
    ("Verdict", "reason", Most(500)),
    ("VerifyCodeRequest", "otpCode", FOUR_DIGITS),
    ("VerifyCodeRequest", "phoneNumber", PHONE),
    ("Vital", "value", Range(0, 120_000)),
    ("WholesaleAddress", "building", Text(1, 50)),
    ("WholesaleAddress", "city", Text(1, 100)),
    ("WholesaleAddress", "note", Most(1_000)),
    ("WholesaleAddress", "postcode", FOUR_DIGITS),
    ("WholesaleAddress", "street", Text(1, 200)),
    ("WholesaleForm", "companyName", Most(200)),
    ("WholesaleForm", "email", Most(254)),
    ("WholesaleForm", "lines", Items(0, 100)),
    ("WholesaleForm", "name", Text(1, 100)),
    ("WholesaleForm", "note", Most(1_000)),
    ("WholesaleForm", "phoneNumber", PHONE),
    ("WholesaleForm", "text", Most(4_000)),
    ("WholesaleWish", "count", Range(1, 99_999)),
    ("WriteToUsRequest", "email", EMAIL),
    ("WriteToUsRequest", "message", Text(10, 4_000)),
    ("WriteToUsRequest", "name", Text(1, 100)),
    ("WriteToUsRequest", "phoneNumber", Most(40)),
];

/// The limits of path parameters, by operation and name.
const PARTS: &[(&str, &str, Limit)] = &[
    ("getContentPage", "page", PAGES),
    ("listContentVersions", "language", LANGUAGES),
    ("listContentVersions", "page", PAGES),
];

/// The limits of query and header parameters, by operation and name; an empty operation matches every operation with
/// that parameter.
const PARAMETERS: &[(&str, &str, Limit)] = &[
    ("", "Idempotency-Key", Pattern("^[!-~]{8,128}$")),
    ("", "page", Range(1, 10_000)),
    ("", "perPage", Range(1, 100)),
    ("", "preparationDays", Range(0, 10)),
    ("listPaymentPlans", "amount", Range(0, 100_000_000_000)),
    ("listProducts", "maxPrice", Range(0, 100_000_000_000)),
    ("listProducts", "minPrice", Range(0, 100_000_000_000)),
    ("listProducts", "rating", Range(0, 5)),
    ("listProducts", "search", Most(100)),
    ("listPromos", "code", Most(64)),
    ("listRedirects", "search", Most(300)),
    ("listReviews", "rating", Range(1, 5)),
    ("listSearches", "days", Range(1, 90)),
    ("listStores", "search", Most(100)),
    ("listWholesaleRequests", "text", Most(100)),
];

/// Declares the limits of the members of a schema.
pub fn declare(name: &str, schema: &mut RefOr<Schema>) {
    let RefOr::T(Schema::Object(object)) = schema else { return };
    for (_, member, limit) in MEMBERS.iter().filter(|(schema, ..)| *schema == name) {
        if let Some(member) = object.properties.get_mut(*member) {
            limit.declare(member);
        }
    }
}

/// Declares the limits of the parameters of an operation.
pub fn declare_parameters(operation: &mut Operation) {
    let id = operation.operation_id.clone().unwrap_or_default();
    for parameter in operation.parameters.iter_mut().flatten() {
        let RefOr::T(Parameter { name, parameter_in, schema: Some(schema), .. }) = parameter else { continue };
        let limits = if *parameter_in == ParameterIn::Path { PARTS } else { PARAMETERS };
        let is_meant = |of: &str| of.is_empty() || of == id;
        for (_, _, limit) in limits.iter().filter(|(of, wanted, _)| is_meant(of) && wanted == name) {
            limit.declare(schema);
        }
    }
}

impl Limit {
    fn declare(&self, schema: &mut RefOr<Schema>) {
        match (self, schema) {
            (Items(least, most), RefOr::T(Schema::Array(list))) => {
                list.min_items = Some(*least).filter(|least| *least > 0);
                list.max_items = Some(*most);
            }
            (_, RefOr::T(Schema::Object(object))) => self.declare_plain(object),
            _ => {}
        }
    }

    fn declare_plain(&self, object: &mut Object) {
        match self {
            Text(least, most) => {
                object.min_length = Some(*least);
                object.max_length = Some(*most);
            }
            Most(most) => object.max_length = Some(*most),
            Range(least, most) => {
                object.minimum = Some(Number::Int(*least));
                object.maximum = (*most != isize::MAX).then_some(Number::Int(*most));
            }
            Pattern(pattern) => object.pattern = Some((*pattern).to_owned()),
            Choice(values) => {
                object.schema_type = Type::String.into();
                object.enum_values = Some(values.iter().map(|value| (*value).into()).collect());
            }
            Items(..) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An entry for something that does not exist, or has another type, would have no effect.
    #[test]
    fn every_limit_is_in_the_document() {
        let document = serde_json::to_value(crate::openapi::document()).unwrap();
        for (schema, member, limit) in MEMBERS {
            let declared = &document["components"]["schemas"][schema]["properties"][member];
            assert!(limit.is_in(declared), "{schema}.{member}: {declared}");
        }
        let operations: Vec<_> = document["paths"].as_object().unwrap().values().collect();
        let operations = operations.iter().flat_map(|item| item.as_object().unwrap().values());
        let operations: Vec<_> = operations.collect();
        let parts = PARTS.iter().map(|limit| (true, limit));
        for (is_path, (id, name, limit)) in parts.chain(PARAMETERS.iter().map(|limit| (false, limit))) {
            let meant = operations.iter().filter(|one| id.is_empty() || one["operationId"] == *id);
            let parameters = meant.flat_map(|one| one["parameters"].as_array().into_iter().flatten());
            let is_meant = |one: &&serde_json::Value| one["name"] == *name && (one["in"] == "path") == is_path;
            let mut found = parameters.filter(is_meant).peekable();
            assert!(found.peek().is_some(), "{id} {name}");
            for parameter in found {
                assert!(limit.is_in(&parameter["schema"]), "{id} {name}: {parameter}");
            }
        }
    }

    impl Limit {
        fn is_in(&self, schema: &serde_json::Value) -> bool {
            match self {
                Text(least, most) => schema["minLength"] == *least && schema["maxLength"] == *most,
                Most(most) => schema["maxLength"] == *most,
                Range(least, _) => schema["minimum"].as_f64() == Some(*least as f64),
                Items(_, most) => schema["maxItems"] == *most,
                Pattern(pattern) => schema["pattern"] == *pattern,
                Choice(values) => schema["enum"] == serde_json::json!(values),
            }
        }
    }
}

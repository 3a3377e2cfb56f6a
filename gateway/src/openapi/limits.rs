//! Limits of texts, numbers and lists. The services enforce them; a test exceeds each limit.

use utoipa::{
    Number,
    openapi::{
        RefOr, Schema,
        path::{Operation, Parameter, ParameterIn},
        schema::{Object, Type},
    },
};

use Limit::{Choice, Items, MaxText, Pattern, Range, Text};

enum Limit {
    /// Minimum and maximum length in characters.
    Text(usize, usize),
    /// Maximum length in characters of a text that may be empty or missing.
    MaxText(usize),
    /// Minimum and maximum of a number. A maximum of `isize::MAX` is not declared.
    Range(isize, isize),
    /// Minimum and maximum number of items of a list.
    Items(usize, usize),
    /// A regular expression for a text.
    Pattern(&'static str),
    /// The values that a text may have.
    Choice(&'static [&'static str]),
}

const LANGUAGES: Limit = Choice(&["az", "ru", "en"]);
/// The names of the content pages.
const PAGES: Limit = Choice(&["privacy", "delivery", "bonuses", "faq", "help", "payment", "terms"]);
const PHONE: Limit = Text(1, 40);
const EMAIL: Limit = Text(1, 254);
const NEW_PASSWORD: Limit = Text(8, 128);
const DATE: Limit = Pattern("^[0-9]{4}-[0-9]{2}-[0-9]{2}$");
const FOUR_DIGITS: Limit = Pattern("^[0-9]{4}$");
const TIME: Limit = Pattern("^([01][0-9]|2[0-3]):[0-5][0-9]$");
/// The price of a product, in qəpik.
const PRICE: Limit = Range(1, 100_000_000_000);
/// The largest amount of a promo code, in qəpik.
const MAX_PROMO_AMOUNT: isize = 100_000_000;
/// The largest amount of a wholesale quote, in qəpik.
const MAX_WHOLESALE_AMOUNT: isize = 10_000_000;

/// The limits of members, by schema and member.
const MEMBERS: &[(&str, &str, Limit)] = &[
    ("AddFamilyRequest", "birthDate", DATE),
    ("AddFamilyRequest", "name", Text(1, 60)),
    ("AddFamilyRequest", "phoneNumber", MaxText(40)),
    ("AddRequest", "count", Range(1, 999)),
    ("AddressInput", "apartment", MaxText(20)),
    ("AddressInput", "building", Text(1, 20)),
    ("AddressInput", "entrance", MaxText(20)),
    ("AddressInput", "floor", MaxText(20)),
    ("AddressInput", "landmark", MaxText(200)),
    ("AddressInput", "note", MaxText(500)),
    ("AddressInput", "phoneNumber", MaxText(40)),
    ("AddressInput", "street", Text(1, 150)),
    ("AddressInput", "title", Text(1, 60)),
    ("ApplyRequest", "about", Text(20, 2_000)),
    ("ApplyRequest", "facebook", MaxText(300)),
    ("ApplyRequest", "instagram", MaxText(300)),
    ("ApplyRequest", "other", MaxText(300)),
    ("ApplyRequest", "tiktok", MaxText(300)),
    ("ApplyRequest", "youtube", MaxText(300)),
    ("BeginStaffSessionRequest", "login", Text(1, 254)),
    ("BeginStaffSessionRequest", "password", Text(1, 1_024)),
    ("BlockForm", "reason", Text(3, 500)),
    ("BonusForm", "rules", Items(0, 50)),
    ("BonusForm", "spendShare", Range(0, 9_000)),
    ("CampaignForm", "focusX", Range(0, 100)),
    ("CampaignForm", "focusY", Range(0, 100)),
    ("CampaignForm", "imageUrl", MaxText(500)),
    ("CampaignForm", "percent", Range(1, 90)),
    ("CampaignForm", "productIds", Items(0, 1_000)),
    ("Cancellation", "reason", MaxText(500)),
    ("CapacityForm", "capacity", Range(0, 10_000)),
    ("ChangeEmailRequest", "email", EMAIL),
    ("ChangeEmailRequest", "emailConfirmation", EMAIL),
    ("ChangePasswordRequest", "password", NEW_PASSWORD),
    ("ChangePhoneRequest", "otpCode", FOUR_DIGITS),
    ("ChangePhoneRequest", "phoneNumber", PHONE),
    ("CheckRequest", "bonusAmount", Range(0, isize::MAX)),
    ("CheckRequest", "deliverySlot", MaxText(64)),
    ("CategoryFieldForm", "key", Text(1, 40)),
    ("CategoryFieldForm", "values", Items(0, 500)),
    ("CategoryFieldValueForm", "value", Text(1, 60)),
    ("CategoryForm", "addOns", Items(0, 12)),
    ("CategoryForm", "fields", Items(0, 50)),
    ("CategoryForm", "slug", Text(1, 80)),
    ("CategoryMove", "position", Range(0, isize::MAX)),
    ("CheckRequest", "paymentMethod", Choice(&["card", "cash", "installment"])),
    ("CheckRequest", "promoCode", MaxText(64)),
    ("ConfirmTotpRequest", "totpCode", Text(1, 64)),
    ("CreateListRequest", "description", MaxText(500)),
    ("CreateListRequest", "name", Text(2, 80)),
    ("Decision", "reason", MaxText(500)),
    ("DeclineForm", "reason", Text(1, 500)),
    ("DiscardForm", "reason", Text(3, 500)),
    ("ExceptionForm", "categoryIds", Items(1, 100)),
    ("ExceptionsForm", "exceptions", Items(0, 50)),
    ("ForgetPasswordRequest", "email", EMAIL),
    ("Gallery", "urls", Items(0, 12)),
    ("GuestBasket", "lines", Items(1, 500)),
    ("GuestLine", "count", Range(1, 999)),
    ("GuestLine", "unitPrice", Range(0, isize::MAX)),
    ("HolidayForm", "date", DATE),
    ("HomeSectionDraft", "tiles", Items(0, 10)),
    ("HomeShelf", "category", MaxText(100)),
    ("HomeShelf", "products", Items(0, 12)),
    ("ImportMappingForm", "targets", Items(0, 500)),
    ("ListChange", "description", MaxText(500)),
    ("ListChange", "name", Text(2, 80)),
    ("MoveStockForm", "count", Range(0, 1_000_000)),
    ("MoveStockForm", "note", MaxText(500)),
    ("NewCategoryForm", "slug", MaxText(80)),
    ("NewClient", "name", Text(1, 100)),
    ("NewOrder", "bonusAmount", Range(0, isize::MAX)),
    ("NewOrder", "cardText", MaxText(300)),
    ("NewOrder", "deliverySlot", MaxText(64)),
    ("NewOrder", "note", MaxText(500)),
    ("NewOrder", "promoCode", MaxText(64)),
    ("NewRefund", "lines", Items(0, 100)),
    ("NewRefund", "pictures", Items(0, 5)),
    ("NewRefund", "reason", Text(1, 500)),
    ("NewSearchRuleForm", "firstProductIds", Items(0, 12)),
    ("NewSearchRuleForm", "instead", MaxText(60)),
    ("NewSearchRuleForm", "text", Text(1, 60)),
    ("NewStoreForm", "name", Text(1, 80)),
    ("NewStoreForm", "slug", MaxText(80)),
    ("NewZoneForm", "cutOff", Range(0, 24)),
    ("NewZoneForm", "fee", Range(0, 100_000)),
    ("NewZoneForm", "freeFrom", Range(0, 1_000_000)),
    ("NewZoneForm", "leadDays", Range(0, 10)),
    ("NewZoneForm", "minimum", Range(0, 1_000_000)),
    ("NewZoneForm", "places", Items(1, 1_000)),
    ("NewZoneForm", "prepareHours", Range(0, 24)),
    ("NewZoneForm", "windows", Items(1, 24)),
    ("NoteForm", "note", Text(1, 1_000)),
    ("NotificationPreferences", "language", LANGUAGES),
    ("OfferForm", "count", Range(1, 99_999)),
    ("OfferForm", "unitPrice", Range(1, MAX_WHOLESALE_AMOUNT)),
    ("Opinion", "text", Text(10, 2_000)),
    ("OrderNoteForm", "text", Text(1, 2_000)),
    ("PhoneOrderAddress", "apartment", MaxText(20)),
    ("PhoneOrderAddress", "building", Text(1, 20)),
    ("PhoneOrderAddress", "entrance", MaxText(20)),
    ("PhoneOrderAddress", "floor", MaxText(20)),
    ("PhoneOrderAddress", "landmark", MaxText(200)),
    ("PhoneOrderAddress", "street", Text(1, 150)),
    ("PhoneOrderDraft", "customerPhone", PHONE),
    ("PhoneOrderDraft", "deliverySlot", MaxText(64)),
    ("PhoneOrderDraft", "lines", Items(1, 100)),
    ("PhoneOrderDraft", "promoCode", MaxText(64)),
    ("PhoneOrderForm", "cardText", MaxText(300)),
    ("PhoneOrderForm", "language", LANGUAGES),
    ("PhoneOrderForm", "note", MaxText(500)),
    ("PhoneOrderLine", "count", Range(1, 999)),
    ("PhoneOrderRecipient", "firstName", Text(1, 100)),
    ("PhoneOrderRecipient", "lastName", Text(1, 100)),
    ("PreviewContentRequest", "markdown", Text(1, 100_000)),
    ("PreviewContentRequest", "title", Text(1, 200)),
    ("PreviewHomeRequest", "sections", Items(1, 30)),
    ("ProductForm", "alsoCategoryIds", Items(0, 20)),
    ("ProductForm", "initialStock", Range(0, 1_000_000)),
    ("ProductForm", "pictures", Items(0, 12)),
    ("ProductForm", "preparationDays", Range(0, 10)),
    ("ProductForm", "price", PRICE),
    ("ProductForm", "sizes", Items(0, 100)),
    ("ProductForm", "slug", Text(1, 200)),
    ("ProductFormSize", "initialStock", Range(0, 1_000_000)),
    ("ProductFormSize", "price", PRICE),
    ("ProductsChangeForm", "ids", Items(0, 10_000)),
    ("ProductsFilter", "text", MaxText(100)),
    ("ProductsValueForm", "price", PRICE),
    ("ProductsValueForm", "pricePercent", Range(-90, 500)),
    ("PromoForm", "atMost", Range(1, MAX_PROMO_AMOUNT)),
    ("PromoForm", "categoryIds", Items(0, 200)),
    ("PromoForm", "code", Text(6, 40)),
    ("PromoForm", "minimum", Range(0, MAX_PROMO_AMOUNT)),
    ("PromoForm", "storeIds", Items(0, 200)),
    ("PromoForm", "totalLimit", Range(1, 1_000_000_000)),
    ("PromoForm", "userLimit", Range(1, 1_000_000_000)),
    ("PromoForm", "value", Range(1, MAX_PROMO_AMOUNT)),
    ("PublicKey", "crv", Choice(&["P-256"])),
    ("PublicKey", "kty", Choice(&["EC"])),
    ("PublicKey", "x", Pattern("^[A-Za-z0-9_-]{43}$")),
    ("PublicKey", "y", Pattern("^[A-Za-z0-9_-]{43}$")),
    ("PublishContentRequest", "fromVersion", Range(0, isize::MAX)),
    ("PublishContentRequest", "language", LANGUAGES),
    ("PublishContentRequest", "markdown", Text(1, 100_000)),
    ("PublishContentRequest", "title", Text(1, 200)),
    ("PublishHomeRequest", "fromVersion", Range(0, isize::MAX)),
    ("PublishHomeRequest", "sections", Items(1, 30)),
    ("QuietHours", "from", TIME),
    ("QuietHours", "until", TIME),
    ("QuoteForm", "deliveryFee", Range(0, MAX_WHOLESALE_AMOUNT)),
    ("QuoteForm", "deliveryTerms", MaxText(1_000)),
    ("QuoteForm", "lines", Items(1, 100)),
    ("QuoteForm", "note", MaxText(1_000)),
    ("RateForm", "basisPoints", Range(1, 10_000)),
    ("RateForm", "categoryIds", Items(0, 100)),
    ("RateForm", "storeIds", Items(0, 100)),
    ("RefundDecision", "answer", MaxText(500)),
    ("RegisterPasskeyRequest", "name", Text(1, 60)),
    ("Remark", "text", Text(2, 1_000)),
    ("ReplayFeedForm", "feed", Text(1, 40)),
    ("ReportRequest", "subject", Text(3, 120)),
    ("ReportRequest", "text", Text(10, 4_000)),
    ("ResetPasswordRequest", "password", NEW_PASSWORD),
    ("ResolutionForm", "paidAmount", Range(1, 1_000_000_000)),
    ("RobotsLines", "text", MaxText(10_000)),
    ("SaveViewRequest", "list", Pattern("^[a-z][a-z-]{0,39}$")),
    ("SaveViewRequest", "name", Text(1, 60)),
    ("SaveViewRequest", "previousName", MaxText(60)),
    ("SaveViewRequest", "query", Text(1, 2_000)),
    ("SendCodeRequest", "phoneNumber", PHONE),
    ("SearchRuleForm", "firstProductIds", Items(0, 12)),
    ("SearchRuleForm", "instead", MaxText(60)),
    ("SearchRuleForm", "text", Text(1, 60)),
    ("SeoText", "description", MaxText(300)),
    ("SeoText", "heading", Text(1, 200)),
    ("SeoText", "keywords", MaxText(500)),
    ("SeoText", "language", LANGUAGES),
    ("SeoText", "ogImage", MaxText(300)),
    ("SeoText", "text", MaxText(5_000)),
    ("SeoText", "title", Text(1, 120)),
    ("SignInRequest", "login", Text(1, 254)),
    ("SignInRequest", "password", Text(1, 1_024)),
    ("SignUpRequest", "email", MaxText(254)),
    ("SignUpRequest", "firstName", Text(1, 60)),
    ("SignUpRequest", "lastName", Text(1, 60)),
    ("SignUpRequest", "password", NEW_PASSWORD),
    ("SignUpRequest", "phoneNumber", PHONE),
    ("Step", "reason", MaxText(500)),
    ("StoreForm", "name", Text(1, 80)),
    ("StoreForm", "slug", Text(1, 80)),
    ("TicketAnswerForm", "text", Text(1, 4_000)),
    ("TransferForm", "reference", Text(1, 64)),
    ("TrialForm", "lines", Items(1, 100)),
    ("UpdateRequest", "count", Range(1, 999)),
    ("UpdateUserRequest", "firstName", Text(1, 60)),
    ("UpdateUserRequest", "language", LANGUAGES),
    ("UpdateUserRequest", "lastName", Text(1, 60)),
    ("Verdict", "reason", MaxText(500)),
    ("VerifyCodeRequest", "otpCode", FOUR_DIGITS),
    ("VerifyCodeRequest", "phoneNumber", PHONE),
    ("Vital", "value", Range(0, 120_000)),
    ("WholesaleAddress", "building", Text(1, 50)),
    ("WholesaleAddress", "city", Text(1, 100)),
    ("WholesaleAddress", "note", MaxText(1_000)),
    ("WholesaleAddress", "postcode", FOUR_DIGITS),
    ("WholesaleAddress", "street", Text(1, 200)),
    ("WholesaleForm", "companyName", MaxText(200)),
    ("WholesaleForm", "email", MaxText(254)),
    ("WholesaleForm", "lines", Items(0, 100)),
    ("WholesaleForm", "name", Text(1, 100)),
    ("WholesaleForm", "note", MaxText(1_000)),
    ("WholesaleForm", "phoneNumber", PHONE),
    ("WholesaleForm", "text", MaxText(4_000)),
    ("WholesaleWish", "count", Range(1, 99_999)),
    ("WriteToUsRequest", "email", EMAIL),
    ("WriteToUsRequest", "message", Text(10, 4_000)),
    ("WriteToUsRequest", "name", Text(1, 100)),
    ("WriteToUsRequest", "phoneNumber", MaxText(40)),
    ("ZoneForm", "cutOff", Range(0, 24)),
    ("ZoneForm", "fee", Range(0, 100_000)),
    ("ZoneForm", "freeFrom", Range(0, 1_000_000)),
    ("ZoneForm", "leadDays", Range(0, 10)),
    ("ZoneForm", "minimum", Range(0, 1_000_000)),
    ("ZoneForm", "places", Items(1, 1_000)),
    ("ZoneForm", "prepareHours", Range(0, 24)),
    ("ZoneForm", "windows", Items(1, 24)),
    ("ZoneWindowForm", "capacity", Range(0, 10_000)),
    ("ZoneWindowForm", "ends", Range(1, 24)),
    ("ZoneWindowForm", "starts", Range(0, 23)),
    ("ZoneWindowForm", "surcharge", Range(0, 100_000)),
];

/// The limits of path parameters, by operation and name.
const PATH_PARAMETERS: &[(&str, &str, Limit)] = &[
    ("getContentPage", "page", PAGES),
    ("listContentVersions", "language", LANGUAGES),
    ("listContentVersions", "page", PAGES),
];

/// The limits of query and header parameters, by operation and name. An empty operation matches all.
const PARAMETERS: &[(&str, &str, Limit)] = &[
    ("", "Idempotency-Key", Pattern("^[!-~]{8,128}$")),
    ("", "page", Range(1, 10_000)),
    ("", "perPage", Range(1, 100)),
    ("", "preparationDays", Range(0, 10)),
    ("exportProducts", "text", MaxText(100)),
    ("listAllOrders", "cursor", MaxText(64)),
    ("listAllOrders", "limit", Range(1, 100)),
    ("listAllOrders", "text", MaxText(100)),
    ("listAllOrders", "window", MaxText(64)),
    ("listAudit", "limit", Range(1, 200)),
    ("listParkedEvents", "cursor", MaxText(4_000)),
    ("listParkedEvents", "limit", Range(1, 100)),
    ("listDeliveryHolidays", "limit", Range(1, 100)),
    ("listImportErrors", "limit", Range(1, 100)),
    ("listImports", "limit", Range(1, 100)),
    ("listKeptProducts", "limit", Range(1, 100)),
    ("listPaymentPlans", "amount", Range(0, 100_000_000_000)),
    ("listProductRows", "limit", Range(1, 100)),
    ("listProductRows", "text", MaxText(100)),
    ("listProducts", "maxPrice", Range(0, 100_000_000_000)),
    ("listProducts", "minPrice", Range(0, 100_000_000_000)),
    ("listProducts", "rating", Range(0, 5)),
    ("listProducts", "search", MaxText(100)),
    ("listPromos", "code", MaxText(64)),
    ("listRedirects", "search", MaxText(300)),
    ("listReviews", "rating", Range(1, 5)),
    ("listSearchRules", "search", MaxText(100)),
    ("listSearches", "days", Range(1, 90)),
    ("listStockMovements", "limit", Range(1, 100)),
    ("listStores", "search", MaxText(100)),
    ("listStoresOfStaff", "limit", Range(1, 100)),
    ("listStoresOfStaff", "text", MaxText(100)),
    ("listWholesaleRequests", "text", MaxText(100)),
    ("uploadImport", "fileName", Text(1, 200)),
];

pub fn declare(name: &str, schema: &mut RefOr<Schema>) {
    let RefOr::T(Schema::Object(object)) = schema else { return };
    for (_, member, limit) in MEMBERS.iter().filter(|(schema, ..)| *schema == name) {
        if let Some(member) = object.properties.get_mut(*member) {
            limit.declare(member);
        }
    }
}

pub fn declare_parameters(operation: &mut Operation) {
    let id = operation.operation_id.clone().unwrap_or_default();
    for parameter in operation.parameters.iter_mut().flatten() {
        let RefOr::T(Parameter { name, parameter_in, schema: Some(schema), .. }) = parameter else { continue };
        let limits = if *parameter_in == ParameterIn::Path { PATH_PARAMETERS } else { PARAMETERS };
        let applies = |operation: &str| operation.is_empty() || operation == id;
        for (_, _, limit) in limits.iter().filter(|(operation, parameter, _)| applies(operation) && parameter == name) {
            limit.declare(schema);
        }
    }
}

impl Limit {
    fn declare(&self, schema: &mut RefOr<Schema>) {
        match (self, schema) {
            (Items(min, max), RefOr::T(Schema::Array(list))) => {
                list.min_items = Some(*min).filter(|min| *min > 0);
                list.max_items = Some(*max);
            }
            (_, RefOr::T(Schema::Object(object))) => self.declare_plain(object),
            _ => {}
        }
    }

    fn declare_plain(&self, object: &mut Object) {
        match self {
            Text(min, max) => {
                object.min_length = Some(*min);
                object.max_length = Some(*max);
            }
            MaxText(max) => object.max_length = Some(*max),
            Range(min, max) => {
                object.minimum = Some(Number::Int(*min));
                object.maximum = (*max != isize::MAX).then_some(Number::Int(*max));
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
mod tests;

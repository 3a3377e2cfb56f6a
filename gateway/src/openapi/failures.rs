//! The failures of each operation. Some follow from its parameters and security; the tables in this file list the
//! others.

use utoipa::{
    ToSchema as _,
    openapi::{
        Components, ContentBuilder, Ref, RefOr, Response, ResponseBuilder,
        path::{Operation, ParameterIn},
    },
};

use crate::{
    admin_site::{ADMIN_ROUTES, STAFF_ROUTES},
    problem::ProblemBody,
};

const PROBLEM: &str = "application/problem+json";

/// Operations that can return 404 although no path parameter names the missing object.
const NOT_FOUND_OPERATIONS: [&str; 26] = [
    "acceptStaffInvitation",
    "addPushSubscription",
    "addToCart",
    "deleteRedirect",
    "getEarliestDelivery",
    "getHome",
    "getInfluencerApplication",
    "getProfile",
    "getSecurityNotice",
    "likeProduct",
    "listDeliverySlots",
    "listProducts",
    "listStores",
    "previewContent",
    "previewDelivery",
    "publishContent",
    "removeFamilyMember",
    "removeFromCart",
    "reportSecurityNotice",
    "saveNotificationPreferences",
    "saveSeoTag",
    "saveSeoText",
    "unlikeProduct",
    "unsubscribeFromMail",
    "updateCart",
    "updateProfile",
];

/// Operations outside `/admin/` and `/staff/` that return 403 to some callers.
const RESTRICTED: [&str; 21] = [
    "addToProductList",
    "cancelCashout",
    "checkOrder",
    "createProductList",
    "deleteProductList",
    "getEarnings",
    "listCashouts",
    "listProductLists",
    "placeOrder",
    "receivePaymentCallback",
    "refreshTokens",
    "registerClient",
    "registerPasskey",
    "removeFromProductList",
    "removePasskey",
    "requestCashout",
    "requestPasskey",
    "signIn",
    "signInWithPasskey",
    "updateProductList",
    "verifyOneTimeCode",
];

/// The codes of the conflicts (409) that an operation can return.
const CONFLICTS: [(&str, &[&str]); 87] = [
    (
        "acceptWholesaleQuote",
        &[
            "idempotency_key_reused",
            "not_enough_stock",
            "order_failed",
            "order_in_progress",
            "transfer_needs_company",
            "transfer_unavailable",
            "wholesale_accepted",
            "wholesale_not_open",
            "wholesale_quote_changed",
            "wholesale_quote_expired",
        ],
    ),
    ("acceptStaffInvitation", &["invitation_expired", "invitation_of_another", "invitation_used"]),
    ("acceptTotp", &["challenge_expired", "second_factor_refused"]),
    ("addAddress", &["too_many_addresses"]),
    ("addFamilyMember", &["too_many_families"]),
    ("addOrderNote", &["too_many_notes"]),
    ("addToCart", &["cart_full", "not_enough_stock", "out_of_stock"]),
    ("addToProductList", &["list_full"]),
    ("applyAsInfluencer", &["already_blogger", "application_pending"]),
    ("approveCashout", &["cashout_decided", "second_person_required"]),
    ("blockCustomer", &["last_owner"]),
    ("cancelCampaign", &["campaign_over"]),
    ("cancelCashout", &["cashout_decided"]),
    ("cancelImport", &["import_changed", "import_not_ready"]),
    ("cancelOrder", &["order_not_cancellable"]),
    ("cancelWholesaleRequest", &["order_in_progress", "order_not_cancellable", "wholesale_not_open"]),
    ("changeEmail", &["phone_missing", "sign_in_again"]),
    ("changePassword", &["sign_in_again"]),
    ("changePhone", &["otp_expired", "otp_invalid", "otp_too_many_attempts", "phone_taken", "sign_in_again"]),
    ("changeProducts", &["idempotency_key_reused"]),
    ("checkImport", &["import_changed", "import_not_ready"]),
    ("createPaymentLink", &["idempotency_key_reused", "order_already_paid", "order_failed", "order_not_payable"]),
    ("createProductList", &["too_many_lists"]),
    ("createSearchRule", &["too_many_search_rules"]),
    ("createZone", &["too_many_zones"]),
    ("decideInfluencerApplication", &["application_decided"]),
    (
        "decideRefund",
        &["not_paid_by_card", "not_paid_yet", "refund_decided", "refund_too_large", "second_person_required"],
    ),
    ("declineCashout", &["cashout_decided"]),
    ("deleteZone", &["zone_in_use"]),
    (
        "declineWholesaleQuote",
        &["order_in_progress", "wholesale_accepted", "wholesale_not_open", "wholesale_quote_expired"],
    ),
    ("deleteAccount", &["sign_in_again", "staff_account"]),
    ("deleteCategory", &["category_in_use"]),
    ("enterWholesaleTransfer", &["transfer_exceeds_excess", "wholesale_not_accepted"]),
    ("getSecurityNotice", &["notice_expired", "notice_used"]),
    ("getWholesaleInvoiceFile", &["wholesale_not_open"]),
    ("mapImport", &["import_changed", "import_not_ready"]),
    ("mergeCart", &["idempotency_key_reused"]),
    ("moveCategory", &["category_changed", "category_under_itself"]),
    ("moveOrder", &["order_move_not_allowed", "order_not_ready"]),
    ("moveStock", &["count_outdated", "idempotency_key_reused", "stock_reserved"]),
    ("openStaffSession", &["challenge_expired", "passkey_known", "passkey_refused", "second_factor_refused"]),
    (
        "payOrder",
        &[
            "cash_orders_exceeded",
            "idempotency_key_reused",
            "installment_below_minimum",
            "order_already_paid",
            "order_failed",
            "order_not_payable",
        ],
    ),
    (
        "payWholesale",
        &[
            "idempotency_key_reused",
            "order_already_paid",
            "order_not_payable",
            "transfer_begun",
            "transfer_needs_company",
            "transfer_unavailable",
            "wholesale_not_open",
        ],
    ),
    (
        "placeOrder",
        &[
            "address_not_found",
            "address_outside_zones",
            "address_required",
            "bonus_too_much",
            "cart_changed",
            "cart_empty",
            "cash_orders_exceeded",
            "delivery_slot_closed",
            "delivery_slot_full",
            "delivery_slot_not_found",
            "delivery_slot_over",
            "delivery_slot_too_early",
            "delivery_slots_full",
            "idempotency_key_reused",
            "installment_below_minimum",
            "not_enough_stock",
            "order_below_minimum",
            "order_failed",
            "order_in_progress",
            "order_units_exceeded",
            "out_of_stock",
            "product_not_found",
            "promo_not_applicable",
            "promo_not_found",
            "quote_expired",
            "size_required",
            "unpaid_orders_exceeded",
        ],
    ),
    (
        "placePhoneOrder",
        &[
            "address_not_found",
            "address_outside_zones",
            "address_required",
            "cart_changed",
            "customer_blocked",
            "delivery_slot_closed",
            "delivery_slot_full",
            "delivery_slot_not_found",
            "delivery_slot_over",
            "delivery_slot_too_early",
            "delivery_slots_full",
            "idempotency_key_reused",
            "not_enough_stock",
            "order_below_minimum",
            "order_failed",
            "order_in_progress",
            "out_of_stock",
            "product_not_found",
            "promo_not_applicable",
            "promo_not_found",
            "quote_expired",
            "size_required",
        ],
    ),
    ("publishContent", &["content_changed"]),
    ("publishHome", &["content_changed"]),
    ("publishProduct", &["store_closed"]),
    ("quoteWholesaleRequest", &["transfer_excess_left", "wholesale_not_open"]),
    ("registerClient", &["client_revoked", "client_taken", "too_many_clients"]),
    ("registerPasskey", &["challenge_expired", "passkey_known", "passkey_refused"]),
    ("registerPasskeyOfStaff", &["challenge_expired", "passkey_known", "passkey_refused"]),
    ("removePasskey", &["last_second_factor", "sign_in_again"]),
    ("removePasskeyOfStaff", &["last_second_factor", "sign_in_again"]),
    ("removeTotp", &["last_second_factor"]),
    ("reorder", &["cart_full"]),
    ("reportProblem", &["email_missing", "email_unverified"]),
    ("reportSecurityNotice", &["notice_expired", "notice_used"]),
    ("requestCashout", &["cashout_exceeds_balance", "cashout_open", "cashout_unavailable", "idempotency_key_reused"]),
    ("requestPasskey", &["sign_in_again"]),
    ("requestPasskeyOfStaff", &["sign_in_again"]),
    ("resetSecondFactors", &["last_owner"]),
    ("requestRefund", &["idempotency_key_reused", "order_not_refundable", "refund_too_large", "return_period_over"]),
    (
        "requestRefundForShopper",
        &["idempotency_key_reused", "order_not_refundable", "refund_too_large", "return_period_over"],
    ),
    ("requestWholesale", &["idempotency_key_reused"]),
    ("resolveCashout", &["cashout_not_stuck"]),
    ("restoreAccount", &["phone_missing"]),
    ("saveView", &["too_many_views"]),
    ("sendEmailVerification", &["email_missing"]),
    ("changeDeliveryCapacity", &["delivery_slot_over", "slot_booked", "slot_changed"]),
    ("signInWithPasskey", &["challenge_expired", "passkey_refused"]),
    ("signUp", &["phone_taken"]),
    ("startImport", &["import_changed", "import_has_errors", "import_not_ready"]),
    ("undoImport", &["import_changed", "import_not_ready"]),
    ("updateCampaign", &["campaign_over", "campaign_running"]),
    ("updateCart", &["cart_full", "not_enough_stock", "out_of_stock"]),
    ("updateProduct", &["product_changed", "product_has_stock", "size_in_use"]),
    ("updateCategory", &["category_changed", "field_in_use", "value_in_use"]),
    ("updatePromo", &["promo_changed"]),
    ("updateSearchRule", &["search_rule_changed"]),
    ("updateStore", &["store_changed"]),
    ("updateZone", &["zone_changed"]),
    ("verifyEmail", &["email_taken"]),
    ("verifyOneTimeCode", &["otp_expired", "otp_invalid", "otp_too_many_attempts"]),
    ("verifyStepUp", &["challenge_expired", "passkey_refused", "second_factor_refused"]),
    ("withdrawProduct", &["product_is_draft"]),
    ("withdrawRole", &["last_owner"]),
];

/// Failure responses that operations share: status, component name and description.
const SHARED_RESPONSES: [(&str, &str, &str); 6] = [
    ("401", "Unauthenticated", "The token is missing, expired or invalid: `unauthenticated`, `token_expired`"),
    (
        "403",
        "Forbidden",
        "The caller may not do this. For staff also `second_factor_required`, `step_up_required` (the second factor is older than ten minutes) and `csrf_token_invalid`",
    ),
    ("404", "NotFound", "The object does not exist, or not for this caller"),
    ("422", "Invalid", "`validation_failed`: `errors` lists every invalid member and parameter"),
    (
        "429",
        "RateLimited",
        "`too_many_requests`, or the budget that is used up (`too_many_letters`, `too_many_promo_codes`): `Retry-After` tells when to retry",
    ),
    ("default", "Failure", "Any other failure"),
];

pub fn add_to(components: &mut Components) {
    for (_, name, description) in SHARED_RESPONSES {
        components.responses.insert(name.to_owned(), RefOr::T(problem(description)));
    }
}

pub fn add_to_operation(path: &str, operation: &mut Operation) {
    let id = operation.operation_id.clone().unwrap_or_default();
    let has = |location: ParameterIn| has_parameter(operation, &location);
    let is_named = |names: &[&str]| names.contains(&id.as_str());
    let mut statuses = vec!["429", "default"];
    if operation.security.as_ref().is_none_or(|schemes| !schemes.is_empty()) {
        statuses.push("401");
    }
    if path.starts_with(ADMIN_ROUTES) || path.starts_with(STAFF_ROUTES) || is_named(&RESTRICTED) {
        statuses.push("403");
    }
    if has(ParameterIn::Path) || is_named(&NOT_FOUND_OPERATIONS) {
        statuses.push("404");
    }
    if operation.request_body.is_some() || has(ParameterIn::Query) || has(ParameterIn::Header) {
        statuses.push("422");
    }
    let responses = &mut operation.responses.responses;
    for (status, name, _) in SHARED_RESPONSES.iter().filter(|(status, ..)| statuses.contains(status)) {
        responses.insert((*status).to_owned(), RefOr::Ref(Ref::from_response_name(*name)));
    }
    if let Some((_, codes)) = CONFLICTS.iter().find(|(operation, _)| *operation == id) {
        let codes: Vec<String> = codes.iter().map(|code| format!("`{code}`")).collect();
        let conflict = problem(&format!("The current state does not allow it: {}", codes.join(", ")));
        responses.insert("409".to_owned(), RefOr::T(conflict));
    }
}

fn has_parameter(operation: &Operation, location: &ParameterIn) -> bool {
    let mut parameters = operation.parameters.iter().flatten();
    parameters.any(|parameter| matches!(parameter, RefOr::T(parameter) if parameter.parameter_in == *location))
}

fn problem(description: &str) -> Response {
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name(ProblemBody::name()))).build();
    ResponseBuilder::new().description(description).content(PROBLEM, content).build()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use kit::error::codes;

    use super::*;

    #[test]
    fn every_table_names_operations_and_codes_that_exist() {
        let document = serde_json::to_value(crate::openapi::document()).unwrap();
        let paths = document["paths"].as_object().unwrap().values();
        let operations = paths.flat_map(|item| item.as_object().unwrap().values());
        let ids: BTreeSet<&str> = operations.map(|operation| operation["operationId"].as_str().unwrap()).collect();
        let named = NOT_FOUND_OPERATIONS.into_iter().chain(RESTRICTED).chain(CONFLICTS.map(|(operation, _)| operation));
        for operation in named {
            assert!(ids.contains(operation), "{operation}");
        }
        for code in CONFLICTS.iter().flat_map(|(_, codes)| *codes) {
            assert!(codes::is_problem(code), "{code}");
        }
    }
}

//! Every error code that a client can be answered with. The gateway publishes both lists in the API contract, and every code has
//! words in `web/locales/*/errors.json`.
//!
//! A new code is added here first: debug builds refuse to answer with one that is not declared.

/// Codes of a whole answer: `code` of a problem. Sorted.
pub const PROBLEMS: [&str; 101] = [
    "address_not_found",
    "address_outside_zones",
    "address_required",
    "already_blogger",
    "application_decided",
    "application_not_found",
    "application_pending",
    "bad_request",
    "bonus_app_only",
    "bonus_too_much",
    "campaign_not_found",
    "campaign_over",
    "campaign_running",
    "cart_changed",
    "cart_empty",
    "cart_full",
    "category_not_found",
    "city_not_found",
    "client_not_found",
    "client_revoked",
    "client_taken",
    "content_changed",
    "delivery_slot_full",
    "delivery_slot_not_found",
    "delivery_slot_over",
    "delivery_slots_full",
    "digest_mismatch",
    "email_taken",
    "forbidden",
    "idempotency_key_reused",
    "installment_below_minimum",
    "internal",
    "invalid_credentials",
    "list_full",
    "list_not_found",
    "method_not_allowed",
    "not_a_blogger",
    "not_enough_stock",
    "not_found",
    "not_paid_by_card",
    "not_paid_yet",
    "not_sold",
    "notification_not_found",
    "order_already_paid",
    "order_below_minimum",
    "order_failed",
    "order_in_progress",
    "order_move_not_allowed",
    "order_not_cancellable",
    "order_not_found",
    "order_not_payable",
    "order_not_ready",
    "order_not_refundable",
    "otp_expired",
    "otp_invalid",
    "otp_too_many_attempts",
    "out_of_stock",
    "page_gone",
    "page_not_found",
    "payload_too_large",
    "payment_failed",
    "payment_not_found",
    "phone_taken",
    "product_not_found",
    "product_withdrawn",
    "promo_changed",
    "promo_not_applicable",
    "promo_not_found",
    "quote_expired",
    "redirect_not_found",
    "refund_decided",
    "refund_not_found",
    "refund_too_large",
    "reply_not_found",
    "reservation_differs",
    "reservation_expired",
    "reservation_not_found",
    "reservation_released",
    "return_differs",
    "return_exceeds_sale",
    "review_not_found",
    "service_unavailable",
    "signature_expired",
    "signature_invalid",
    "signature_replayed",
    "sitemap_not_found",
    "size_required",
    "store_not_found",
    "tag_not_found",
    "ticket_not_found",
    "token_expired",
    "token_invalid",
    "too_many_addresses",
    "too_many_clients",
    "too_many_families",
    "too_many_lists",
    "too_many_requests",
    "unauthenticated",
    "unsupported_media_type",
    "user_not_found",
    "validation_failed",
];

/// Codes of one field: `errors[].code` of a problem. Sorted.
pub const FIELDS: [&str; 51] = [
    "bad_template",
    "below_used",
    "broken_picture",
    "category_not_found",
    "duplicate",
    "emails_differ",
    "fixed_once_used",
    "heading_required",
    "in_the_past",
    "invalid",
    "invalid_characters",
    "invalid_date",
    "invalid_email",
    "invalid_hours",
    "invalid_link",
    "invalid_password",
    "invalid_period",
    "invalid_phone",
    "invalid_postcode",
    "invalid_tax_number",
    "language_in_path",
    "leads_nowhere",
    "must_be_empty",
    "not_a_path",
    "not_a_row",
    "not_json",
    "not_lower",
    "not_of_store",
    "order_not_found",
    "out_of_range",
    "password_guessable",
    "password_leaked",
    "passwords_differ",
    "picture_too_big",
    "reason_required",
    "redirect_loop",
    "required",
    "store_not_found",
    "terms_required",
    "token_invalid",
    "too_large",
    "too_long",
    "too_many",
    "too_short",
    "too_slow",
    "unknown_field",
    "unknown_picture",
    "unknown_place",
    "unknown_value",
    "unsupported_picture",
    "wrong_type",
];

pub fn is_problem(code: &str) -> bool {
    PROBLEMS.binary_search(&code).is_ok()
}

pub fn is_field(code: &str) -> bool {
    FIELDS.binary_search(&code).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_lists_are_sorted_and_name_no_code_twice() {
        assert!(PROBLEMS.is_sorted_by(|before, after| before < after), "{PROBLEMS:?}");
        assert!(FIELDS.is_sorted_by(|before, after| before < after), "{FIELDS:?}");
    }

    #[test]
    fn only_declared_codes_are_known() {
        assert!(is_problem("order_already_paid") && !is_problem("order_already_payed"));
        assert!(is_field("required") && !is_field("order_already_paid"));
    }
}

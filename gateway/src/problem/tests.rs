use axum::body::to_bytes;
use kit::Error;

use super::*;

/// Every code that the gateway or a service of this issue can send, and those that screens depend on.
const CODES: &str = "validation_failed unauthenticated token_expired forbidden invalid_credentials otp_invalid otp_expired \
    otp_too_many_attempts phone_taken email_taken token_invalid user_not_found product_not_found category_not_found store_not_found \
    order_not_found notification_not_found not_found not_enough_stock out_of_stock size_required cart_empty cart_changed \
    address_not_found too_many_addresses city_not_found family_not_found too_many_families application_not_found \
    application_pending application_decided already_blogger \
    promo_not_found promo_not_applicable address_required payment_failed order_not_cancellable idempotency_key_reused \
    too_many_requests bad_request method_not_allowed payload_too_large unsupported_media_type service_unavailable internal";
const FIELD_CODES: &str = "required invalid too_short too_long out_of_range invalid_characters wrong_type unknown_value \
    invalid_phone invalid_email invalid_password invalid_date invalid_link invalid_postcode password_too_short \
    password_leaked password_guessable passwords_differ emails_differ terms_required token_invalid reason_required";

#[test]
fn every_code_has_words_in_every_language() {
    for language in Language::ALL {
        let words = words::of(language);
        for code in CODES.split_whitespace() {
            let (title, detail) = words.problem(code, StatusCode::BAD_REQUEST);
            assert!(words.has(code) && !title.is_empty() && !detail.is_empty(), "{code} in {}", language.code());
        }
        for code in FIELD_CODES.split_whitespace() {
            assert!(words.has_field(code), "{code} in {}", language.code());
        }
    }
}

async fn written(status: Status, language: Language) -> String {
    let mut response = Response::default();
    Problem::from(status).write(&mut response, language, "request-1");
    let retry =
        response.headers().get(header::RETRY_AFTER).map(|value| format!(" Retry-After: {}", value.to_str().unwrap()));
    let head = format!("{}{}", response.status().as_u16(), retry.unwrap_or_default());
    let body = to_bytes(response.into_body(), 10_000).await.unwrap();
    format!("{head} {}", std::str::from_utf8(&body).unwrap())
}

#[tokio::test]
async fn what_services_say_is_mapped_once() {
    let stock =
        Error::conflict_with("not_enough_stock", vec![("available", "3".to_owned()), ("status", "200".to_owned())]);
    insta::assert_snapshot!(written(stock.into(), Language::En).await, @r#"409 {"type":"urn:sovqat:problem:not_enough_stock","title":"Not enough in stock","status":409,"code":"not_enough_stock","detail":"There are not that many left. Choose fewer.","traceId":"request-1","available":3}"#);
    insta::assert_snapshot!(written(Error::invalid("login", "required").into(), Language::Ru).await, @r#"422 {"type":"urn:sovqat:problem:validation_failed","title":"Данные заполнены неверно","status":422,"code":"validation_failed","detail":"Проверьте отмеченные поля и отправьте ещё раз.","traceId":"request-1","errors":[{"field":"login","code":"required","message":"Заполните это поле"}]}"#);
    insta::assert_snapshot!(written(Error::NotFound("product_not_found").into(), Language::Az).await, @r#"404 {"type":"urn:sovqat:problem:product_not_found","title":"Məhsul tapılmadı","status":404,"code":"product_not_found","detail":"Bu məhsul artıq satışda olmaya bilər.","traceId":"request-1"}"#);
    let flood = Error::TooMany { retry_after: std::time::Duration::from_millis(1500) };
    insta::assert_snapshot!(written(flood.into(), Language::En).await, @r#"429 Retry-After: 2 {"type":"urn:sovqat:problem:too_many_requests","title":"Too many requests","status":429,"code":"too_many_requests","detail":"Wait a moment and try again.","traceId":"request-1"}"#);
}

#[tokio::test]
async fn a_short_password_is_told_how_long_it_should_be() {
    let told = written(Error::invalid("password", "too_short").into(), Language::En).await;
    assert!(told.contains("at least 8 characters") && told.contains("\"code\":\"too_short\""), "{told}");
    let told = written(Error::invalid("text", "too_short").into(), Language::En).await;
    assert!(told.contains("This is too short"), "{told}");
}

#[tokio::test]
async fn internal_text_has_no_way_out() {
    for status in [
        Error::internal(anyhow::anyhow!("secret")).into(),
        Error::unavailable(anyhow::anyhow!("secret")).into(),
        Status::internal("secret"),
        Status::unknown("secret"),
        Status::unavailable("secret"),
        Status::deadline_exceeded("secret"),
        Status::unimplemented("secret"),
        Status::invalid_argument("secret"),
        Status::failed_precondition("secret"),
    ] {
        let text = written(status.clone(), Language::En).await;
        assert!(!text.contains("secret"), "{text}");
        let status_code: u16 = text[..3].parse().unwrap();
        let expected = match status.code() {
            Code::InvalidArgument => 422,
            Code::FailedPrecondition => 409,
            Code::Unavailable | Code::DeadlineExceeded => 503,
            _ => 500,
        };
        assert_eq!(status_code, expected, "{text}");
    }
}

use axum::body::to_bytes;
use kit::Error;

use super::*;

#[test]
fn every_declared_code_has_texts_in_every_language() {
    for language in Language::ALL {
        let texts = texts::of(language);
        for code in codes::PROBLEMS {
            let (title, detail) = texts.problem(code, StatusCode::BAD_REQUEST);
            assert!(texts.has(code), "{code} in {}", language.code());
            assert!(!title.is_empty(), "{code} in {}", language.code());
            assert!(!detail.is_empty(), "{code} in {}", language.code());
        }
        for code in codes::FIELDS {
            assert!(texts.has_field(code), "{code} in {}", language.code());
        }
    }
}

#[test]
#[should_panic(expected = "not_a_code_of_ours")]
fn an_undeclared_code_is_refused() {
    Problem::new(StatusCode::CONFLICT, "not_a_code_of_ours").write(&mut Response::default(), Language::En, "request-1");
}

/// Returns the response to an error of a service, as one line: status, `Retry-After` and body.
async fn problem_response(status: Status, language: Language) -> String {
    let mut response = Response::default();
    Problem::from(status).write(&mut response, language, "request-1");
    let retry =
        response.headers().get(header::RETRY_AFTER).map(|value| format!(" Retry-After: {}", value.to_str().unwrap()));
    let head = format!("{}{}", response.status().as_u16(), retry.unwrap_or_default());
    let body = to_bytes(response.into_body(), 10_000).await.unwrap();
    format!("{head} {}", std::str::from_utf8(&body).unwrap())
}

#[tokio::test]
async fn service_errors_are_mapped_to_problems() {
    let stock =
        Error::conflict_with("not_enough_stock", vec![("available", "3".to_owned()), ("status", "200".to_owned())]);
    insta::assert_snapshot!(problem_response(stock.into(), Language::En).await, @r#"409 {"type":"urn:sovqat:problem:not_enough_stock","title":"Not enough in stock","status":409,"code":"not_enough_stock","detail":"There are not that many left. Choose fewer.","traceId":"request-1","available":3}"#);
    insta::assert_snapshot!(problem_response(Error::invalid("login", "required").into(), Language::Ru).await, @r#"422 {"type":"urn:sovqat:problem:validation_failed","title":"Данные заполнены неверно","status":422,"code":"validation_failed","detail":"Проверьте отмеченные поля и отправьте ещё раз.","traceId":"request-1","errors":[{"field":"login","code":"required","message":"Заполните это поле"}]}"#);
    insta::assert_snapshot!(problem_response(Error::NotFound("product_not_found").into(), Language::Az).await, @r#"404 {"type":"urn:sovqat:problem:product_not_found","title":"Məhsul tapılmadı","status":404,"code":"product_not_found","detail":"Bu məhsul artıq satışda olmaya bilər.","traceId":"request-1"}"#);
    let too_many = Error::RateLimited { retry_after: std::time::Duration::from_millis(1500) };
    insta::assert_snapshot!(problem_response(too_many.into(), Language::En).await, @r#"429 Retry-After: 2 {"type":"urn:sovqat:problem:too_many_requests","title":"Too many requests","status":429,"code":"too_many_requests","detail":"Wait a moment and try again.","traceId":"request-1"}"#);
}

#[tokio::test]
async fn a_short_password_is_refused_with_the_required_length() {
    let response_text = problem_response(Error::invalid("password", "too_short").into(), Language::En).await;
    assert!(response_text.contains("at least 8 characters"), "{response_text}");
    assert!(response_text.contains("\"code\":\"too_short\""), "{response_text}");
    let response_text = problem_response(Error::invalid("text", "too_short").into(), Language::En).await;
    assert!(response_text.contains("This is too short"), "{response_text}");
}

#[tokio::test]
async fn internal_error_texts_are_never_sent() {
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
        let text = problem_response(status.clone(), Language::En).await;
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

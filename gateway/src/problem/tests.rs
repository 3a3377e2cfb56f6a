use axum::body::to_bytes;
use kit::Error;

use super::*;

#[test]
fn every_declared_code_has_its_own_words_in_every_language() {
    for language in Language::ALL {
        let words = words::of(language);
        for code in codes::PROBLEMS {
            let (title, detail) = words.problem(code, StatusCode::BAD_REQUEST);
            assert!(words.has(code) && !title.is_empty() && !detail.is_empty(), "{code} in {}", language.code());
        }
        for code in codes::FIELDS {
            assert!(words.has_field(code), "{code} in {}", language.code());
        }
    }
}

#[test]
#[should_panic(expected = "not_a_code_of_ours")]
fn an_undeclared_code_is_refused() {
    Problem::new(StatusCode::CONFLICT, "not_a_code_of_ours").write(&mut Response::default(), Language::En, "request-1");
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

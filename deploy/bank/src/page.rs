//! Renders the bank's pages: plain HTML without scripts.

mod texts;

use axum::{
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use kit::Language;

use crate::{money, payment::Payment};
use texts::Texts;
pub use texts::texts;

const STYLE: &str = include_str!("page/style.css");

#[derive(Debug, Default, Clone, Copy)]
pub struct FieldErrors {
    pub number: bool,
    pub expiry: bool,
    pub cvv: bool,
}

impl FieldErrors {
    pub fn any(self) -> bool {
        self.number || self.expiry || self.cvv
    }
}

/// Returns the language that the shop requested.
pub fn language_of(payment: &Payment) -> Language {
    Language::from_tag(&payment.language).unwrap_or_default()
}

pub fn card(payment: &Payment, errors: FieldErrors) -> Response {
    let language = language_of(payment);
    let texts = texts(language);
    let amount = amount_text(payment);
    let number = input_field(
        "number",
        texts.number,
        r#"autocomplete="cc-number" maxlength="23" autofocus"#,
        errors.number.then_some(texts.bad_number),
    );
    let expiry = input_field(
        "expiry",
        texts.expiry,
        r#"autocomplete="cc-exp" maxlength="7""#,
        errors.expiry.then_some(texts.bad_expiry),
    );
    let cvv =
        input_field("cvv", texts.cvv, r#"autocomplete="cc-csc" maxlength="4""#, errors.cvv.then_some(texts.bad_cvv));
    let months = payment.months.map(|months| format!(" · {months} {}", texts.months)).unwrap_or_default();
    let test_cards = test_cards_html(texts);
    let body = format!(
        r#"<h1>{pay_to}</h1><p class="sum">{amount}</p><p class="soft">{description}{months}</p>
<form method="post">{number}<div class="pair">{expiry}{cvv}</div>
<button name="action" value="pay">{pay} · {amount}</button>
<button class="quiet" name="action" value="cancel" formnovalidate>{cancel}</button></form>
<details><summary>{test_cards_title}</summary><dl>{test_cards}</dl></details>"#,
        pay_to = texts.pay_to,
        description = escape(&payment.description),
        pay = texts.pay,
        cancel = texts.cancel,
        test_cards_title = texts.test_cards,
    );
    let status = if errors.any() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    document(language, status, texts.pay_to, &body)
}

/// `attributes` are those beyond the common ones.
fn input_field(name: &str, label: &str, attributes: &str, error: Option<&str>) -> String {
    let (invalid, message) = match error {
        Some(text) => (
            format!(r#" aria-invalid="true" aria-describedby="{name}-bad""#),
            format!(r#"<p class="bad" id="{name}-bad">{text}</p>"#),
        ),
        None => (String::new(), String::new()),
    };
    format!(
        r#"<div><label for="{name}">{label}</label><input id="{name}" name="{name}" inputmode="numeric" required {attributes}{invalid}>{message}</div>"#
    )
}

/// `cards.rs` implements these results.
fn test_cards_html(texts: &Texts) -> String {
    let test_cards = [
        ("4111 1111 1111 1111", texts.approved),
        ("4000 0000 0000 3220", texts.with_confirmation),
        ("4000 0000 0000 0116", texts.no_funds),
        ("4000 0000 0000 9999", texts.silent),
    ];
    test_cards.map(|(number, result)| format!("<div><dt>{number}</dt><dd>{result}</dd></div>")).concat()
}

pub fn code(payment: &Payment, is_wrong: bool) -> Response {
    let language = language_of(payment);
    let texts = texts(language);
    let (invalid, message) = if is_wrong {
        (
            r#" aria-invalid="true" aria-describedby="hint code-bad""#,
            format!(r#"<p class="bad" id="code-bad">{}</p>"#, texts.bad_code),
        )
    } else {
        (r#" aria-describedby="hint""#, String::new())
    };
    let body = format!(
        r#"<h1>{title}</h1><p class="sum">{amount}</p><p class="soft" id="hint">{hint}</p>
<form method="post"><label for="code">{label}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" required autofocus{invalid}>{message}
<button name="action" value="pay">{confirm}</button>
<button class="quiet" name="action" value="cancel" formnovalidate>{cancel}</button></form>"#,
        title = texts.code_title,
        amount = amount_text(payment),
        hint = texts.code_hint,
        label = texts.code,
        confirm = texts.confirm,
        cancel = texts.cancel,
    );
    let status = if is_wrong { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    document(language, status, texts.code_title, &body)
}

/// `back` is a page of the shop. `title` and `text` are not escaped, so they must be texts of this crate.
pub fn message(language: Language, title: &str, text: &str, back: &str) -> Response {
    let body = format!(
        r#"<h1>{title}</h1><p class="soft">{text}</p><a class="button" href="{}">{}</a>"#,
        escape(back),
        texts(language).back
    );
    document(language, StatusCode::OK, title, &body)
}

pub fn not_found() -> Response {
    // Without a payment, the shopper's language is unknown.
    let all_languages = Language::ALL.map(|language| texts(language).not_found).join("<br>");
    let language = Language::default();
    document(language, StatusCode::NOT_FOUND, texts(language).not_found, &format!("<h1>{all_languages}</h1>"))
}

/// `body` is HTML.
fn document(language: Language, status: StatusCode, title: &str, body: &str) -> Response {
    let html = format!(
        r#"<!doctype html><html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>{title} · Sandbox Bank</title><style>{STYLE}</style></head>
<body><p class="sandbox" role="note">{sandbox}</p><main>{body}</main></body></html>"#,
        language = language.code(),
        sandbox = texts(language).sandbox,
    );
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"),
    ];
    (status, headers, html).into_response()
}

fn amount_text(payment: &Payment) -> String {
    format!("{} AZN", money::format(payment.amount))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}

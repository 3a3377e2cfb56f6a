//! The bank's pages for shoppers: plain HTML that works without scripts, with a keyboard and on a phone.

mod words;

use axum::{
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use kit::Language;

use crate::{money, payment::Payment};
pub use words::words;

const STYLE: &str = include_str!("page/style.css");

/// The invalid fields of the card page.
#[derive(Debug, Default, Clone, Copy)]
pub struct Mistakes {
    pub number: bool,
    pub expiry: bool,
    pub cvv: bool,
}

impl Mistakes {
    pub fn any(self) -> bool {
        self.number || self.expiry || self.cvv
    }
}

pub fn language_of(payment: &Payment) -> Language {
    Language::from_tag(&payment.language).unwrap_or_default()
}

pub fn card(payment: &Payment, mistakes: Mistakes) -> Response {
    let language = language_of(payment);
    let w = words(language);
    let sum = sum(payment);
    let field = |name: &str, label: &str, attributes: &str, wrong: Option<&str>| {
        let (invalid, note) = wrong.map_or((String::new(), String::new()), |text| {
            (
                format!(r#" aria-invalid="true" aria-describedby="{name}-bad""#),
                format!(r#"<p class="bad" id="{name}-bad">{text}</p>"#),
            )
        });
        format!(
            r#"<div><label for="{name}">{label}</label><input id="{name}" name="{name}" inputmode="numeric" required {attributes}{invalid}>{note}</div>"#
        )
    };
    let number = field(
        "number",
        w.number,
        r#"autocomplete="cc-number" maxlength="23" autofocus"#,
        mistakes.number.then_some(w.bad_number),
    );
    let expiry =
        field("expiry", w.expiry, r#"autocomplete="cc-exp" maxlength="7""#, mistakes.expiry.then_some(w.bad_expiry));
    let cvv = field("cvv", w.cvv, r#"autocomplete="cc-csc" maxlength="4""#, mistakes.cvv.then_some(w.bad_cvv));
    let months = payment.months.map(|months| format!(" · {months} {}", w.months)).unwrap_or_default();
    let test_cards = [
        ("4111 1111 1111 1111", w.approved),
        ("4000 0000 0000 3220", w.with_code),
        ("4000 0000 0000 0116", w.no_funds),
        ("4000 0000 0000 9999", w.silent),
    ];
    let test_cards = test_cards.map(|(number, what)| format!("<div><dt>{number}</dt><dd>{what}</dd></div>")).concat();
    let body = format!(
        r#"<h1>{pay_to}</h1><p class="sum">{sum}</p><p class="soft">{description}{months}</p>
<form method="post">{number}<div class="pair">{expiry}{cvv}</div>
<button name="action" value="pay">{pay} · {sum}</button>
<button class="quiet" name="action" value="cancel" formnovalidate>{cancel}</button></form>
<details><summary>{cards}</summary><dl>{test_cards}</dl></details>"#,
        pay_to = w.pay_to,
        description = escape(&payment.description),
        pay = w.pay,
        cancel = w.cancel,
        cards = w.cards,
    );
    let status = if mistakes.any() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    page(language, status, w.pay_to, &body)
}

/// The page that asks for a code, like 3-D Secure.
pub fn code(payment: &Payment, is_wrong: bool) -> Response {
    let language = language_of(payment);
    let w = words(language);
    let (invalid, note) = if is_wrong {
        (
            r#" aria-invalid="true" aria-describedby="hint code-bad""#,
            format!(r#"<p class="bad" id="code-bad">{}</p>"#, w.bad_code),
        )
    } else {
        (r#" aria-describedby="hint""#, String::new())
    };
    let body = format!(
        r#"<h1>{title}</h1><p class="sum">{sum}</p><p class="soft" id="hint">{hint}</p>
<form method="post"><label for="code">{label}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" required autofocus{invalid}>{note}
<button name="action" value="pay">{confirm}</button>
<button class="quiet" name="action" value="cancel" formnovalidate>{cancel}</button></form>"#,
        title = w.code_title,
        sum = sum(payment),
        hint = w.code_hint,
        label = w.code,
        confirm = w.confirm,
        cancel = w.cancel,
    );
    let status = if is_wrong { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    page(language, status, w.code_title, &body)
}

/// A page with a message and a link back to the shop.
pub fn note(language: Language, title: &str, text: &str, back: &str) -> Response {
    let body = format!(
        r#"<h1>{title}</h1><p class="soft">{text}</p><a class="button" href="{}">{}</a>"#,
        escape(back),
        words(language).back
    );
    page(language, StatusCode::OK, title, &body)
}

pub fn unknown() -> Response {
    let text: Vec<_> = Language::ALL.map(|language| words(language).unknown).into();
    page(Language::default(), StatusCode::NOT_FOUND, text[0], &format!("<h1>{}</h1>", text.join("<br>")))
}

fn page(language: Language, status: StatusCode, title: &str, body: &str) -> Response {
    let html = format!(
        r#"<!doctype html><html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>{title} · Sandbox Bank</title><style>{STYLE}</style></head>
<body><p class="sandbox" role="note">{sandbox}</p><main>{body}</main></body></html>"#,
        language = language.code(),
        sandbox = words(language).sandbox,
    );
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"),
    ];
    (status, headers, html).into_response()
}

fn sum(payment: &Payment) -> String {
    format!("{} AZN", money::write(payment.amount))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}

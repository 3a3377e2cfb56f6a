//! Wholesale for customers: requesting a quote, and using the link of a request.

use std::time::Duration;

use axum::{
    extract::State,
    http::{HeaderName, HeaderValue, StatusCode, header},
};
use kit::client::retry;
use proto::{
    json::enumeration,
    order::{
        AcceptWholesaleRequest, AskWholesaleRequest, DeclineWholesaleRequest, PayWholesaleRequest, PaymentMethod,
        WholesaleAddress, WholesaleAnswer, WholesaleAsked, WholesaleFile, WholesaleLink, WholesaleRequest,
        WholesaleWish,
    },
};
use serde::Deserialize;
use tonic::{Request, Response, Status};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{IdempotencyKey, Json, Query, Segment, Visitor},
    problem::Problem,
    reply::{self, Data, Reply, reply, tell},
    services::Services,
};

/// Longer than for other routes, because the stock and a bank may be called.
const PATIENCE: Duration = Duration::from_secs(12);

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(ask))
        .routes(routes!(get))
        .routes(routes!(accept))
        .routes(routes!(pay))
        .routes(routes!(decline))
        .routes(routes!(quote_file))
        .routes(routes!(invoice_file))
}

/// A request for a quote. At least one of `lines` and `text` is required.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WholesaleForm {
    /// 1 to 200 characters. Requires `voen`.
    #[schema(value_type = String, required = false)]
    company_name: Option<String>,
    /// The company's tax number (VÖEN), ten digits. Required with a company, refused without one.
    #[schema(value_type = String, required = false)]
    voen: Option<String>,
    #[serde(default)]
    #[schema(required = true)]
    name: String,
    #[serde(default)]
    #[schema(required = true)]
    phone_number: String,
    #[schema(value_type = String, required = false)]
    email: Option<String>,
    /// At most 100 lines, each product and size at most once, 1 to 99,999 units each.
    #[serde(default)]
    #[schema(required = false)]
    lines: Vec<WholesaleWish>,
    #[schema(value_type = String, required = false)]
    text: Option<String>,
    /// YYYY-MM-DD in the time zone Asia/Baku, not in the past.
    #[schema(value_type = String, format = Date, required = false)]
    wished_date: Option<String>,
    #[schema(value_type = String, required = false)]
    note: Option<String>,
}

impl WholesaleForm {
    fn named(self, IdempotencyKey(idempotency_key): IdempotencyKey) -> AskWholesaleRequest {
        AskWholesaleRequest {
            company_name: self.company_name,
            voen: self.voen,
            name: self.name,
            phone_number: self.phone_number,
            email: self.email,
            lines: self.lines,
            text: self.text,
            wished_date: self.wished_date,
            note: self.note,
            idempotency_key,
        }
    }
}

/// Request a wholesale quote
///
/// The `token` in the response gives access to the request. The link with it is also mailed if an e-mail address is given. Idempotent per
/// `Idempotency-Key` and body. A phone number can send 5 requests per hour.
#[utoipa::path(post, path = "/wholesale", operation_id = "requestWholesale",
    tag = "wholesale", request_body = WholesaleForm,
    params(("Idempotency-Key" = String, Header, description = "Made up by the client, once for each request")),
    responses((status = CREATED, description = "Under which code it is known", body = Data<WholesaleAsked>)))]
async fn ask(
    State(services): State<Services>,
    visitor: Visitor,
    key: IdempotencyKey,
    Json(body): Json<WholesaleForm>,
) -> Result<(StatusCode, reply::Json<Data<WholesaleAsked>>), Problem> {
    let request = body.named(key);
    let answer = retry(async || services.wholesale().ask(visitor.sign(request.clone())).await).await?;
    Ok((StatusCode::CREATED, tell(answer.into_inner())))
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(default)]
#[into_params(parameter_in = Query)]
struct LinkQuery {
    /// The secret of the link
    #[param(required = true)]
    token: String,
}

/// A wholesale request as shown to its customer
#[utoipa::path(get, path = "/wholesale/{code}", operation_id = "getWholesaleRequest", tag = "wholesale",
    params(("code" = String, Path, description = "A request's code, as `TS-7K4M-29`"), LinkQuery),
    responses((status = OK, description = "The request with its quote", body = Data<WholesaleRequest>)))]
async fn get(
    State(services): State<Services>,
    visitor: Visitor,
    Segment(code): Segment,
    Query(LinkQuery { token }): Query<LinkQuery>,
) -> Reply<WholesaleRequest> {
    let request = WholesaleLink { code, token };
    reply(retry(async || services.wholesale().get(visitor.sign(request.clone())).await).await)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WholesaleAcceptance {
    #[serde(default)]
    #[schema(required = true)]
    token: String,
    /// The version of the quote that the customer has read.
    #[schema(value_type = i32, required = true)]
    version: Option<i32>,
    /// `card` or `transfer`. A transfer requires a company.
    #[serde(default, deserialize_with = "enumeration::deserialize::<PaymentMethod, _>")]
    #[schema(value_type = PaymentMethod, required = true)]
    payment_method: i32,
    #[schema(value_type = WholesaleAddress, required = true)]
    address: Option<WholesaleAddress>,
}

/// Accept a quote
///
/// Creates an order, whose stock is reserved until the payment deadline. 409 `wholesale_quote_changed` if it is not the latest quote,
/// `wholesale_quote_expired` if it has expired, and `wholesale_accepted` if it was already accepted.
#[utoipa::path(post, path = "/wholesale/{code}/accept", operation_id = "acceptWholesaleQuote",
    tag = "wholesale", request_body = WholesaleAcceptance,
    params(("code" = String, Path, description = "A request's code"),
        ("Idempotency-Key" = String, Header, description = "Made up by the client, once for each acceptance")),
    responses((status = OK, description = "The request; a card is charged at `redirectUrl`", body = Data<WholesaleAnswer>)))]
async fn accept(
    State(services): State<Services>,
    visitor: Visitor,
    IdempotencyKey(idempotency_key): IdempotencyKey,
    Segment(code): Segment,
    Json(body): Json<WholesaleAcceptance>,
) -> Reply<WholesaleAnswer> {
    let WholesaleAcceptance { token, version, payment_method, address } = body;
    let request = AcceptWholesaleRequest { code, token, version, payment_method, address, idempotency_key };
    reply(retry(async || services.wholesale().accept(patiently(visitor.sign(request.clone()))).await).await)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WholesalePayment {
    #[serde(default)]
    #[schema(required = true)]
    token: String,
    /// `card` or `transfer`. A transfer requires a company.
    #[serde(default, deserialize_with = "enumeration::deserialize::<PaymentMethod, _>")]
    #[schema(value_type = PaymentMethod, required = true)]
    payment_method: i32,
}

/// Pay an accepted quote again after a failed payment, or with the other method
#[utoipa::path(post, path = "/wholesale/{code}/pay", operation_id = "payWholesale",
    tag = "wholesale", request_body = WholesalePayment,
    params(("code" = String, Path, description = "A request's code"),
        ("Idempotency-Key" = String, Header, description = "Made up by the client, once for each attempt")),
    responses((status = OK, description = "The request; a card is charged at `redirectUrl`", body = Data<WholesaleAnswer>)))]
async fn pay(
    State(services): State<Services>,
    visitor: Visitor,
    IdempotencyKey(idempotency_key): IdempotencyKey,
    Segment(code): Segment,
    Json(WholesalePayment { token, payment_method }): Json<WholesalePayment>,
) -> Reply<WholesaleAnswer> {
    let request = PayWholesaleRequest { code, token, payment_method, idempotency_key };
    reply(retry(async || services.wholesale().pay(patiently(visitor.sign(request.clone()))).await).await)
}

#[derive(Deserialize, ToSchema)]
pub struct WholesaleRefusal {
    #[serde(default)]
    #[schema(required = true)]
    token: String,
    #[schema(value_type = String, required = false)]
    reason: Option<String>,
}

/// Decline a quote
#[utoipa::path(post, path = "/wholesale/{code}/decline", operation_id = "declineWholesaleQuote",
    tag = "wholesale", request_body = WholesaleRefusal,
    params(("code" = String, Path, description = "A request's code")),
    responses((status = OK, description = "The request, declined", body = Data<WholesaleRequest>)))]
async fn decline(
    State(services): State<Services>,
    visitor: Visitor,
    Segment(code): Segment,
    Json(WholesaleRefusal { token, reason }): Json<WholesaleRefusal>,
) -> Reply<WholesaleRequest> {
    reply(services.wholesale().decline(visitor.sign(DeclineWholesaleRequest { code, token, reason })).await)
}

/// A PDF file.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "read by the document of the API")]
struct Pdf(Vec<u8>);

type File = Result<([(HeaderName, HeaderValue); 2], Vec<u8>), Problem>;

/// The quote as a PDF file
#[utoipa::path(get, path = "/wholesale/{code}/quote.pdf", operation_id = "getWholesaleQuoteFile", tag = "wholesale",
    params(("code" = String, Path, description = "A request's code"), LinkQuery),
    responses((status = OK, description = "The latest quote", body = Pdf, content_type = "application/pdf")))]
async fn quote_file(
    State(services): State<Services>,
    visitor: Visitor,
    Segment(code): Segment,
    Query(LinkQuery { token }): Query<LinkQuery>,
) -> File {
    let request = WholesaleLink { code, token };
    file(retry(async || services.wholesale().quote_file(visitor.sign(request.clone())).await).await)
}

/// The invoice as a PDF file
#[utoipa::path(get, path = "/wholesale/{code}/invoice.pdf", operation_id = "getWholesaleInvoiceFile", tag = "wholesale",
    params(("code" = String, Path, description = "A request's code"), LinkQuery),
    responses((status = OK, description = "The invoice of an accepted quote", body = Pdf, content_type = "application/pdf")))]
async fn invoice_file(
    State(services): State<Services>,
    visitor: Visitor,
    Segment(code): Segment,
    Query(LinkQuery { token }): Query<LinkQuery>,
) -> File {
    let request = WholesaleLink { code, token };
    file(retry(async || services.wholesale().invoice_file(visitor.sign(request.clone())).await).await)
}

fn file(answer: Result<Response<WholesaleFile>, Status>) -> File {
    let WholesaleFile { name, content } = answer?.into_inner();
    let disposition =
        HeaderValue::from_str(&format!("inline; filename=\"{name}\"")).map_err(|_| Problem::internal())?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/pdf")),
        (header::CONTENT_DISPOSITION, disposition),
    ];
    Ok((headers, content))
}

fn patiently<T>(mut call: Request<T>) -> Request<T> {
    call.set_timeout(PATIENCE);
    call
}

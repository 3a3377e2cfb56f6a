//! Problem responses: failures as JSON (RFC 9457). Texts of internal errors are never sent.

pub mod texts;

use std::{borrow::Cow, time::Duration};

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use kit::{
    Language,
    error::{DOMAIN, codes},
};
use proto::order::CartChange;
use serde::Serialize;
use serde_json::{Map, Value};
use tonic::{Code, Status};
use tonic_types::StatusExt as _;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, Type},
};

/// A failure, stored in the response's extensions until [`Problem::write`] fills the response.
#[derive(Debug, Clone)]
pub struct Problem {
    pub status: StatusCode,
    pub code: Cow<'static, str>,
    /// The invalid fields, each with the code of its error.
    pub errors: Vec<(String, Cow<'static, str>)>,
    /// Additional members, such as `available`.
    pub details: Map<String, Value>,
    /// Seconds after which the client may try again.
    pub retry_after: Option<u32>,
    /// The allowed methods of a 405. Boxed to keep the error type of most functions small.
    pub allow: Option<Box<HeaderValue>>,
    /// The id of the trace that handled the request.
    pub trace: Option<String>,
}

/// A problem as JSON.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Problem)]
pub struct ProblemBody {
    #[serde(rename = "type")]
    kind: String,
    /// In the caller's language.
    title: String,
    #[schema(minimum = 400, maximum = 599)]
    status: u16,
    /// Never changes, so programs can depend on it.
    #[schema(value_type = ProblemCode)]
    code: String,
    /// In the caller's language.
    detail: String,
    /// Identifies the request for support.
    trace_id: String,
    /// All invalid fields.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    errors: Vec<FieldError>,
    /// With `not_enough_stock`: the number of available units.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64, required = false)]
    available: Option<i64>,
    /// With `otp_invalid`: the number of remaining attempts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64, required = false)]
    left: Option<i64>,
    /// With `cart_changed`: the differences to the quote.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<CartChange>, required = false)]
    changes: Option<Value>,
    #[serde(flatten)]
    #[schema(ignore)]
    details: Map<String, Value>,
}

#[derive(Serialize, ToSchema)]
pub struct FieldError {
    field: String,
    /// Never changes, so programs can depend on it.
    #[schema(value_type = FieldCode)]
    code: String,
    /// In the caller's language.
    message: String,
}

/// The enum of all problem codes, for the OpenAPI document.
pub struct ProblemCode;

/// The enum of all field error codes, for the OpenAPI document.
pub struct FieldCode;

impl PartialSchema for ProblemCode {
    fn schema() -> RefOr<Schema> {
        string_enum(&codes::PROBLEMS)
    }
}

impl PartialSchema for FieldCode {
    fn schema() -> RefOr<Schema> {
        string_enum(&codes::FIELDS)
    }
}

impl ToSchema for ProblemCode {}

impl ToSchema for FieldCode {}

fn string_enum(codes: &[&'static str]) -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(codes.iter().copied())).into()
}

/// A service's details must not replace these members.
const STANDARD_MEMBERS: [&str; 7] = ["type", "title", "status", "code", "detail", "traceId", "errors"];
/// `Retry-After` if the service names no time.
const RETRY_SOON_SECONDS: u32 = 1;

impl Problem {
    pub fn new(status: StatusCode, code: impl Into<Cow<'static, str>>) -> Self {
        Self {
            status,
            code: code.into(),
            errors: Vec::new(),
            details: Map::new(),
            retry_after: None,
            allow: None,
            trace: None,
        }
    }

    pub fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found")
    }

    pub fn unauthenticated() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "unauthenticated")
    }

    pub fn invalid(field: impl Into<String>, code: &'static str) -> Self {
        let errors = vec![(field.into(), code.into())];
        Self { errors, ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, "validation_failed") }
    }

    /// Required fields are missing.
    pub fn required(fields: Vec<String>) -> Self {
        let errors = fields.into_iter().map(|field| (field, "required".into())).collect();
        Self { errors, ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, "validation_failed") }
    }

    /// `allow` is `None` if the router sets the header itself.
    pub fn method_not_allowed(allow: Option<HeaderValue>) -> Self {
        Self { allow: allow.map(Box::new), ..Self::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed") }
    }

    /// The client has used up a budget. `retry_after` is in seconds.
    pub fn too_many(retry_after: u32) -> Self {
        let retry_after = Some(retry_after.max(1));
        Self { retry_after, ..Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests") }
    }

    pub fn unavailable() -> Self {
        Self {
            retry_after: Some(RETRY_SOON_SECONDS),
            ..Self::new(StatusCode::SERVICE_UNAVAILABLE, "service_unavailable")
        }
    }

    pub fn internal() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal")
    }

    /// The order was not placed, because these parts of the quote have changed.
    pub fn cart_changed(changes: &[CartChange]) -> Self {
        let mut problem = Self::new(StatusCode::CONFLICT, "cart_changed");
        problem.details.extend(serde_json::to_value(changes).ok().map(|changes| ("changes".to_owned(), changes)));
        problem
    }

    fn of_code(code: Code) -> Self {
        match code {
            Code::NotFound => Self::not_found(),
            Code::InvalidArgument | Code::OutOfRange => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, "validation_failed")
            }
            Code::FailedPrecondition | Code::AlreadyExists | Code::Aborted => {
                Self::new(StatusCode::CONFLICT, "validation_failed")
            }
            Code::Unauthenticated => Self::unauthenticated(),
            Code::PermissionDenied => Self::new(StatusCode::FORBIDDEN, "forbidden"),
            Code::ResourceExhausted => Self::too_many(RETRY_SOON_SECONDS),
            // tonic reports its own timeout as "cancelled".
            Code::Unavailable | Code::DeadlineExceeded | Code::Cancelled => Self::unavailable(),
            _ => Self::internal(),
        }
    }

    /// Fills `response` with this problem. `request` is the request id, used as the trace id if there is no trace.
    pub fn write(mut self, response: &mut Response, language: Language, request: &str) {
        debug_assert!(
            codes::is_problem(&self.code),
            "the error code `{}` is not declared in kit::error::codes",
            self.code
        );
        self.write_headers(response.headers_mut());
        *response.status_mut() = self.status;
        let body = self.into_body(language, request);
        *response.body_mut() = Body::from(serde_json::to_vec(&body).unwrap_or_default());
    }

    fn write_headers(&mut self, headers: &mut HeaderMap) {
        headers.remove(header::CONTENT_LENGTH);
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if let Some(allow) = self.allow.take() {
            headers.insert(header::ALLOW, *allow);
        }
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
    }

    fn into_body(mut self, language: Language, request: &str) -> ProblemBody {
        let texts = texts::of(language);
        let (title, detail) = texts.problem(&self.code, self.status);
        let errors = self.errors.into_iter().map(|(field, code)| {
            let message = texts.field(&field, &code).to_owned();
            FieldError { field, code: code.into_owned(), message }
        });
        let mut number = |name| self.details.remove(name).and_then(|value| value.as_i64());
        let (available, left) = (number("available"), number("left"));
        ProblemBody {
            kind: format!("urn:sovqat:problem:{}", self.code),
            title: title.to_owned(),
            status: self.status.as_u16(),
            detail: detail.to_owned(),
            trace_id: self.trace.unwrap_or_else(|| request.to_owned()),
            errors: errors.collect(),
            available,
            left,
            changes: self.details.remove("changes"),
            details: self.details,
            code: self.code.into_owned(),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<kit::Error> for Problem {
    fn from(error: kit::Error) -> Self {
        Status::from(error).into()
    }
}

impl From<Status> for Problem {
    fn from(status: Status) -> Self {
        let details = status.get_error_details();
        let ours = details.error_info().filter(|info| info.domain == DOMAIN);
        let mut problem = Self::of_code(status.code());
        if ours.is_none() && problem.status.is_server_error() {
            // The cause of our own errors is in the log of the service.
            tracing::warn!(grpc.code = ?status.code(), "A service is unavailable or returned an unexpected error: {}", status.message());
        }
        if let Some(info) = ours
            && problem.status != StatusCode::INTERNAL_SERVER_ERROR
        {
            problem.code = Cow::Owned(info.reason.clone());
            let own = info.metadata.iter().filter(|(name, _)| !STANDARD_MEMBERS.contains(&name.as_str()));
            problem.details = own.map(|(name, value)| (name.clone(), as_json(value))).collect();
        }
        if let Some(request) = details.bad_request() {
            let violations = request.field_violations.iter();
            problem.errors = violations
                .map(|violation| (violation.field.clone(), Cow::Owned(violation.description.clone())))
                .collect();
        }
        if let Some(delay) = details.retry_info().and_then(|info| info.retry_delay) {
            problem.retry_after = Some(ceil_seconds(delay));
        }
        problem
    }
}

/// Rounds up, so that a client that waits this long is not refused again.
pub fn ceil_seconds(wait: Duration) -> u32 {
    u32::try_from(wait.as_secs()).unwrap_or(u32::MAX).saturating_add(u32::from(wait.subsec_nanos() > 0))
}

/// Converts a detail to a number if it is one, because gRPC error details carry numbers as text.
fn as_json(text: &str) -> Value {
    text.parse::<i64>().map_or_else(|_| Value::from(text), Value::from)
}

#[cfg(test)]
mod tests;

//! The OpenAPI document. `openapi.json` in this crate is the checked-in copy; a test fails if they differ.

mod failures;
mod limits;

use axum::Router;
use proto::{
    catalog::{ProductSort, ReviewSort, ReviewState},
    notification::{Digest, TicketStatus, Topic},
    order::{CartChange, OrderStatus, PaymentStatus, RefundStatus, WholesaleState},
    store::{CampaignStatus, StoreSort},
};
use utoipa::{
    OpenApi, PartialSchema, ToSchema,
    openapi::{
        InfoBuilder, LicenseBuilder, OpenApi as Document, Ref, RefOr, Schema, ServerBuilder,
        path::{Operation, PathItem},
        schema::{Array, Object},
        security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme},
    },
};
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::{
    api,
    problem::{FieldCode, FieldError, ProblemBody, ProblemCode},
};

pub const PATH: &str = "/api/openapi.json";
pub const DOCS: &str = "/api/docs";
const PAYMENT_CALLBACK: &str = "receivePaymentCallback";

/// Schemas that only parameters use, which utoipa does not collect.
#[derive(OpenApi)]
#[openapi(components(schemas(
    ProductSort,
    ReviewSort,
    ReviewState,
    StoreSort,
    OrderStatus,
    PaymentStatus,
    RefundStatus,
    CartChange,
    CampaignStatus,
    WholesaleState,
    TicketStatus,
    Topic,
    Digest,
    FieldError,
    FieldCode,
    ProblemCode
)))]
struct SharedSchemas;

pub fn document() -> Document {
    complete(api::routes().into_openapi())
}

/// Completes the document of the routes: general information, shared schemas, limits, security and failures.
pub fn complete(routes: Document) -> Document {
    let mut document = SharedSchemas::openapi();
    document.info = InfoBuilder::new()
        .title("Sovqat")
        .version("1")
        .description(Some(
            "The API of the shop for browsers, mobile apps and partners. Money is in qəpik, texts are in the language of \
             `Accept-Language` (az, ru, en). Failures are problems (RFC 9457); the meaning of their `code` is stable.",
        ))
        .license(Some(LicenseBuilder::new().name("Apache-2.0").identifier(Some("Apache-2.0")).build()))
        .build();
    document.servers = Some(vec![ServerBuilder::new().url(api::BASE).build()]);
    document.merge(routes);
    let components = document.components.get_or_insert_default();
    components.schemas.insert(ProblemBody::name().into_owned(), ProblemBody::schema());
    for (name, format, about) in [
        ("bearer", "JWT", "The access token of a session"),
        ("refresh", "opaque", "The refresh token of a session; for GET /auth/refresh only"),
    ] {
        let scheme =
            HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format(format).description(Some(about)).build();
        components.security_schemes.insert(name.to_owned(), RefOr::T(SecurityScheme::Http(scheme)));
    }
    let names: Vec<String> = components.schemas.keys().cloned().collect();
    for (name, schema) in &mut components.schemas {
        remove_unspecified(schema);
        use_content_references(name, schema, &names);
        limits::declare(name, schema);
    }
    failures::add_to(components);
    for (path, item) in &mut document.paths.paths {
        for operation in operations(item) {
            limits::declare_parameters(operation);
            allow_bearer(operation);
            failures::add_to_operation(path, operation);
        }
    }
    document
}

/// Serialises the document as it is checked in and served.
pub fn text(document: &Document) -> String {
    let mut text = document.to_pretty_json().unwrap_or_default();
    text.push('\n');
    text
}

/// Serves Swagger UI from our own origin, as the Content-Security-Policy requires.
pub fn docs() -> Router {
    let config = Config::from(PATH).validator_url("none").try_it_out_enabled(true);
    SwaggerUi::new(DOCS).config(config).into()
}

fn operations(path: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut path.get, &mut path.post, &mut path.put, &mut path.delete, &mut path.patch].into_iter().flatten()
}

/// Declares optional authentication for routes without their own security: a caller with a token gets personal fields,
/// such as `isLiked` of a product. Payment callbacks take no token, because banks sign them.
fn allow_bearer(operation: &mut Operation) {
    if operation.operation_id.as_deref() == Some(PAYMENT_CALLBACK) {
        operation.security = Some(Vec::new());
    } else if operation.security.is_none() {
        let bearer = SecurityRequirement::new("bearer", Vec::<String>::new());
        operation.security = Some(vec![SecurityRequirement::default(), bearer]);
    }
}

/// Replaces the inlined content of an envelope with a reference: `Data_Vec_Store` contains a list of `Store`.
fn use_content_references(name: &str, schema: &mut RefOr<Schema>, names: &[String]) {
    let content = name.strip_prefix("Data_").or_else(|| name.strip_prefix("Paged_"));
    let (Some(content), RefOr::T(Schema::Object(envelope))) = (content, schema) else { return };
    let (content, is_list) = content.strip_prefix("Vec_").map_or((content, false), |item| (item, true));
    if names.iter().any(|name| name == content) {
        let item = Ref::from_schema_name(content);
        let data = if is_list { Schema::Array(Array::new(item)).into() } else { RefOr::Ref(item) };
        envelope.properties.insert("data".to_owned(), data);
    }
}

/// Removes the zero value of Protobuf enums: in JSON, the member is left out instead.
fn remove_unspecified(schema: &mut RefOr<Schema>) {
    if let RefOr::T(Schema::Object(Object { enum_values: Some(values), .. })) = schema {
        values.retain(|value| value != "unspecified");
    }
}

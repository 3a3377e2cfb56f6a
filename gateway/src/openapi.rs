//! The OpenAPI document, made from the routes in `api` and the tables in this module. A test compares it with
//! `openapi.json`.

mod access;
mod failures;
mod limits;

use std::collections::BTreeMap;

use axum::Router;
use proto::{
    catalog::{
        MissingPart, ProductFileFormat, ProductRowSort, ProductSort, ProductState, ReviewSort, ReviewState,
        SortDirection, StockFilter,
    },
    notification::{Digest, TicketStatus, Topic},
    order::{CartChange, OrderStatus, PaymentStatus, RefundStatus, WholesaleState},
    store::{CampaignStatus, StoreSort, StoreState},
};
use utoipa::{
    OpenApi, PartialSchema, ToSchema,
    openapi::{
        InfoBuilder, LicenseBuilder, OpenApi as Document, Ref, RefOr, Schema, ServerBuilder,
        path::{Operation, PathItem},
        schema::{Array, Object},
    },
};
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::{
    api,
    problem::{FieldCode, FieldError, ProblemBody, ProblemCode},
};

/// Where the gateway serves the document.
pub const PATH: &str = "/api/openapi.json";
/// Where the gateway serves Swagger UI, which shows the document.
pub const DOCS: &str = "/api/docs";

/// Schemas that only parameters use, so utoipa does not collect them.
#[derive(OpenApi)]
#[openapi(components(schemas(
    MissingPart,
    ProductFileFormat,
    ProductRowSort,
    ProductSort,
    ProductState,
    SortDirection,
    StockFilter,
    ReviewSort,
    ReviewState,
    StoreSort,
    StoreState,
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

/// Returns the declared gRPC methods by the operation's id. Tests compare them with the actual calls.
pub fn declared_methods() -> BTreeMap<String, String> {
    access::declared_methods(&api::routes().into_openapi())
}

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
    let schemes = access::schemes().into_iter().map(|(name, scheme)| (name.to_owned(), RefOr::T(scheme)));
    components.security_schemes.extend(schemes);
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
            access::declare(path, operation);
            failures::add_to_operation(path, operation);
        }
    }
    document
}

/// Returns the document as the JSON text that `openapi.json` has.
pub fn text(document: &Document) -> String {
    with_sorted_extensions(&document.to_pretty_json().unwrap_or_default())
}

/// Sorts the extensions of each operation, which utoipa writes in random order. They are its last members, one per
/// line.
fn with_sorted_extensions(json: &str) -> String {
    let (mut text, mut extensions) = (String::with_capacity(json.len()), Vec::new());
    for line in json.lines() {
        if line.trim_start().starts_with("\"x-") {
            extensions.push(line.trim_end_matches(','));
            continue;
        }
        extensions.sort_unstable();
        if !extensions.is_empty() {
            text.push_str(&extensions.join(",\n"));
            text.push('\n');
            extensions.clear();
        }
        text.push_str(line);
        text.push('\n');
    }
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

/// Replaces the content of an envelope, which utoipa inlines, with a reference: `Data_Vec_Store` contains a list of
/// `Store`.
fn use_content_references(name: &str, schema: &mut RefOr<Schema>, names: &[String]) {
    let content = ["Data_", "Paged_", "CursorPaged_"].iter().find_map(|envelope| name.strip_prefix(envelope));
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

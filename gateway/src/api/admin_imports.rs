//! Imports of products from files, which the catalogue reads, checks and writes in the background.

mod errors_csv;

use std::time::Duration;

use axum::{
    body::Body,
    extract::State,
    http::{HeaderName, HeaderValue, header},
};
use futures::{StreamExt as _, stream};
use kit::client::retry;
use proto::catalog::{
    ChangeImportRequest, GetImportRequest, ImportError, ImportErrorsRequest, ImportTemplateRequest, ImportUploadPart,
    KeptProduct, KeptProductsRequest, ListImportsRequest, MapImportRequest, ProductImport, StartImportRequest,
    UploadRequest,
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, ImportFile, Json, Query, Segment},
    problem::Problem,
    reply::{CursorPaged, CursorReply, Data, Reply, reply, reply_cursor},
    services::Services,
};

const NO_SUCH_IMPORT: &str = "import_not_found";
/// Enough for a file of 64 MiB over a slow connection.
const UPLOAD_TIMEOUT: Duration = Duration::from_mins(5);

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(list, upload))
        .routes(routes!(get))
        .routes(routes!(map))
        .routes(routes!(check))
        .routes(routes!(start))
        .routes(routes!(undo))
        .routes(routes!(cancel))
        .routes(routes!(errors))
        .routes(routes!(export_errors))
        .routes(routes!(kept))
        .routes(routes!(template))
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct PageQuery {
    /// `nextCursor` of the page before
    cursor: Option<String>,
    /// Entries of the page; 50 if absent
    limit: Option<i64>,
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct UploadQuery {
    /// Its extension says the format: `.csv`, `.xlsx`, `.xml` or `.yml` (Yandex Market), `.jsonl`
    file_name: String,
}

/// The unmodified file.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "used by the OpenAPI document")]
struct ImportedFile(Vec<u8>);

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ImportMappingForm {
    /// The version of the import that the operator has read.
    #[schema(value_type = i64, required = true)]
    version: Option<i64>,
    /// The value of a product for each column of the file, as in a template; an empty text for an ignored column.
    targets: Vec<String>,
    /// The store of lines that name none.
    #[schema(required = false, value_type = i64)]
    store_id: Option<i64>,
    /// The category of lines that name none.
    #[schema(required = false, value_type = i64)]
    category_id: Option<i64>,
}

#[derive(Deserialize, ToSchema)]
struct ImportVersion {
    /// The version of the import that the operator has read.
    #[schema(value_type = i64, required = true)]
    version: Option<i64>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ImportStart {
    /// The version of the import that the operator has read.
    #[schema(value_type = i64, required = true)]
    version: Option<i64>,
    /// Writes the good lines although others were refused.
    skip_refused: bool,
    /// Saves new products as drafts, instead of putting them on sale at once.
    #[serde(default)]
    #[schema(required = false)]
    as_drafts: bool,
}

/// For staff: imports, newest first
#[utoipa::path(get, path = "/admin/imports", operation_id = "listImports",
    extensions(("x-rpc" = json!("catalog.v1.ImportDesk/List"))),
    tag = "desk", params(PageQuery), security(("bearer" = [])),
    responses((status = OK, description = "A page of imports", body = CursorPaged<Vec<ProductImport>>)))]
async fn list(
    State(services): State<Services>,
    caller: Caller,
    Query(PageQuery { cursor, limit }): Query<PageQuery>,
) -> CursorReply<Vec<ProductImport>> {
    let request = ListImportsRequest { cursor, limit };
    let response = retry(async || services.import_desk().list(caller.request(request.clone())).await).await;
    reply_cursor(response, |page| (page.imports, page.next_cursor))
}

/// For staff: upload a file of products
///
/// The body is the file itself, at most 64 MiB. Nothing is written before the import is started.
#[utoipa::path(post, path = "/admin/imports", operation_id = "uploadImport",
    extensions(("x-rpc" = json!("catalog.v1.ImportDesk/Upload"))),
    tag = "desk", params(UploadQuery), security(("bearer" = [])),
    request_body(content((ImportedFile = "application/octet-stream"))),
    responses((status = OK, description = "The import", body = Data<ProductImport>)))]
async fn upload(
    State(services): State<Services>,
    caller: Caller,
    Query(UploadQuery { file_name }): Query<UploadQuery>,
    ImportFile(file): ImportFile,
) -> Reply<ProductImport> {
    let (pieces, failure) = file.split();
    let name_part = ImportUploadPart { file_name: Some(file_name), piece: Vec::new() };
    let to_part = |UploadRequest { piece }| ImportUploadPart { file_name: None, piece };
    let mut call = caller.request(stream::iter([name_part]).chain(pieces.map(to_part)));
    call.set_timeout(UPLOAD_TIMEOUT);
    reply(failure.unless_failed(services.import_desk().upload(call)).await?)
}

/// For staff: an import
#[utoipa::path(get, path = "/admin/imports/{id}", operation_id = "getImport",
    extensions(("x-rpc" = json!("catalog.v1.ImportDesk/Get"))), tag = "desk", security(("bearer" = [])),
    params(("id" = i64, Path, description = "An import's id")),
    responses((status = OK, description = "The import", body = Data<ProductImport>)))]
async fn get(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<ProductImport> {
    let request = GetImportRequest { id: segment.id(NO_SUCH_IMPORT)? };
    reply(retry(async || services.import_desk().get(caller.request(request)).await).await)
}

/// For staff: say what the columns of a file mean
///
/// 409 `import_changed` if the import is not at the given `version`, 409 `import_not_ready` if it is read, checked or written.
#[utoipa::path(put, path = "/admin/imports/{id}/mapping", operation_id = "mapImport",
    extensions(("x-rpc" = json!("catalog.v1.ImportDesk/Map"))),
    tag = "desk", request_body = ImportMappingForm, security(("bearer" = [])),
    params(("id" = i64, Path, description = "An import's id")),
    responses((status = OK, description = "The import", body = Data<ProductImport>)))]
async fn map(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Json(form): Json<ImportMappingForm>,
) -> Reply<ProductImport> {
    let ImportMappingForm { version, targets, store_id, category_id } = form;
    let request = MapImportRequest { id: segment.id(NO_SUCH_IMPORT)?, version, targets, store_id, category_id };
    reply(services.import_desk().map(caller.request(request)).await)
}

/// For staff: check a file without writing
///
/// The check runs in the background; poll the import until its state is `checked`.
#[utoipa::path(post, path = "/admin/imports/{id}/check", operation_id = "checkImport",
    extensions(("x-rpc" = json!("catalog.v1.ImportDesk/Check"))),
    tag = "desk", request_body = ImportVersion, security(("bearer" = [])),
    params(("id" = i64, Path, description = "An import's id")),
    responses((status = OK, description = "The import", body = Data<ProductImport>)))]
async fn check(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Json(ImportVersion { version }): Json<ImportVersion>,
) -> Reply<ProductImport> {
    let request = ChangeImportRequest { id: segment.id(NO_SUCH_IMPORT)?, version };
    reply(services.import_desk().check(caller.request(request)).await)
}

/// For staff: write the products of a checked file
///
/// 409 `import_has_errors` if lines were refused and are not to be skipped. Runs in the background.
#[utoipa::path(post, path = "/admin/imports/{id}/start", operation_id = "startImport",
    extensions(("x-rpc" = json!("catalog.v1.ImportDesk/Start"))),
    tag = "desk", request_body = ImportStart, security(("bearer" = [])),
    params(("id" = i64, Path, description = "An import's id")),
    responses((status = OK, description = "The import", body = Data<ProductImport>)))]
async fn start(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Json(ImportStart { version, skip_refused, as_drafts }): Json<ImportStart>,
) -> Reply<ProductImport> {
    let request = StartImportRequest { id: segment.id(NO_SUCH_IMPORT)?, version, skip_refused, as_drafts };
    reply(services.import_desk().start(caller.request(request)).await)
}

/// For staff: undo an import
///
/// Products that changed after the import stay as they are; the path `kept` lists them.
#[utoipa::path(post, path = "/admin/imports/{id}/undo", operation_id = "undoImport",
    extensions(("x-rpc" = json!("catalog.v1.ImportDesk/Undo"))),
    tag = "desk", request_body = ImportVersion, security(("bearer" = [])),
    params(("id" = i64, Path, description = "An import's id")),
    responses((status = OK, description = "The import", body = Data<ProductImport>)))]
async fn undo(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Json(ImportVersion { version }): Json<ImportVersion>,
) -> Reply<ProductImport> {
    let request = ChangeImportRequest { id: segment.id(NO_SUCH_IMPORT)?, version };
    reply(services.import_desk().undo(caller.request(request)).await)
}

/// For staff: stop an import
///
/// Products that were already written stay; an undo restores them.
#[utoipa::path(post, path = "/admin/imports/{id}/cancel", operation_id = "cancelImport",
    extensions(("x-rpc" = json!("catalog.v1.ImportDesk/Cancel"))),
    tag = "desk", request_body = ImportVersion, security(("bearer" = [])),
    params(("id" = i64, Path, description = "An import's id")),
    responses((status = OK, description = "The import", body = Data<ProductImport>)))]
async fn cancel(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Json(ImportVersion { version }): Json<ImportVersion>,
) -> Reply<ProductImport> {
    let request = ChangeImportRequest { id: segment.id(NO_SUCH_IMPORT)?, version };
    reply(services.import_desk().cancel(caller.request(request)).await)
}

/// For staff: the refused lines of an import, in the order of the file
#[utoipa::path(get, path = "/admin/imports/{id}/errors", operation_id = "listImportErrors",
    extensions(("x-rpc" = json!("catalog.v1.ImportDesk/Errors"))),
    tag = "desk", security(("bearer" = [])),
    params(("id" = i64, Path, description = "An import's id"), PageQuery),
    responses((status = OK, description = "A page of errors", body = CursorPaged<Vec<ImportError>>)))]
async fn errors(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Query(PageQuery { cursor, limit }): Query<PageQuery>,
) -> CursorReply<Vec<ImportError>> {
    let request = ImportErrorsRequest { id: segment.id(NO_SUCH_IMPORT)?, cursor, limit };
    let response = retry(async || services.import_desk().errors(caller.request(request.clone())).await).await;
    reply_cursor(response, |page| (page.errors, page.next_cursor))
}

/// For staff: the refused lines of an import as a CSV file
///
/// In UTF-8. Cells that a spreadsheet would take for a formula begin with an apostrophe.
#[utoipa::path(get, path = "/admin/imports/{id}/errors.csv", operation_id = "exportImportErrors",
    extensions(("x-rpc" = json!("catalog.v1.ImportDesk/Errors"))),
    tag = "desk", security(("bearer" = [])),
    params(("id" = i64, Path, description = "An import's id")),
    responses((status = OK, description = "The errors", body = String, content_type = "text/csv",
        headers(("Content-Disposition" = String, description = "The file's name")))))]
async fn export_errors(State(services): State<Services>, caller: Caller, segment: Segment) -> CsvReply {
    let id = segment.id(NO_SUCH_IMPORT)?;
    let body = errors_csv::body(services, caller, id).await?;
    Ok((csv_headers(&format!("import-{id}.csv")), body))
}

/// For staff: the products that an undo left as they are
#[utoipa::path(get, path = "/admin/imports/{id}/kept", operation_id = "listKeptProducts",
    extensions(("x-rpc" = json!("catalog.v1.ImportDesk/Kept"))),
    tag = "desk", security(("bearer" = [])),
    params(("id" = i64, Path, description = "An import's id"), PageQuery),
    responses((status = OK, description = "A page of products", body = CursorPaged<Vec<KeptProduct>>)))]
async fn kept(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Query(PageQuery { cursor, limit }): Query<PageQuery>,
) -> CursorReply<Vec<KeptProduct>> {
    let request = KeptProductsRequest { id: segment.id(NO_SUCH_IMPORT)?, cursor, limit };
    let response = retry(async || services.import_desk().kept(caller.request(request.clone())).await).await;
    reply_cursor(response, |page| (page.products, page.next_cursor))
}

/// For staff: a CSV file to fill in, with the columns of a category and an example
#[utoipa::path(get, path = "/admin/import-templates/{id}", operation_id = "getImportTemplate",
    extensions(("x-rpc" = json!("catalog.v1.ImportDesk/Template"))),
    tag = "desk", security(("bearer" = [])),
    params(("id" = i64, Path, description = "A category's id")),
    responses((status = OK, description = "The template", body = String, content_type = "text/csv",
        headers(("Content-Disposition" = String, description = "The file's name")))))]
async fn template(State(services): State<Services>, caller: Caller, segment: Segment) -> CsvReply {
    let request = ImportTemplateRequest { category_id: segment.id("category_not_found")? };
    let template = retry(async || services.import_desk().template(caller.request(request)).await).await?.into_inner();
    Ok((csv_headers(&template.file_name), Body::from(template.csv)))
}

/// A CSV file with its headers.
type CsvReply = Result<([(HeaderName, HeaderValue); 2], Body), Problem>;

/// Returns the headers with which browsers save a CSV file under this name.
fn csv_headers(file_name: &str) -> [(HeaderName, HeaderValue); 2] {
    let disposition = HeaderValue::from_str(&format!("attachment; filename=\"{file_name}\""));
    [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8")),
        (header::CONTENT_DISPOSITION, disposition.unwrap_or(HeaderValue::from_static("attachment"))),
    ]
}

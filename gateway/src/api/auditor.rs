//! Runs and findings of the auditor, which compares the order service's records with each other, the catalogue's and
//! the banks'.

use axum::extract::State;
use kit::client::retry;
use proto::order::{
    AskAuditRequest, AskedAudit, AuditRun, Finding, ListAuditRunsRequest, ListFindingsRequest, NoteFindingRequest,
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Json, Query, Segment},
    reply::{Data, Paged, PagedReply, Reply, reply, reply_paged, reply_with},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(runs))
        .routes(routes!(request_run))
        .routes(routes!(findings))
        .routes(routes!(note))
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct FindingsQuery {
    /// Findings that a later run did not find again, instead of the open ones
    #[param(required = false)]
    is_gone: bool,
    #[param(required = false)]
    page: i64,
    #[param(required = false)]
    per_page: i64,
}

/// For operators: the latest 10 runs of the auditor, newest first
#[utoipa::path(get, path = "/admin/auditor/runs", operation_id = "listAuditRuns",
    extensions(("x-rpc" = json!("order.v1.Auditor/ListRuns"))),
    tag = "desk", security(("bearer" = [])),
    responses((status = OK, description = "At most ten runs", body = Data<Vec<AuditRun>>)))]
async fn runs(State(services): State<Services>, caller: Caller) -> Reply<Vec<AuditRun>> {
    let response = retry(async || services.auditor().list_runs(caller.request(ListAuditRunsRequest {})).await).await;
    reply_with(response, |list| list.runs)
}

/// For operators: request a run of the auditor
///
/// The run starts within seconds. If a requested run has not started yet, that one is returned.
#[utoipa::path(post, path = "/admin/auditor/runs", operation_id = "requestAuditRun",
    extensions(("x-rpc" = json!("order.v1.Auditor/Ask"))),
    tag = "desk", security(("bearer" = [])),
    responses((status = OK, description = "The id of the run", body = Data<AskedAudit>)))]
async fn request_run(State(services): State<Services>, caller: Caller) -> Reply<AskedAudit> {
    reply(services.auditor().ask(caller.request(AskAuditRequest {})).await)
}

/// For operators: differences that the auditor found, newest first
#[utoipa::path(get, path = "/admin/auditor/findings", operation_id = "listAuditFindings",
    extensions(("x-rpc" = json!("order.v1.Auditor/ListFindings"))),
    tag = "desk", params(FindingsQuery), security(("bearer" = [])),
    responses((status = OK, description = "A page of findings", body = Paged<Vec<Finding>>)))]
async fn findings(
    State(services): State<Services>,
    caller: Caller,
    Query(query): Query<FindingsQuery>,
) -> PagedReply<Vec<Finding>> {
    let FindingsQuery { is_gone, page, per_page } = query;
    let request = ListFindingsRequest { is_gone, page, per_page };
    let response = retry(async || services.auditor().list_findings(caller.request(request)).await).await;
    reply_paged(response, |page| (page.findings, page.meta))
}

/// An operator's note about a finding.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NoteForm {
    /// 1 to 1,000 characters.
    #[schema(value_type = String, required = true)]
    note: Option<String>,
}

/// For operators: save a note about a finding
#[utoipa::path(put, path = "/admin/auditor/findings/{id}/note", operation_id = "saveAuditFindingNote",
    extensions(("x-rpc" = json!("order.v1.Auditor/Note"))),
    tag = "desk", request_body = NoteForm, security(("bearer" = [])),
    params(("id" = i64, Path, description = "A finding's id")),
    responses((status = OK, description = "The finding", body = Data<Finding>)))]
async fn note(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Json(body): Json<NoteForm>,
) -> Reply<Finding> {
    let request = NoteFindingRequest { id: segment.id("finding_not_found")?, note: body.note };
    reply(services.auditor().note(caller.request(request)).await)
}

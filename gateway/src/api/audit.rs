//! The merged audit logs of all services, which record what members of staff changed and read.

pub(super) mod csv;
mod position;

use std::cmp::Reverse;

use axum::{
    body::Body,
    extract::State,
    http::{HeaderName, HeaderValue, header},
};
use chrono::{DateTime, Utc};
use futures::{StreamExt as _, future::join_all, stream};
use kit::client::retry;
use proto::{
    audit::{AuditEntry, AuditPage, SearchAuditRequest},
    json::to_timestamp,
};
use serde::{Deserialize, Serialize};
use tonic::{Code, Response, Status};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use self::position::Position;
use crate::{
    extract::{Caller, Query},
    problem::Problem,
    reply::{Data, Reply, envelope},
    services::Services,
};

const DEFAULT_LIMIT: i64 = 50;
/// The most entries that a service returns in one page.
const MAX_LIMIT: i64 = 200;
/// The most rows of an export: about 10 MB of CSV.
const MAX_ROWS: usize = 50_000;

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(export))
}

#[derive(Clone, Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct AuditFilter {
    /// Only entries of this member of staff
    account_id: Option<i64>,
    /// Only entries with this action, for example `refund_approved`
    action: Option<String>,
    /// Only entries about this kind of thing, for example `order`
    subject_kind: Option<String>,
    /// Only entries about the thing with this id or code
    subject: Option<String>,
    /// Only entries of this time or later
    since: Option<DateTime<Utc>>,
    /// Only entries before this time
    until: Option<DateTime<Utc>>,
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct AuditQuery {
    /// Only entries of this member of staff
    account_id: Option<i64>,
    /// Only entries with this action, for example `refund_approved`
    action: Option<String>,
    /// Only entries about this kind of thing, for example `order`
    subject_kind: Option<String>,
    /// Only entries about the thing with this id or code
    subject: Option<String>,
    /// Only entries of this time or later
    since: Option<DateTime<Utc>>,
    /// Only entries before this time
    until: Option<DateTime<Utc>>,
    /// `nextCursor` of the page before
    cursor: Option<String>,
    /// Entries of the page; 50 if absent
    limit: Option<i64>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditLog {
    /// Newest first.
    entries: Vec<AuditEntry>,
    /// Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    next_cursor: Option<String>,
    /// The services that did not answer, so that their entries are not in the list.
    missing: Vec<&'static str>,
}

/// For staff: search the audit log
///
/// Merges the logs of all services, newest first. A service that is down does not fail the search: `missing` names it.
#[utoipa::path(get, path = "/admin/audit", operation_id = "listAudit",
    extensions(("x-rpc" = json!("audit.v1.Audit/Search"))),
    tag = "audit", params(AuditQuery), security(("bearer" = [])),
    responses((status = OK, description = "A page of entries", body = Data<AuditLog>)))]
async fn list(State(services): State<Services>, caller: Caller, Query(query): Query<AuditQuery>) -> Reply<AuditLog> {
    let AuditQuery { account_id, action, subject_kind, subject, since, until, cursor, limit } = query;
    let filter = AuditFilter { account_id, action, subject_kind, subject, since, until };
    let limit = limit.unwrap_or(DEFAULT_LIMIT);
    if !(1..=MAX_LIMIT).contains(&limit) {
        return Err(Problem::invalid("limit", "out_of_range"));
    }
    let cursor = cursor.as_deref().map(Position::parse).transpose()?;
    Ok(envelope(search(&services, &caller, &filter, cursor, limit).await?))
}

/// For staff: export the audit log
///
/// A CSV file (RFC 4180) in UTF-8 with the newest 50,000 entries that match; an earlier time as `until` returns the next ones. Cells that a
/// spreadsheet would take for a formula begin with an apostrophe. The file is complete: the export fails if a service does not answer.
#[utoipa::path(get, path = "/admin/audit.csv", operation_id = "exportAudit",
    extensions(("x-rpc" = json!("audit.v1.Audit/Search"))),
    tag = "audit", params(AuditFilter), security(("bearer" = [])),
    responses((status = OK, description = "The entries", body = String, content_type = "text/csv",
        headers(("Content-Disposition" = String, description = "The file's name")))))]
async fn export(
    State(services): State<Services>,
    caller: Caller,
    Query(filter): Query<AuditFilter>,
) -> Result<([(HeaderName, HeaderValue); 2], Body), Problem> {
    let mut export = Export { services, caller, filter, cursor: None, rows_left: MAX_ROWS, is_over: false };
    // Read before the response starts, so that a caller without permission gets a problem.
    let first_page = export.page().await?;
    let later_pages = stream::unfold(export, Export::next);
    let start = format!("{}{}", csv::header(), first_page);
    let pieces = stream::once(async { Ok(start) }).chain(later_pages);
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8")),
        (header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"audit.csv\"")),
    ];
    Ok((headers, Body::from_stream(pieces)))
}

/// The reader of an export.
struct Export {
    services: Services,
    caller: Caller,
    filter: AuditFilter,
    cursor: Option<Position>,
    rows_left: usize,
    is_over: bool,
}

impl Export {
    async fn page(&mut self) -> Result<String, Problem> {
        let log = search(&self.services, &self.caller, &self.filter, self.cursor, MAX_LIMIT).await?;
        if !log.missing.is_empty() {
            return Err(Problem::unavailable());
        }
        let rows: String = log.entries.iter().take(self.rows_left).map(csv::row).collect();
        self.rows_left = self.rows_left.saturating_sub(log.entries.len());
        self.cursor = log.entries.last().and_then(Position::of);
        self.is_over = log.next_cursor.is_none() || self.rows_left == 0;
        Ok(rows)
    }

    /// Returns the next piece of the file. An error, also of an expired token, breaks the connection, so that no client
    /// takes the file for complete.
    async fn next(mut self) -> Option<(std::io::Result<String>, Self)> {
        if self.is_over {
            return None;
        }
        let piece = Box::pin(self.page()).await;
        self.is_over |= piece.is_err();
        let piece = piece.map_err(|problem| std::io::Error::other(format!("the export failed: {}", problem.code)));
        Some((piece, self))
    }
}

async fn search(
    services: &Services,
    caller: &Caller,
    filter: &AuditFilter,
    cursor: Option<Position>,
    limit: i64,
) -> Result<AuditLog, Problem> {
    let calls = services.audit_logs().map(|(service, log)| async move {
        let request = SearchAuditRequest {
            account_id: filter.account_id,
            action: filter.action.clone(),
            subject_kind: filter.subject_kind.clone(),
            subject: filter.subject.clone(),
            since: filter.since.map(to_timestamp),
            until: filter.until.map(to_timestamp),
            before: cursor.map(|cursor| cursor.in_log_of(service)),
            limit,
        };
        let page = retry(async || log.clone().search(caller.request(request.clone())).await).await;
        (service, page)
    });
    merge(join_all(calls).await, usize::try_from(limit).unwrap_or_default())
}

/// A page of one service's log, or why the service did not return it.
type LogPage = Result<Response<AuditPage>, Status>;

/// Merges a page of each log to a page of at most `limit` entries.
fn merge(pages: Vec<(&'static str, LogPage)>, limit: usize) -> Result<AuditLog, Problem> {
    let service_count = pages.len();
    let (mut entries, mut missing, mut has_more) = (Vec::new(), Vec::new(), false);
    for (service, page) in pages {
        match page {
            Ok(page) => {
                let page_entries = page.into_inner().entries;
                // There may be more entries after a full page.
                has_more |= page_entries.len() >= limit;
                let with_service = |entry| AuditEntry { service: service.to_owned(), ..entry };
                entries.extend(page_entries.into_iter().map(with_service));
            }
            Err(status) if is_outage(&status) => missing.push(service),
            Err(status) => return Err(status.into()),
        }
    }
    if missing.len() == service_count {
        return Err(Problem::unavailable());
    }
    entries.sort_by_cached_key(|entry| Reverse(Position::of(entry)));
    has_more |= entries.len() > limit;
    entries.truncate(limit);
    let next_cursor = entries.last().filter(|_| has_more).and_then(Position::of).map(Position::text);
    Ok(AuditLog { entries, next_cursor, missing })
}

/// Whether the service is down, too slow or broken, and has not refused the request.
pub(super) fn is_outage(status: &Status) -> bool {
    matches!(
        status.code(),
        Code::Unavailable
            | Code::DeadlineExceeded
            | Code::Cancelled
            | Code::Internal
            | Code::Unknown
            | Code::Unimplemented
            | Code::DataLoss
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a page with entries of these times, in seconds, and ids.
    fn page(seconds_and_ids: &[(i64, i64)]) -> Response<AuditPage> {
        let entry = |(seconds, id): &(i64, i64)| {
            let at = DateTime::from_timestamp(1_790_000_000 + seconds, 0).map(to_timestamp);
            AuditEntry { id: *id, at, ..AuditEntry::default() }
        };
        Response::new(AuditPage { entries: seconds_and_ids.iter().map(entry).collect() })
    }

    /// Returns service and id of the merged entries, whether there is a next page, and the services that did not
    /// answer.
    fn merged(pages: Vec<(&'static str, LogPage)>, limit: usize) -> (Vec<(String, i64)>, bool, Vec<&'static str>) {
        let log = merge(pages, limit).unwrap();
        let entries = log.entries.into_iter().map(|entry| (entry.service, entry.id));
        (entries.collect(), log.next_cursor.is_some(), log.missing)
    }

    #[test]
    fn logs_are_merged_by_time_and_say_whose_entries_they_are() {
        let pages = || {
            vec![("auth", Ok(page(&[(9, 2), (1, 1)]))), ("order", Ok(page(&[(5, 7), (4, 6)]))), ("seo", Ok(page(&[])))]
        };
        let all = [("auth", 2), ("order", 7), ("order", 6), ("auth", 1)].map(|(service, id)| (service.to_owned(), id));
        assert_eq!(merged(pages(), 10), (all.to_vec(), false, vec![]));
        assert_eq!(merged(pages(), 3), (all[..3].to_vec(), true, vec![]));
        // There may be more entries after a full page.
        assert_eq!(
            merged(vec![("auth", Ok(page(&[(9, 2)]))), ("seo", Ok(page(&[])))], 1),
            (all[..1].to_vec(), true, vec![])
        );
    }

    #[test]
    fn a_service_that_is_down_is_named_and_a_refusal_refuses_the_search() {
        let down = || ("store", Err(Status::unavailable("connection refused")));
        assert_eq!(
            merged(vec![down(), ("auth", Ok(page(&[(1, 1)])))], 5),
            (vec![("auth".to_owned(), 1)], false, vec!["store"])
        );
        assert_eq!(merge(vec![down()], 5).err().map(|problem| problem.status.as_u16()), Some(503));
        for (refusal, status) in [
            (kit::Error::Forbidden, 403),
            (kit::Error::unauthenticated(), 401),
            (kit::Error::NotAllowed("step_up_required"), 403),
        ] {
            let refused = merge(vec![("auth", Ok(page(&[]))), ("order", Err(refusal.into()))], 5);
            assert_eq!(refused.err().map(|problem| problem.status.as_u16()), Some(status));
        }
    }
}

//! Serves the runs and findings of the nightly auditor to operators.

use std::{collections::HashMap, ops::RangeInclusive};

use kit::{Error, Result, identity::Identity, input, page::Page};
use proto::{
    json::to_timestamp,
    order::{
        AskAuditRequest, AskedAudit, AuditArea, AuditResult, AuditRun, AuditRuns, Finding, FindingPage,
        ListAuditRunsRequest, ListFindingsRequest, NoteFindingRequest, auditor_server,
    },
};
use tonic::{Request, Response, Status};

use crate::{
    App,
    app::auditor,
    db::auditor::{AreaResult, Finding as StoredFinding, Run},
    domain::auditor::Area,
};

/// In characters.
const NOTE_LENGTH: RangeInclusive<usize> = 1..=1_000;

pub struct Auditor {
    pub app: App,
    pub identity: Identity,
}

#[tonic::async_trait]
impl auditor_server::Auditor for Auditor {
    async fn list_runs(&self, request: Request<ListAuditRunsRequest>) -> Result<Response<AuditRuns>, Status> {
        self.identity.staff(&request).await?;
        let (runs, results) = auditor::runs(&self.app).await?;
        let mut results_by_run: HashMap<_, Vec<_>> = HashMap::new();
        for result in results {
            results_by_run.entry(result.run).or_default().push(result);
        }
        let to_message = |run: &Run| {
            let results = results_by_run.remove(&run.id).unwrap_or_default();
            to_run(run, results)
        };
        Ok(Response::new(AuditRuns { runs: runs.iter().map(to_message).collect() }))
    }

    async fn list_findings(&self, request: Request<ListFindingsRequest>) -> Result<Response<FindingPage>, Status> {
        self.identity.staff(&request).await?;
        let request = request.get_ref();
        let page = Page::parse(request.page, request.per_page)?;
        let (findings, total) = auditor::findings(&self.app, !request.is_gone, page).await?;
        let findings = findings.into_iter().map(to_finding).collect();
        Ok(Response::new(FindingPage { findings, meta: Some(page.meta(total)) }))
    }

    async fn ask(&self, request: Request<AskAuditRequest>) -> Result<Response<AskedAudit>, Status> {
        let operator = self.identity.staff(&request).await?;
        Ok(Response::new(AskedAudit { id: auditor::request_run(&self.app, &operator).await? }))
    }

    async fn note(&self, request: Request<NoteFindingRequest>) -> Result<Response<Finding>, Status> {
        let operator = self.identity.staff(&request).await?;
        let request = request.into_inner();
        let id = input::id(request.id, "finding_not_found")?;
        let note = request.note.ok_or_else(|| Error::invalid("note", "required"))?;
        let note = input::text(&note, NOTE_LENGTH).map_err(|code| Error::invalid("note", code))?;
        Ok(Response::new(to_finding(auditor::note(&self.app, &operator, id, &note).await?)))
    }
}

fn to_run(run: &Run, mut results: Vec<AreaResult>) -> AuditRun {
    results.sort_by_key(|result| result.area);
    AuditRun {
        id: run.id,
        is_nightly: run.night.is_some(),
        asked_at: Some(to_timestamp(run.asked_at)),
        started_at: run.started_at.map(to_timestamp),
        finished_at: run.finished_at.map(to_timestamp),
        results: results.iter().map(to_result).collect(),
    }
}

fn to_result(result: &AreaResult) -> AuditResult {
    AuditResult {
        area: to_area(result.area).into(),
        compared: result.compared,
        differing: result.differing,
        has_failed: result.failure.is_some(),
    }
}

fn to_finding(finding: StoredFinding) -> Finding {
    Finding {
        id: finding.id,
        area: to_area(finding.area).into(),
        subject: finding.subject,
        field: finding.field,
        expected: finding.expected,
        found: finding.found,
        first_found_at: Some(to_timestamp(finding.first_found_at)),
        last_found_at: Some(to_timestamp(finding.last_found_at)),
        gone_at: finding.gone_at.map(to_timestamp),
        note: finding.note,
        noted_at: finding.noted_at.map(to_timestamp),
    }
}

fn to_area(area: Area) -> AuditArea {
    match area {
        Area::Movements => AuditArea::Movements,
        Area::Ledger => AuditArea::Ledger,
        Area::Charges => AuditArea::Charges,
        Area::Refunds => AuditArea::Refunds,
        Area::Orders => AuditArea::Orders,
        Area::Slots => AuditArea::Slots,
        Area::Promos => AuditArea::Promos,
        Area::Bonuses => AuditArea::Bonuses,
        Area::Earnings => AuditArea::Earnings,
        Area::Cashouts => AuditArea::Cashouts,
        Area::Stock => AuditArea::Stock,
        Area::Counts => AuditArea::Counts,
        Area::Bank => AuditArea::Bank,
        Area::Payouts => AuditArea::Payouts,
    }
}

//! Runs and findings of the auditor, for operators.

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
    db::auditor::{AreaResult, Finding as Found, Run},
    domain::auditor::Area,
};

const NOTE: RangeInclusive<usize> = 1..=1_000;

pub struct Auditor {
    pub app: App,
    pub identity: Identity,
}

#[tonic::async_trait]
impl auditor_server::Auditor for Auditor {
    async fn list_runs(&self, request: Request<ListAuditRunsRequest>) -> Result<Response<AuditRuns>, Status> {
        self.identity.staff(&request).await?;
        let (runs, results) = auditor::runs(&self.app).await?;
        let mut by_run: HashMap<_, Vec<_>> = HashMap::new();
        for result in results {
            by_run.entry(result.run).or_default().push(result);
        }
        let convert = |it: &Run| {
            let results = by_run.remove(&it.id).unwrap_or_default();
            run(it, results)
        };
        Ok(Response::new(AuditRuns { runs: runs.iter().map(convert).collect() }))
    }

    async fn list_findings(&self, request: Request<ListFindingsRequest>) -> Result<Response<FindingPage>, Status> {
        self.identity.staff(&request).await?;
        let request = request.get_ref();
        let page = Page::parse(request.page, request.per_page)?;
        let (findings, total) = auditor::findings(&self.app, !request.is_gone, page).await?;
        let findings = findings.into_iter().map(finding).collect();
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
        let note = input::text(&note, NOTE).map_err(|code| Error::invalid("note", code))?;
        Ok(Response::new(finding(auditor::note(&self.app, &operator, id, &note).await?)))
    }
}

fn run(run: &Run, mut results: Vec<AreaResult>) -> AuditRun {
    results.sort_by_key(|result| result.area);
    AuditRun {
        id: run.id,
        is_nightly: run.night.is_some(),
        asked_at: Some(to_timestamp(run.asked_at)),
        started_at: run.started_at.map(to_timestamp),
        finished_at: run.finished_at.map(to_timestamp),
        results: results.iter().map(result).collect(),
    }
}

fn result(result: &AreaResult) -> AuditResult {
    AuditResult {
        area: area(result.area).into(),
        compared: result.compared,
        differing: result.differing,
        has_failed: result.failure.is_some(),
    }
}

fn finding(found: Found) -> Finding {
    Finding {
        id: found.id,
        area: area(found.area).into(),
        subject: found.subject,
        field: found.field,
        expected: found.expected,
        found: found.found,
        first_found_at: Some(to_timestamp(found.first_found_at)),
        last_found_at: Some(to_timestamp(found.last_found_at)),
        gone_at: found.gone_at.map(to_timestamp),
        note: found.note,
        noted_at: found.noted_at.map(to_timestamp),
    }
}

fn area(area: Area) -> AuditArea {
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

//! Lets staff publish and preview the home page.

mod reply;

use kit::{Error, Result, input::Checks, page::Page as Pagination};
use proto::{
    json::to_timestamp,
    seo::{
        HomePreview, HomeVersion, HomeVersionPage, HomeVersionsRequest, PreviewHomeRequest, PublishHomeRequest,
        home_desk_server,
    },
};
use tonic::{Request, Response, Status};

use crate::{
    App, app, db,
    domain::home::Section,
    home_draft::{sections, time},
};

/// The length of a version is limited, too, so a page of versions stays below the 4 MB of a gRPC message.
const MAX_PER_PAGE: i64 = 20;

pub struct HomeDesk(pub App);

#[tonic::async_trait]
impl home_desk_server::HomeDesk for HomeDesk {
    async fn versions(&self, request: Request<HomeVersionsRequest>) -> Result<Response<HomeVersionPage>, Status> {
        self.0.identity.staff(&request).await?;
        let HomeVersionsRequest { page, per_page } = request.into_inner();
        let per_page = if per_page == 0 { MAX_PER_PAGE } else { per_page.min(MAX_PER_PAGE) };
        let pagination = Pagination::parse(page, per_page)?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let published = db::home::count(&mut connection).await.map_err(Error::from)?;
        let rows = db::home::versions(&mut connection, pagination).await.map_err(Error::from)?;
        // Version 0 is not in the database. It is the last row of the last page.
        let is_last_page = (rows.len() as i64) < pagination.limit() && pagination.offset() <= published;
        let bundled = is_last_page.then(app::home::bundled_version);
        let versions = rows.into_iter().chain(bundled).map(reply::version).collect();
        Ok(Response::new(HomeVersionPage { versions, meta: Some(pagination.meta(published + 1)) }))
    }

    async fn publish(&self, request: Request<PublishHomeRequest>) -> Result<Response<HomeVersion>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let (from_version, sections) = parse_publication(request.into_inner())?;
        let row = app::home::publish(&self.0, &operator, from_version, sections).await?;
        Ok(Response::new(reply::version(row)))
    }

    async fn preview(&self, request: Request<PreviewHomeRequest>) -> Result<Response<HomePreview>, Status> {
        self.0.identity.staff(&request).await?;
        let request = request.into_inner();
        let mut checks = Checks::default();
        let shown_at = request.shown_at.as_ref().map(|at| time(at.seconds, at.nanos)).transpose();
        let shown_at = checks.take("shownAt", shown_at).flatten();
        let sections = sections(&mut checks, request.sections);
        checks.finish()?;
        let sections = sections.ok_or_else(missing_sections)?;
        let (token, expires_at) = app::home::preview(&self.0, &sections, shown_at).await?;
        Ok(Response::new(HomePreview { token: token.into_string(), expires_at: Some(to_timestamp(expires_at)) }))
    }
}

/// Returns the edited version and the new sections.
fn parse_publication(request: PublishHomeRequest) -> Result<(i64, Vec<Section>)> {
    let PublishHomeRequest { from_version, sections: drafts } = request;
    let mut checks = Checks::default();
    if from_version < 0 {
        checks.fail("fromVersion", "out_of_range");
    }
    let sections = sections(&mut checks, drafts);
    checks.finish()?;
    Ok((from_version, sections.ok_or_else(missing_sections)?))
}

/// Never occurs, because the checks report every missing value.
fn missing_sections() -> Error {
    Error::internal(anyhow::anyhow!("a section is missing although every check passed"))
}

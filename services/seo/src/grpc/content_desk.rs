//! Lets staff edit content pages and settings.

mod parse;

use kit::{Error, Language, Result, page::Page as Pagination};
use proto::{
    json::to_timestamp,
    seo::{
        ContentDeskPagesRequest, ContentPage, ContentPageHead, ContentPageList, ContentVersion, ContentVersionPage,
        ContentVersionsRequest, Office, OfficeAddress, OfficeRequest, PreviewContentRequest, PublishContentRequest,
        SiteSettings, content_desk_server,
    },
};
use tonic::{Request, Response, Status};

use super::content::{load_rules, opening_hours, parse_page, render_page, site_settings};
use crate::{
    App, app, db,
    domain::{
        content::{Page, Text, revised_at},
        settings,
    },
};

pub struct ContentDesk(pub App);

#[tonic::async_trait]
impl content_desk_server::ContentDesk for ContentDesk {
    async fn pages(&self, request: Request<ContentDeskPagesRequest>) -> Result<Response<ContentPageList>, Status> {
        self.0.identity.staff(&request).await?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let published = db::content::heads(&mut connection).await.map_err(Error::from)?;
        let pages =
            Page::ALL.into_iter().flat_map(|page| Language::ALL.map(|language| page_head(page, language, &published)));
        Ok(Response::new(ContentPageList { pages: pages.collect() }))
    }

    async fn versions(&self, request: Request<ContentVersionsRequest>) -> Result<Response<ContentVersionPage>, Status> {
        self.0.identity.staff(&request).await?;
        let request = request.into_inner();
        let page = parse_page(&request.page)?;
        let language = parse::language(&request.language)?;
        let pagination = Pagination::parse(request.page_number, request.per_page)?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let published = db::content::count(&mut connection, page.key(), language.code()).await.map_err(Error::from)?;
        let rows = db::content::versions(&mut connection, page.key(), language.code(), pagination)
            .await
            .map_err(Error::from)?;
        // Version 0 is not in the database. It is the last row of the last page.
        let is_last_page = (rows.len() as i64) < pagination.limit() && pagination.offset() <= published;
        let bundled = is_last_page.then(|| bundled_version(page, language));
        let versions = rows.into_iter().map(|row| into_version(page, language, row)).chain(bundled).collect();
        Ok(Response::new(ContentVersionPage { versions, meta: Some(pagination.meta(published + 1)) }))
    }

    async fn publish(&self, request: Request<PublishContentRequest>) -> Result<Response<ContentVersion>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let request = request.into_inner();
        let settings = app::settings::read(&self.0).await?;
        let rules = load_rules(&self.0, &request.markdown, parse::language(&request.language)?).await?;
        let draft = parse::draft(&request, &settings, &rules)?;
        let row = app::content::publish(&self.0, &operator, &draft).await?;
        Ok(Response::new(into_version(draft.page, draft.language, row)))
    }

    async fn preview(&self, request: Request<PreviewContentRequest>) -> Result<Response<ContentPage>, Status> {
        self.0.identity.staff(&request).await?;
        let language = Language::from_metadata(request.metadata());
        let request = request.into_inner();
        let page = parse_page(&request.page)?;
        let text = parse::text(&request.title, &request.markdown)?;
        let settings = app::settings::read(&self.0).await?;
        let rules = load_rules(&self.0, &text.markdown, language).await?;
        let rendered = render_page(page, text, &settings, &rules, language).ok_or_else(parse::unknown_placeholder)?;
        Ok(Response::new(ContentPage { updated_at: Some(to_timestamp(self.0.clock.now())), ..rendered }))
    }

    async fn save_settings(&self, request: Request<SiteSettings>) -> Result<Response<SiteSettings>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let site = parse::site(request.into_inner())?;
        app::settings::save_site(&self.0, &operator, &site).await?;
        Ok(Response::new(site_settings(app::settings::read(&self.0).await?)))
    }

    async fn get_office(&self, request: Request<OfficeRequest>) -> Result<Response<Office>, Status> {
        self.0.identity.staff(&request).await?;
        Ok(Response::new(into_office(app::settings::read(&self.0).await?.office)))
    }

    async fn save_office(&self, request: Request<Office>) -> Result<Response<Office>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let office = parse::office(request.into_inner())?;
        app::settings::save_office(&self.0, &operator, &office).await?;
        Ok(Response::new(into_office(office)))
    }
}

fn page_head(page: Page, language: Language, published: &[db::content::VersionHead]) -> ContentPageHead {
    let newest = published.iter().find(|head| head.page == page.key() && head.language == language.code());
    let (title, version, updated_at) = match newest {
        Some(head) => (head.title.clone(), head.version, head.published_at),
        None => (page.bundled_text(language).title, 0, revised_at()),
    };
    ContentPageHead {
        page: page.key().to_owned(),
        language: language.code().to_owned(),
        title,
        version,
        updated_at: Some(to_timestamp(updated_at)),
    }
}

/// The text of version 0 is part of the program.
fn bundled_version(page: Page, language: Language) -> ContentVersion {
    let Text { title, markdown } = page.bundled_text(language);
    into_version(page, language, db::content::VersionRow { version: 0, title, markdown, published_at: revised_at() })
}

fn into_version(page: Page, language: Language, row: db::content::VersionRow) -> ContentVersion {
    ContentVersion {
        page: page.key().to_owned(),
        language: language.code().to_owned(),
        version: row.version,
        title: row.title,
        markdown: row.markdown,
        published_at: Some(to_timestamp(row.published_at)),
    }
}

fn into_office(office: settings::Office) -> Office {
    let settings::Office { company, tax_number, address, map_url, hours } = office;
    let address = OfficeAddress { az: address.az, ru: address.ru, en: address.en };
    let hours = hours.into_iter().map(opening_hours).collect();
    Office { company, tax_number, address: Some(address), map_url, hours }
}

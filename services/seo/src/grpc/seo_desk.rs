//! Lets staff edit SEO texts, tags (ids of analytics tools), redirects and robots.txt.

use kit::{Error, Language, Result, input, page::Page};
use proto::{
    common::Done,
    seo::{
        RemoveRedirectRequest, RobotsLines, RobotsRequest, SeoRedirect, SeoRedirectPage, SeoRedirectsRequest, SeoTag,
        SeoTagList, SeoTagsRequest, SeoText, SeoTextList, SeoTextsRequest, seo_desk_server,
    },
};
use tonic::{Request, Response, Status};

use super::parse_name;
use crate::{
    App, app, db,
    domain::{path::Path, redirect::Redirect, robots, seo_texts::SeoTexts, tag},
};

/// In characters.
const MAX_SEARCH: usize = 300;

pub struct SeoDesk(pub App);

#[tonic::async_trait]
impl seo_desk_server::SeoDesk for SeoDesk {
    async fn texts(&self, request: Request<SeoTextsRequest>) -> Result<Response<SeoTextList>, Status> {
        self.0.identity.staff(&request).await?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let rows = db::page_text::all(&mut connection).await.map_err(Error::from)?;
        Ok(Response::new(SeoTextList { texts: rows.into_iter().map(into_text).collect() }))
    }

    async fn save_text(&self, request: Request<SeoText>) -> Result<Response<SeoText>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let SeoText { page, language, title, description, keywords, heading, text, og_image } = request.into_inner();
        let page = parse_name(&page, "page_not_found")?;
        let language = Language::ALL.into_iter().find(|option| option.code() == language);
        let language = language.ok_or_else(|| Error::invalid("language", "unknown_value"))?;
        let texts = SeoTexts { title, description, keywords, heading, text, og_image }.parse()?;
        app::texts::save_texts(&self.0, &operator, page, language, &texts).await?;
        let SeoTexts { title, description, keywords, heading, text, og_image } = texts;
        let (page, language) = (page.to_owned(), language.code().to_owned());
        Ok(Response::new(SeoText { page, language, title, description, keywords, heading, text, og_image }))
    }

    async fn tags(&self, request: Request<SeoTagsRequest>) -> Result<Response<SeoTagList>, Status> {
        self.0.identity.staff(&request).await?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let rows = db::tag::all(&mut connection).await.map_err(Error::from)?;
        let tags = rows.into_iter().map(|row| SeoTag { tag: row.tag, value: row.value });
        Ok(Response::new(SeoTagList { tags: tags.collect() }))
    }

    async fn save_tag(&self, request: Request<SeoTag>) -> Result<Response<SeoTag>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let SeoTag { tag, value } = request.into_inner();
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let current = db::tag::find(&mut connection, parse_name(&tag, "tag_not_found")?).await.map_err(Error::from)?;
        drop(connection);
        current.ok_or(Error::NotFound("tag_not_found"))?;
        let value = tag::parse(&tag, &value).map_err(|code| Error::invalid("value", code))?;
        app::texts::save_tag(&self.0, &operator, &tag, &value).await?;
        Ok(Response::new(SeoTag { tag, value }))
    }

    async fn redirects(&self, request: Request<SeoRedirectsRequest>) -> Result<Response<SeoRedirectPage>, Status> {
        self.0.identity.staff(&request).await?;
        let request = request.into_inner();
        let page = Page::parse(request.page, request.per_page)?;
        let part = input::text(&request.search.unwrap_or_default(), 0..=MAX_SEARCH);
        let part = part.map_err(|code| Error::invalid("search", code))?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let total = db::redirect::count(&mut connection, &part).await.map_err(Error::from)?;
        let rows = db::redirect::page(&mut connection, &part, page).await.map_err(Error::from)?;
        let redirects =
            rows.into_iter().map(|row| SeoRedirect { from: row.path, to: row.target, status: row.status.into() });
        Ok(Response::new(SeoRedirectPage { redirects: redirects.collect(), meta: Some(page.meta(total)) }))
    }

    async fn save_redirect(&self, request: Request<SeoRedirect>) -> Result<Response<SeoRedirect>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let SeoRedirect { from, to, status } = request.into_inner();
        let from = Path::parse(&from).map_err(|code| Error::invalid("from", code))?;
        let redirect = Redirect::parse(status, &to).map_err(|(field, code)| Error::invalid(field, code))?;
        let redirect = app::redirect::save(&self.0, &operator, &from, redirect).await?;
        let to = redirect.target().map(Path::as_str).unwrap_or_default().to_owned();
        Ok(Response::new(SeoRedirect { from: from.as_str().to_owned(), to, status: redirect.status().into() }))
    }

    async fn remove_redirect(&self, request: Request<RemoveRedirectRequest>) -> Result<Response<Done>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let from = Path::parse(&request.get_ref().from).map_err(|_| Error::NotFound("redirect_not_found"))?;
        app::redirect::remove(&self.0, &operator, &from).await?;
        Ok(Response::new(Done {}))
    }

    async fn robots(&self, request: Request<RobotsRequest>) -> Result<Response<RobotsLines>, Status> {
        self.0.identity.staff(&request).await?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let text = db::robots::find(&mut connection).await.map_err(Error::from)?;
        Ok(Response::new(RobotsLines { text }))
    }

    async fn save_robots(&self, request: Request<RobotsLines>) -> Result<Response<RobotsLines>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let text = robots::parse(&request.get_ref().text).map_err(|code| Error::invalid("text", code))?;
        app::texts::save_robots(&self.0, &operator, &text).await?;
        Ok(Response::new(RobotsLines { text }))
    }
}

fn into_text(row: db::page_text::PageTextRow) -> SeoText {
    let db::page_text::PageTextRow { page, language, title, description, keywords, heading, text, og_image } = row;
    SeoText { page, language, title, description, keywords, heading, text, og_image }
}

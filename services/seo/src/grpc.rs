//! Serves the gateway with the data of pages: SEO texts, tags (ids of analytics tools), redirects and robots.txt.

mod content;
mod content_desk;
mod home;
mod home_desk;
mod seo_desk;

use kit::{Error, Language, Result, input};
use proto::seo::{
    PageRequest, PageTexts, ProofRequest, ProofText, RedirectAnswer, RedirectRequest, RobotsLines, RobotsRequest,
    TagRequest, TagValue, seo_server,
};
use tonic::{Request, Response, Status};

pub use self::{content::Content, content_desk::ContentDesk, home::Home, home_desk::HomeDesk, seo_desk::SeoDesk};

use crate::{
    App, db,
    domain::{path::Path, seo_texts::SeoTexts},
};

/// In characters. No name in the shop is longer.
const MAX_SUBJECT: usize = 300;
/// In bytes.
const MAX_NAME: usize = 64;

pub struct Seo(pub App);

#[tonic::async_trait]
impl seo_server::Seo for Seo {
    async fn tag(&self, request: Request<TagRequest>) -> Result<Response<TagValue>, Status> {
        let tag = parse_name(&request.get_ref().tag, "tag_not_found")?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let value = db::tag::find(&mut connection, tag).await.map_err(Error::from)?;
        Ok(Response::new(TagValue { value: value.ok_or(Error::NotFound("tag_not_found"))? }))
    }

    async fn page(&self, request: Request<PageRequest>) -> Result<Response<PageTexts>, Status> {
        let language = Language::from_metadata(request.metadata());
        let page = parse_name(&request.get_ref().page, "page_not_found")?;
        let subject = parse_subject(request.get_ref().subject.as_deref())?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let texts = db::page_text::find(&mut connection, page, language).await.map_err(Error::from)?;
        let texts = texts.ok_or(Error::NotFound("page_not_found"))?;
        Ok(Response::new(into_page_texts(texts.fill(subject.as_deref())?)))
    }

    async fn redirect(&self, request: Request<RedirectRequest>) -> Result<Response<RedirectAnswer>, Status> {
        // A malformed path has no redirect.
        let Ok(path) = Path::parse(&request.get_ref().path) else {
            return Ok(Response::new(RedirectAnswer::default()));
        };
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let row = db::redirect::find(&mut connection, &path).await.map_err(Error::from)?;
        let redirect = row.map(|row| RedirectAnswer { status: row.status.into(), to: row.target });
        Ok(Response::new(redirect.unwrap_or_default()))
    }

    async fn robots(&self, _: Request<RobotsRequest>) -> Result<Response<RobotsLines>, Status> {
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let text = db::robots::find(&mut connection).await.map_err(Error::from)?;
        Ok(Response::new(RobotsLines { text }))
    }

    /// The file by which IndexNow checks who owns the site. Its name is the key, so a caller who knows it learns
    /// nothing new.
    async fn proof(&self, request: Request<ProofRequest>) -> Result<Response<ProofText>, Status> {
        let name = request.into_inner().name;
        let is_key = self.0.indexnow_key.as_ref().is_some_and(|key| key.as_str() == name);
        Ok(Response::new(ProofText { text: if is_key { name } else { String::new() } }))
    }
}

/// Reports a text that cannot be a name as not found, without a query.
fn parse_name<'a>(raw: &'a str, not_found: &'static str) -> Result<&'a str> {
    let is_name = raw.len() <= MAX_NAME && raw.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    if is_name { Ok(raw) } else { Err(Error::NotFound(not_found)) }
}

/// A blank text means that the page has no subject.
fn parse_subject(raw: Option<&str>) -> Result<Option<String>> {
    let text = raw.map(|raw| input::text(raw, 0..=MAX_SUBJECT)).transpose();
    let text = text.map_err(|code| Error::invalid("subject", code))?;
    Ok(text.filter(|text| !text.is_empty()))
}

fn into_page_texts(texts: SeoTexts) -> PageTexts {
    PageTexts {
        title: texts.title,
        description: texts.description,
        keywords: texts.keywords,
        og_image: texts.og_image,
        heading: texts.heading,
        text: texts.text,
    }
}

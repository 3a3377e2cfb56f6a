//! Builds a page: fetches its initial data in parallel, decides whether the page exists, and fills the template with
//! head, rendered HTML and state. Data that could not be fetched is left out; the app shows a placeholder and fetches
//! it again.

mod ask;
mod missing;

use std::sync::Arc;

use axum::{
    body::Bytes,
    http::{HeaderValue, StatusCode, header},
};
use kit::Language;
use proto::seo::PageTexts;
use serde_json::Value;

use crate::{
    answer::Answer,
    answers::Answers,
    asked::Asked,
    observe::Route as RouteName,
    services::Services,
    shell::{
        address::Address,
        app::App,
        head::{Head, NAME, Preload},
        routes::{Application, Picture, Place, ROUTES},
        state::{self, Question},
        structured::Links,
        subject::{self, Subject},
        tags::Tags,
        template::{Filling, Rendered},
    },
};

const WITHDRAWN: &str = "product_withdrawn";
pub const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");

pub struct Maker<'a> {
    pub answers: &'a Answers,
    pub services: &'a Services,
    pub asked: &'a Asked,
    pub app: &'a App,
    pub site: &'a str,
    pub address: &'a Address,
}

pub enum Made {
    /// A page, and whether it may be cached.
    Page(Box<Answer>, Retell),
    /// A redirect, with its status and target path.
    Moved(StatusCode, String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retell {
    Yes,
    /// Some data could not be fetched and may be available next time.
    No,
}

impl Maker<'_> {
    pub async fn make(&self, place: Option<&Place>) -> Made {
        let Some(place) = place else { return self.missing(StatusCode::NOT_FOUND).await };
        let application = place.route.app;
        let mut questions = ROUTES.of_layout(application);
        questions.extend(place.questions());
        let (outcomes, texts, reviews, tags) =
            tokio::join!(self.ask(&questions), self.texts(place), self.reviews(place), self.tags(application));
        let wanted = place.subject();
        let mut about = Subject::reviewed(reviews);
        let mut answered = Vec::with_capacity(questions.len());
        let mut is_whole = (texts.is_some() || place.route.seo.is_none()) && tags.is_some();
        let page = place.page().unwrap_or(1);
        for (question, outcome) in questions.into_iter().zip(outcomes) {
            let is_subject = wanted.as_deref() == Some(question.path.as_str());
            match outcome {
                Ok(answer) => {
                    if let Some(name) =
                        subject::name(&answer).filter(|name| is_subject && place.name() != Some(name.as_str()))
                    {
                        let address = Address { language: self.address.language, segments: place.of(&name) };
                        return Made::Moved(StatusCode::MOVED_PERMANENTLY, address.path());
                    }
                    if place.lists(&question)
                        && let Some(extent) = subject::extent(&answer)
                    {
                        // Without this check, a list would have an unlimited number of empty pages with status 200.
                        if page > 1 && i64::try_from(page).unwrap_or(i64::MAX) > extent.last_page {
                            return self.missing(StatusCode::NOT_FOUND).await;
                        }
                        about.hear_extent(&extent);
                    }
                    about.hear(&question.path, &answer);
                    answered.push((question, answer));
                }
                Err(refusal) if is_subject => return self.missing(refusal.page()).await,
                Err(refusal) if page > 1 && place.lists(&question) && refusal.is_final() => {
                    return self.missing(StatusCode::NOT_FOUND).await;
                }
                Err(_) => is_whole = false,
            }
        }
        let texts =
            about.texts().or(texts).unwrap_or_else(|| PageTexts { title: NAME.to_owned(), ..PageTexts::default() });
        let tags = tags.unwrap_or_default();
        let head = self.head(place, &about, &texts, &tags, &answered);
        let state: Arc<str> = state::write(self.address.language, &tags, &answered).into();
        // An incomplete page is not rendered; the app fetches the missing data.
        let rendered = if is_whole { self.render(place, &state).await } else { None };
        let language = self.address.language;
        let scripts = self.app.scripts(application, Some(&place.route.entry), language);
        let filling = Filling { language, head: &head, rendered: rendered.as_ref(), state: &state, scripts: &scripts };
        let page = self.write(StatusCode::OK, application, &place.route.pattern, &filling, &tags);
        Made::Page(Box::new(page), if is_whole { Retell::Yes } else { Retell::No })
    }

    fn head(
        &self,
        place: &Place,
        about: &Subject,
        texts: &PageTexts,
        tags: &Tags,
        answered: &[(Question, Arc<Answer>)],
    ) -> String {
        let is_home = self.address.segments.is_empty();
        let mut preloads = self.app.preloads(place.route.app, Some(&place.route.entry), self.address.language);
        preloads.extend(self.picture(place, answered));
        let structured = if is_home { about.of_the_shop(self) } else { about.structured(self, &texts.title) };
        let own_picture = Some(texts.og_image.as_str()).filter(|picture| picture.starts_with('/'));
        Head {
            site: self.site,
            address: self.address,
            title: &texts.title,
            description: &texts.description,
            // An empty page should not appear in search results.
            is_indexed: place.route.index && !about.is_empty(),
            page: place.page().filter(|page| *page > 1 && !place.is_chosen()),
            verification: Some(tags.search_console.as_str()).filter(|proof| is_home && !proof.is_empty()),
            is_product: about.is_product(),
            picture: about.picture().or(own_picture),
            preloads: &preloads,
            structured: &structured,
        }
        .to_string()
    }

    /// Returns the largest picture, so that it is loaded early.
    fn picture(&self, place: &Place, answered: &[(Question, Arc<Answer>)]) -> Option<Preload> {
        match place.route.picture.as_ref()? {
            Picture::Files { files, sizes } => {
                let files =
                    files.iter().filter_map(|(width, source)| Some(format!("{} {width}", self.app.file(source)?)));
                let set = files.collect::<Vec<_>>().join(", ");
                (!set.is_empty()).then(|| Preload::PictureSet { set, sizes: sizes.clone() })
            }
            Picture::Answer { query, pointer, sizes } => {
                let wanted = place.questions().into_iter().nth(*query)?;
                let (_, answer) = answered.iter().find(|(question, _)| *question == wanted)?;
                let answer: Value = serde_json::from_slice(&answer.body).ok()?;
                let url = answer.pointer(pointer)?.as_str().filter(|url| !url.is_empty())?.to_owned();
                Some(Preload::Picture { url, sizes: sizes.clone() })
            }
        }
    }

    /// Renders the page's first HTML, if its route is rendered on the server.
    async fn render(&self, place: &Place, state: &Arc<str>) -> Option<Rendered> {
        let renderer = self.app.renderer.as_ref().filter(|_| place.route.rendered)?;
        let (path, search) = (self.address.path(), place.told());
        let address = if search.is_empty() { path } else { format!("{path}?{search}") };
        match renderer.render(address, state.clone()).await {
            Ok(html) => Some(Rendered { search, html }),
            Err(miss) => {
                tracing::debug!("{} goes out without its first HTML: {miss}", place.route.pattern);
                None
            }
        }
    }

    fn write(
        &self,
        status: StatusCode,
        application: Application,
        pattern: &str,
        filling: &Filling<'_>,
        tags: &Tags,
    ) -> Answer {
        let html = self.app.template(application).fill(filling);
        let page = Answer::new(status, HTML, Bytes::from(html), Some(RouteName(pattern.into())));
        let page = match tags.policy() {
            Some(policy) => page.with(header::CONTENT_SECURITY_POLICY, policy),
            None => page,
        };
        page.with(header::CONTENT_LANGUAGE, HeaderValue::from_static(filling.language.code()))
            .with(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"))
            .with(header::VARY, HeaderValue::from_static("Accept-Encoding"))
    }

    fn link(&self, segments: Vec<String>) -> String {
        let address = Address { language: self.address.language, segments };
        format!("{}{}", self.site, address.path())
    }
}

impl Links for Maker<'_> {
    fn home(&self) -> String {
        self.link(Vec::new())
    }

    fn page(&self) -> String {
        self.link(self.address.segments.clone())
    }

    fn store(&self, slug: &str) -> String {
        self.link(ROUTES.address_of("/store/", slug))
    }

    fn product(&self, slug: &str) -> String {
        self.link(ROUTES.address_of("/product/", slug))
    }

    fn category(&self, slug: &str) -> String {
        self.link(ROUTES.address_of("/category/", slug))
    }

    fn search(&self) -> String {
        let prefix = if self.address.language == Language::default() {
            String::new()
        } else {
            format!("/{}", self.address.language.code())
        };
        format!("{}{prefix}{}{{search_term_string}}", self.site, ROUTES.search().unwrap_or("/"))
    }

    fn file(&self, path: &str) -> String {
        format!("{}{path}", self.site)
    }
}

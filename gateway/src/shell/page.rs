//! Making a page: ask what it begins with, all at once; decide whether there is such a page; write head and state into the
//! template. What could not be asked is left to the app, which shows its own skeleton and tries again.

use std::sync::Arc;

use axum::{
    body::Bytes,
    http::{HeaderValue, StatusCode, header},
    response::Response,
};
use futures::future::join_all;
use kit::Language;
use proto::seo::PageTexts;
use serde::Deserialize;
use serde_json::Value;

use crate::{
    answer::Answer,
    answers::Answers,
    asked::Asked,
    observe::Route as RouteName,
    problem::words,
    shell::{
        address::Address,
        app::App,
        head::{Head, Preload},
        routes::{Picture, Place, ROUTES},
        state::{self, Question},
        structured::{self, Links},
        subject::Subject,
    },
};

const NAME: &str = "Sovqat";
pub const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");

pub struct Maker<'a> {
    pub answers: &'a Answers,
    pub asked: &'a Asked,
    pub app: &'a App,
    pub site: &'a str,
    pub address: &'a Address,
}

/// A page, and whether it may be told again.
pub struct Made {
    pub answer: Answer,
    pub is_whole: bool,
}

impl Maker<'_> {
    pub async fn make(&self, place: Option<&Place>) -> Made {
        let Some(place) = place else { return self.not_there(StatusCode::NOT_FOUND).await };
        let mut questions = ROUTES.of_layout();
        questions.extend(place.questions());
        let (outcomes, texts) = tokio::join!(self.ask(&questions), self.texts(place));
        let subject = place.subject();
        let mut about = Subject::default();
        let mut answered = Vec::with_capacity(questions.len());
        let mut is_whole = texts.is_some() || place.route.seo.is_none();
        for (question, outcome) in questions.into_iter().zip(outcomes) {
            match outcome {
                Ok(answer) => {
                    about.hear(&question.path, &answer);
                    answered.push((question, answer));
                }
                Err(refusal) if subject.as_deref() == Some(question.path.as_str()) => {
                    let is_ours = refusal.is_server_error();
                    return self
                        .not_there(if is_ours { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::NOT_FOUND })
                        .await;
                }
                Err(_) => is_whole = false,
            }
        }
        let texts = texts.unwrap_or_else(|| PageTexts { title: NAME.to_owned(), ..PageTexts::default() });
        let head = self.head(place, &about, &texts, &answered);
        Made { answer: self.write(StatusCode::OK, &head, &answered, &place.route.pattern), is_whole }
    }

    async fn ask(&self, questions: &[Question]) -> Vec<Result<Arc<Answer>, StatusCode>> {
        join_all(questions.iter().map(|question| self.ask_one(question))).await
    }

    async fn ask_one(&self, question: &Question) -> Result<Arc<Answer>, StatusCode> {
        let answer = self.answers.anonymous(self.asked, self.address.language, &question.target()).await;
        let answer = answer.map_err(|refusal: Response| refusal.status())?;
        if answer.status.is_success() { Ok(answer) } else { Err(answer.status) }
    }

    /// Title and description; the app may ask for them too, and then both share one answer.
    async fn texts(&self, place: &Place) -> Option<PageTexts> {
        let path = format!("/seo/{}", place.route.seo.as_deref()?);
        let slug = place.values.first_key_value().map(|(_, value)| ("slug".to_owned(), value.clone()));
        let answer = self.ask_one(&Question { path, query: slug.into_iter().collect() }).await.ok()?;
        serde_json::from_slice::<Texts>(&answer.body).ok().map(|texts| texts.data)
    }

    fn head(&self, place: &Place, about: &Subject, texts: &PageTexts, answered: &[(Question, Arc<Answer>)]) -> String {
        let is_home = self.address.segments.is_empty();
        let mut preloads = self.app.preloads(Some(&place.route.entry), self.address.language);
        preloads.extend(self.picture(place, answered));
        let structured = if is_home {
            vec![structured::organization(self), structured::website(self)]
        } else {
            about.structured(self)
        };
        let own_picture = Some(texts.og_image.as_str()).filter(|picture| picture.starts_with('/'));
        Head {
            site: self.site,
            address: self.address,
            title: &texts.title,
            description: &texts.description,
            is_indexed: place.route.index,
            page: place.page().filter(|page| *page > 1),
            is_product: about.is_product(),
            picture: about.picture().or(own_picture),
            preloads: &preloads,
            structured: &structured,
        }
        .to_string()
    }

    /// The picture that paints last is worth a head start.
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

    /// The frame of the shop around "not found", or around "not now".
    async fn not_there(&self, status: StatusCode) -> Made {
        let layout = ROUTES.of_layout();
        let outcomes = self.ask(&layout).await;
        let answered: Vec<_> =
            layout.into_iter().zip(outcomes).filter_map(|(question, answer)| Some((question, answer.ok()?))).collect();
        let code = if status == StatusCode::NOT_FOUND { "not_found" } else { "service_unavailable" };
        let (title, _) = words::of(self.address.language).problem(code, status);
        let preloads = self.app.preloads(None, self.address.language);
        let title = format!("{title} · {NAME}");
        let head = Head {
            site: self.site,
            address: self.address,
            title: &title,
            description: "",
            is_indexed: false,
            page: None,
            is_product: false,
            picture: None,
            preloads: &preloads,
            structured: &[] as &[Value],
        };
        let mut answer = self.write(status, &head.to_string(), &answered, "/{unknown}");
        if status == StatusCode::SERVICE_UNAVAILABLE {
            answer = answer.with(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        Made { answer, is_whole: false }
    }

    fn write(&self, status: StatusCode, head: &str, answered: &[(Question, Arc<Answer>)], pattern: &str) -> Answer {
        let language = self.address.language;
        let html = self.app.template.fill(language, head, &state::write(language, answered));
        Answer::new(status, HTML, Bytes::from(html), Some(RouteName(pattern.into())))
            .with(header::CONTENT_LANGUAGE, HeaderValue::from_static(language.code()))
            .with(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"))
            .with(header::VARY, HeaderValue::from_static("Accept-Encoding"))
    }

    fn link(&self, segments: Vec<String>) -> String {
        let address = Address { language: self.address.language, segments };
        format!("{}{}", self.site, address.path())
    }
}

#[derive(Deserialize)]
struct Texts {
    data: PageTexts,
}

impl Links for Maker<'_> {
    fn home(&self) -> String {
        self.link(Vec::new())
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

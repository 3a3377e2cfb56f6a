//! The texts of a kind of page, for search engines, shared links and the page itself.

use kit::{
    Error, Result,
    input::{self, Checks},
};

use super::template::Template;

/// Templates, or texts filled by [`SeoTexts::fill`].
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SeoTexts {
    pub title: String,
    pub description: String,
    pub keywords: String,
    pub heading: String,
    pub text: String,
    /// For previews of shared links. Not a template.
    #[serde(default)]
    pub og_image: String,
}

impl SeoTexts {
    pub fn parse(self) -> Result<Self> {
        let mut checks = Checks::default();
        let title = checks.take("title", parse_template(&self.title, 1..=120));
        let description = checks.take("description", parse_template(&self.description, 0..=300));
        let keywords = checks.take("keywords", parse_template(&self.keywords, 0..=500));
        let heading = checks.take("heading", parse_template(&self.heading, 1..=200));
        let text = checks.take("text", parse_template(&self.text, 0..=5_000));
        let og_image = checks.take("ogImage", parse_image_path(&self.og_image));
        checks.finish()?;
        Ok(Self {
            title: title.unwrap_or_default(),
            description: description.unwrap_or_default(),
            keywords: keywords.unwrap_or_default(),
            heading: heading.unwrap_or_default(),
            text: text.unwrap_or_default(),
            og_image: og_image.unwrap_or_default(),
        })
    }

    /// Malformed templates are internal errors, because templates are validated when saved.
    pub fn fill(&self, subject: Option<&str>) -> Result<Self> {
        let fill = |text: &str| Template::parse(text).map(|template| template.fill(subject)).map_err(Error::internal);
        Ok(Self {
            title: fill(&self.title)?,
            description: fill(&self.description)?,
            keywords: fill(&self.keywords)?,
            heading: fill(&self.heading)?,
            text: fill(&self.text)?,
            og_image: self.og_image.clone(),
        })
    }
}

fn parse_template(raw: &str, length: std::ops::RangeInclusive<usize>) -> Result<String, &'static str> {
    let text = input::text(raw, length)?;
    Template::parse(&text).map_err(|_| "bad_template")?;
    Ok(text)
}

/// An empty text or a path of this site.
fn parse_image_path(raw: &str) -> Result<String, &'static str> {
    let path = input::text(raw, 0..=300)?;
    let is_own = path.is_empty() || path.starts_with('/') && !path.starts_with("//");
    if is_own { Ok(path) } else { Err("not_a_path") }
}

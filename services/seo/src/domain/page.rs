//! The texts of a kind of page.

use kit::{Error, Result};

use super::template::Template;

/// Templates before they are filled, the texts themselves after.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Texts {
    pub title: String,
    pub description: String,
    pub keywords: String,
    pub heading: String,
    pub text: String,
    /// An address, not a template.
    #[serde(default)]
    pub og_image: String,
}

impl Texts {
    /// The texts for a subject, or for none. A template that cannot be read was not written by `load`.
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

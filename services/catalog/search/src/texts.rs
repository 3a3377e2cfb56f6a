//! A text in three languages. Azerbaijani replaces missing translations.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Texts {
    pub az: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ru: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub en: Option<String>,
}

impl Texts {
    pub fn each(&self) -> impl Iterator<Item = (&'static str, &str)> + Clone {
        let others = [("ru", &self.ru), ("en", &self.en)];
        let others = others.into_iter().filter_map(|(language, text)| Some((language, text.as_deref()?)));
        std::iter::once(("az", self.az.as_str())).chain(others)
    }

    pub fn get(&self, language: &str) -> Option<&str> {
        self.each().find_map(|(text_language, text)| (text_language == language).then_some(text))
    }
}

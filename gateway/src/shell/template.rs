//! The built web app's `index.html`, cut where the gateway writes into it. `web/README.md` is the contract.

use std::fmt::Write as _;

use anyhow::Context as _;
use kit::Language;

use crate::escape::Html;

const LANGUAGE: &str = "<html lang=\"az\"";
const HEAD: &str = "<!--head-->";
const ROOT: &str = "<div id=\"root\">";
const STATE: &str = "id=\"state\">";

/// Stands in until the web app is built, so that the gateway can be tried without it.
const UNBUILT: &str = "<!doctype html>\n<html lang=\"az\">\n  <head>\n    <meta charset=\"utf-8\" />\n    <!--head-->\n  </head>\n  \
     <body>\n    <div id=\"root\">The web app has not been built: npm --prefix web run build</div>\n    \
     <script type=\"application/json\" id=\"state\"></script>\n  </body>\n</html>\n";

/// What the root begins with, and the part of the query that it depends on: the app takes it over where it would show the same.
#[derive(Debug)]
pub struct Rendered {
    pub search: String,
    pub html: String,
}

#[derive(Debug)]
pub struct Template {
    before_language: String,
    before_head: String,
    before_root: String,
    before_state: String,
    rest: String,
}

impl Template {
    pub fn unbuilt() -> Self {
        Self::cut(UNBUILT).expect("a test cuts it")
    }

    pub fn cut(html: &str) -> anyhow::Result<Self> {
        let (before_language, html) = html.split_once(LANGUAGE).with_context(|| missing(LANGUAGE))?;
        let (before_head, html) = html.split_once(HEAD).with_context(|| missing(HEAD))?;
        let (before_root, html) = html.split_once(ROOT).with_context(|| missing(ROOT))?;
        let (before_state, rest) = html.split_once(STATE).with_context(|| missing(STATE))?;
        Ok(Self {
            before_language: before_language.to_owned(),
            before_head: before_head.to_owned(),
            before_root: before_root.to_owned(),
            before_state: format!("{before_state}{STATE}"),
            rest: rest.to_owned(),
        })
    }

    /// All of `head`, `state` and what was rendered is escaped already.
    pub fn fill(&self, language: Language, head: &str, rendered: Option<&Rendered>, state: &str) -> String {
        let Self { before_language, before_head, before_root, before_state, rest } = self;
        let length = before_head.len() + before_root.len() + before_state.len() + rest.len();
        let html = rendered.map_or("", |rendered| &rendered.html);
        let mut page = String::with_capacity(length + head.len() + html.len() + state.len() + 128);
        let _ = write!(page, "{before_language}<html lang=\"{}\"{before_head}{head}{before_root}", language.code());
        let _ = match rendered {
            Some(Rendered { search, html }) => {
                write!(page, "<div id=\"root\" data-rendered=\"{}\">{html}", Html(search))
            }
            None => write!(page, "{ROOT}"),
        };
        let _ = write!(page, "{before_state}{state}{rest}");
        page
    }

    /// Whether the page names a file by itself.
    pub fn mentions(&self, path: &str) -> bool {
        [&self.before_head, &self.before_root, &self.before_state, &self.rest].iter().any(|part| part.contains(path))
    }
}

fn missing(marker: &str) -> String {
    format!("index.html lacks `{marker}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_markers_are_filled() {
        let page = Template::unbuilt().fill(Language::Ru, "<title>t</title>", None, "{}");
        assert!(page.contains("<html lang=\"ru\">") && page.contains("<title>t</title>\n  </head>"), "{page}");
        assert!(page.contains("id=\"state\">{}</script>"), "{page}");
        assert!(page.contains("<div id=\"root\">The web app"), "{page}");
    }

    #[test]
    fn the_root_begins_with_what_was_rendered() {
        let html = "<html lang=\"az\"><!--head--><div id=\"root\"></div><script id=\"state\"></script>";
        let rendered = Rendered { search: "sort=newest&q=\"".into(), html: "<h1>Gül</h1>".into() };
        let page = Template::cut(html).unwrap().fill(Language::Az, "", Some(&rendered), "{}");
        let root = "<div id=\"root\" data-rendered=\"sort=newest&amp;q=&quot;\"><h1>Gül</h1></div>";
        assert!(page.contains(root), "{page}");
    }

    #[test]
    fn a_template_that_lost_a_marker_is_refused() {
        assert_eq!(
            Template::cut("<html lang=\"az\"><head></head>").unwrap_err().to_string(),
            "index.html lacks `<!--head-->`"
        );
    }
}

//! The built web app's `index.html`, cut where the gateway writes into it. `web/README.md` is the contract.

use std::fmt::Write as _;

use anyhow::Context as _;
use kit::Language;

const LANGUAGE: &str = "<html lang=\"az\"";
const HEAD: &str = "<!--head-->";
const STATE: &str = "id=\"state\">";

/// Stands in until the web app is built, so that the gateway can be tried without it.
const UNBUILT: &str = "<!doctype html>\n<html lang=\"az\">\n  <head>\n    <meta charset=\"utf-8\" />\n    <!--head-->\n  </head>\n  \
     <body>\n    <p>The web app has not been built: npm --prefix web run build</p>\n    \
     <script type=\"application/json\" id=\"state\"></script>\n  </body>\n</html>\n";

#[derive(Debug)]
pub struct Template {
    before_language: String,
    before_head: String,
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
        let (before_state, rest) = html.split_once(STATE).with_context(|| missing(STATE))?;
        Ok(Self {
            before_language: before_language.to_owned(),
            before_head: before_head.to_owned(),
            before_state: format!("{before_state}{STATE}"),
            rest: rest.to_owned(),
        })
    }

    /// Both `head` and `state` are escaped already.
    pub fn fill(&self, language: Language, head: &str, state: &str) -> String {
        let Self { before_language, before_head, before_state, rest } = self;
        let mut page =
            String::with_capacity(before_head.len() + head.len() + before_state.len() + state.len() + rest.len() + 64);
        let _ = write!(
            page,
            "{before_language}<html lang=\"{}\"{before_head}{head}{before_state}{state}{rest}",
            language.code()
        );
        page
    }

    /// Whether the page names a file by itself.
    pub fn mentions(&self, path: &str) -> bool {
        [&self.before_head, &self.before_state, &self.rest].iter().any(|part| part.contains(path))
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
        let page = Template::unbuilt().fill(Language::Ru, "<title>t</title>", "{}");
        assert!(page.contains("<html lang=\"ru\">") && page.contains("<title>t</title>\n  </head>"), "{page}");
        assert!(page.contains("id=\"state\">{}</script>"), "{page}");
    }

    #[test]
    fn a_template_that_lost_a_marker_is_refused() {
        assert_eq!(
            Template::cut("<html lang=\"az\"><head></head>").unwrap_err().to_string(),
            "index.html lacks `<!--head-->`"
        );
    }
}

//! The page template: an application's built `index.html`, split at markers that `web/README.md` describes.

use std::fmt::Write as _;

use anyhow::Context as _;
use kit::Language;

use crate::{escape::Html, shell::head::Preload};

// The markers, in the order of the template.
const LANGUAGE: &str = "<html lang=\"az\"";
const HEAD: &str = "<!--head-->";
const ROOT: &str = "<div id=\"root\">";
const STATE: &str = "id=\"state\">";
const SCRIPTS: &str = "<!--scripts-->";
const SCRIPTS_END: &str = "<!--/scripts-->";

/// Space for the tags that are written around the parts.
const SPARE_BYTES: usize = 1024;

const UNBUILT: &str = "<!doctype html>\n<html lang=\"az\">\n  <head>\n    <meta charset=\"utf-8\" />\n    <!--head-->\n  </head>\n  \
     <body>\n    <div id=\"root\">The web app has not been built: npm --prefix web run build</div>\n    \
     <script type=\"application/json\" id=\"state\"></script>\n    <!--scripts--><!--/scripts-->\n  </body>\n</html>\n";

/// The app hydrates the HTML only if its query string equals `search`.
#[derive(Debug)]
pub struct Rendered {
    pub search: String,
    pub html: String,
}

/// What a page adds to the template. All texts are escaped.
#[derive(Debug)]
pub struct PageParts<'a> {
    pub language: Language,
    pub head: &'a str,
    pub rendered: Option<&'a Rendered>,
    pub state: &'a str,
    /// The scripts that the template does not have.
    pub scripts: &'a [Preload],
}

#[derive(Debug)]
pub struct Template {
    before_language: String,
    before_head: String,
    before_root: String,
    before_state: String,
    before_scripts: String,
    scripts: String,
    after_scripts: String,
}

impl Template {
    pub fn unbuilt() -> Self {
        Self::parse(UNBUILT).expect("a test parses this template")
    }

    pub fn parse(html: &str) -> anyhow::Result<Self> {
        let (before_language, html) = html.split_once(LANGUAGE).with_context(|| missing(LANGUAGE))?;
        let (before_head, html) = html.split_once(HEAD).with_context(|| missing(HEAD))?;
        let (before_root, html) = html.split_once(ROOT).with_context(|| missing(ROOT))?;
        let (before_state, html) = html.split_once(STATE).with_context(|| missing(STATE))?;
        let (before_scripts, html) = html.split_once(SCRIPTS).with_context(|| missing(SCRIPTS))?;
        let (scripts, after_scripts) = html.split_once(SCRIPTS_END).with_context(|| missing(SCRIPTS_END))?;
        Ok(Self {
            before_language: before_language.to_owned(),
            before_head: before_head.to_owned(),
            before_root: before_root.to_owned(),
            before_state: format!("{before_state}{STATE}"),
            before_scripts: before_scripts.to_owned(),
            scripts: scripts.to_owned(),
            after_scripts: after_scripts.to_owned(),
        })
    }

    pub fn fill(&self, PageParts { language, head, rendered, state, scripts }: &PageParts<'_>) -> String {
        let Self { before_language, before_head, before_root, before_state, before_scripts, .. } = self;
        let html = rendered.map_or("", |rendered| &rendered.html);
        let mut page = String::with_capacity(self.len() + head.len() + html.len() + state.len() + SPARE_BYTES);
        let _ = write!(page, "{before_language}<html lang=\"{}\"{before_head}{head}{before_root}", language.code());
        let _ = match rendered {
            Some(Rendered { search, html }) => {
                write!(page, "<div id=\"root\" data-rendered=\"{}\">{html}", Html(search))
            }
            None => write!(page, "{ROOT}"),
        };
        let _ = write!(page, "{before_state}{state}{before_scripts}");
        // `web/src/head-script` activates the scripts after the first paint.
        let (open, close) = if rendered.is_some() { ("<template id=\"scripts\">", "</template>") } else { ("", "") };
        let _ = write!(page, "{open}");
        for script in *scripts {
            let _ = write!(page, "{script}");
        }
        let _ = write!(page, "{}{close}{}", self.scripts, self.after_scripts);
        page
    }

    fn len(&self) -> usize {
        self.parts().iter().map(|part| part.len()).sum()
    }

    fn parts(&self) -> [&String; 7] {
        let Self { before_language, before_head, before_root, before_state, before_scripts, scripts, after_scripts } =
            self;
        [before_language, before_head, before_root, before_state, before_scripts, scripts, after_scripts]
    }

    pub fn mentions(&self, path: &str) -> bool {
        self.parts().iter().any(|part| part.contains(path))
    }
}

fn missing(marker: &str) -> String {
    format!("index.html lacks `{marker}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUILT: &str = "<html lang=\"az\"><!--head--><div id=\"root\"></div><script id=\"state\"></script>\
         <!--scripts--><script src=\"/main.js\"></script><!--/scripts--></body>";
    const PARTS: PageParts<'_> =
        PageParts { language: Language::Az, head: "", rendered: None, state: "{}", scripts: &[] };

    #[test]
    fn the_markers_are_replaced() {
        let page = Template::unbuilt().fill(&PageParts { language: Language::Ru, head: "<title>t</title>", ..PARTS });
        assert!(page.contains("<html lang=\"ru\">"), "{page}");
        assert!(page.contains("<title>t</title>\n  </head>"), "{page}");
        assert!(page.contains("id=\"state\">{}</script>"), "{page}");
        assert!(page.contains("<div id=\"root\">The web app"), "{page}");
        assert!(!page.contains("<!--"), "{page}");
    }

    #[test]
    fn the_root_contains_the_rendered_html() {
        let rendered = Rendered { search: "sort=newest&q=\"".into(), html: "<h1>Gül</h1>".into() };
        let page = Template::parse(BUILT).unwrap().fill(&PageParts { rendered: Some(&rendered), ..PARTS });
        let root = "<div id=\"root\" data-rendered=\"sort=newest&amp;q=&quot;\"><h1>Gül</h1></div>";
        assert!(page.contains(root), "{page}");
    }

    #[test]
    fn a_rendered_page_keeps_its_scripts_in_a_template_element() {
        let template = Template::parse(BUILT).unwrap();
        let scripts = [Preload::Script("/home.js".into())];
        let plain = template.fill(&PageParts { scripts: &scripts, ..PARTS });
        let script_tags =
            "<link rel=\"modulepreload\" crossorigin href=\"/home.js\" /><script src=\"/main.js\"></script>";
        assert!(plain.ends_with(&format!("{script_tags}</body>")), "{plain}");
        let rendered = Rendered { search: String::new(), html: "<h1>Gül</h1>".into() };
        let page = template.fill(&PageParts { scripts: &scripts, rendered: Some(&rendered), ..PARTS });
        assert!(page.ends_with(&format!("<template id=\"scripts\">{script_tags}</template></body>")), "{page}");
    }

    #[test]
    fn a_template_without_a_marker_is_refused() {
        assert_eq!(
            Template::parse("<html lang=\"az\"><head></head>").unwrap_err().to_string(),
            "index.html lacks `<!--head-->`"
        );
    }
}

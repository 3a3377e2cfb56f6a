//! The `<head>` of a page, for search engines, link previews and the browser's preload scanner.

use std::fmt::{self, Display, Write as _};

use kit::Language;
use serde_json::Value;

use crate::{
    escape::{Html, Script},
    shell::address::Address,
};

/// The shop's name, at the end of titles.
pub const NAME: &str = "Sovqat";

/// `Display` writes the `<head>` as HTML.
pub struct Head<'a> {
    /// Scheme and host.
    pub site: &'a str,
    pub address: &'a Address,
    pub title: &'a str,
    pub description: &'a str,
    pub is_indexed: bool,
    /// The number of a later page of a list.
    pub page: Option<u64>,
    /// The proof of ownership for Google Search Console, on the home page only.
    pub verification: Option<&'a str>,
    pub is_product: bool,
    /// A path on this site.
    pub picture: Option<&'a str>,
    pub preloads: &'a [Preload],
    /// JSON-LD.
    pub structured: &'a [Value],
}

/// A file that the browser should load early.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Preload {
    Script(String),
    Style(String),
    Font(String),
    /// From the media store.
    Picture {
        url: String,
        sizes: String,
    },
    /// From the web app.
    PictureSet {
        /// In the form of `srcset`.
        set: String,
        sizes: String,
    },
}

impl Head<'_> {
    /// Returns the URL for search engines. It ignores filters and sorting. Later pages have URLs of their own, so that
    /// Google finds products linked only from them.
    fn canonical_url(&self, language: Language) -> String {
        let page = self.page.map(|page| format!("?page={page}")).unwrap_or_default();
        format!("{}{}{page}", self.site, self.address.path_in(language))
    }
}

impl Display for Head<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (title, description) = (Html(self.title), Html(self.description));
        writeln!(f, "<title>{title}</title>")?;
        if !self.description.is_empty() {
            writeln!(f, "<meta name=\"description\" content=\"{description}\" />")?;
        }
        if let Some(verification) = self.verification {
            writeln!(f, "<meta name=\"google-site-verification\" content=\"{}\" />", Html(verification))?;
        }
        if !self.is_indexed {
            writeln!(f, "<meta name=\"robots\" content=\"noindex, follow\" />")?;
        }
        let canonical = self.canonical_url(self.address.language);
        let canonical = Html(&canonical);
        writeln!(f, "<link rel=\"canonical\" href=\"{canonical}\" />")?;
        if self.is_indexed {
            for language in Language::ALL {
                writeln!(
                    f,
                    "<link rel=\"alternate\" hreflang=\"{}\" href=\"{}\" />",
                    language.code(),
                    Html(&self.canonical_url(language))
                )?;
            }
            writeln!(
                f,
                "<link rel=\"alternate\" hreflang=\"x-default\" href=\"{}\" />",
                Html(&self.canonical_url(Language::default()))
            )?;
        }
        self.write_preview(f, canonical)?;
        for preload in self.preloads {
            writeln!(f, "{preload}")?;
        }
        for value in self.structured {
            writeln!(f, "<script type=\"application/ld+json\">{}</script>", Script(&value.to_string()))?;
        }
        Ok(())
    }
}

impl Head<'_> {
    fn write_preview(&self, f: &mut fmt::Formatter<'_>, canonical: Html<'_>) -> fmt::Result {
        let locale = match self.address.language {
            Language::Az => "az_AZ",
            Language::Ru => "ru_RU",
            Language::En => "en_GB",
        };
        let kind = if self.is_product { "product" } else { "website" };
        writeln!(f, "<meta property=\"og:site_name\" content=\"Sovqat\" />")?;
        writeln!(f, "<meta property=\"og:type\" content=\"{kind}\" />")?;
        writeln!(f, "<meta property=\"og:locale\" content=\"{locale}\" />")?;
        writeln!(f, "<meta property=\"og:title\" content=\"{}\" />", Html(self.title))?;
        if !self.description.is_empty() {
            writeln!(f, "<meta property=\"og:description\" content=\"{}\" />", Html(self.description))?;
        }
        writeln!(f, "<meta property=\"og:url\" content=\"{canonical}\" />")?;
        if let Some(picture) = self.picture {
            let wide = wide_version(picture);
            writeln!(f, "<meta property=\"og:image\" content=\"{}{}\" />", Html(self.site), Html(&wide))?;
            writeln!(f, "<meta name=\"twitter:card\" content=\"summary_large_image\" />")?;
        }
        Ok(())
    }
}

/// Returns the widest version of a picture, which link previews need.
pub fn wide_version(picture: &str) -> String {
    picture.strip_suffix("/640.webp").map_or_else(|| picture.to_owned(), |folder| format!("{folder}/1280.webp"))
}

impl Display for Preload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Script(file) => write!(f, "<link rel=\"modulepreload\" crossorigin href=\"{}\" />", Html(file)),
            Self::Style(file) => write!(f, "<link rel=\"stylesheet\" crossorigin href=\"{}\" />", Html(file)),
            Self::Font(file) => {
                write!(
                    f,
                    "<link rel=\"preload\" as=\"font\" type=\"font/woff2\" crossorigin href=\"{}\" />",
                    Html(file)
                )
            }
            Self::Picture { url, sizes } => {
                let set = match url.strip_suffix("/640.webp") {
                    Some(folder) => {
                        let widths = [320, 640, 1280].map(|width| format!("{folder}/{width}.webp {width}w"));
                        widths.join(", ")
                    }
                    None => url.clone(),
                };
                write_picture(f, &set, sizes)
            }
            Self::PictureSet { set, sizes } => write_picture(f, set, sizes),
        }
    }
}

fn write_picture(f: &mut fmt::Formatter<'_>, set: &str, sizes: &str) -> fmt::Result {
    let mut link = String::from("<link rel=\"preload\" as=\"image\" fetchpriority=\"high\"");
    write!(link, " imagesrcset=\"{}\" imagesizes=\"{}\" />", Html(set), Html(sizes))?;
    f.write_str(&link)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::address::ParsedPath;

    fn head(path: &str, is_indexed: bool, title: &str) -> String {
        head_of(path, None, is_indexed, title)
    }

    fn head_of(path: &str, page: Option<u64>, is_indexed: bool, title: &str) -> String {
        let ParsedPath::Address(address) = Address::read(path) else { panic!("{path} is an address") };
        let structured = [serde_json::json!({"name": title})];
        let preloads = [Preload::Picture { url: "/media/abc/640.webp".into(), sizes: "100vw".into() }];
        Head {
            site: "https://sovqat.az",
            address: &address,
            title,
            description: "",
            is_indexed,
            page,
            verification: None,
            is_product: false,
            picture: Some("/media/abc/640.webp"),
            preloads: &preloads,
            structured: &structured,
        }
        .to_string()
    }

    #[test]
    fn a_page_links_to_itself_in_every_language() {
        insta::assert_snapshot!(head("/ru/kateqoriya/gul", true, "Цветы"), @r#"
        <title>Цветы</title>
        <link rel="canonical" href="https://sovqat.az/ru/kateqoriya/gul" />
        <link rel="alternate" hreflang="az" href="https://sovqat.az/kateqoriya/gul" />
        <link rel="alternate" hreflang="ru" href="https://sovqat.az/ru/kateqoriya/gul" />
        <link rel="alternate" hreflang="en" href="https://sovqat.az/en/kateqoriya/gul" />
        <link rel="alternate" hreflang="x-default" href="https://sovqat.az/kateqoriya/gul" />
        <meta property="og:site_name" content="Sovqat" />
        <meta property="og:type" content="website" />
        <meta property="og:locale" content="ru_RU" />
        <meta property="og:title" content="Цветы" />
        <meta property="og:url" content="https://sovqat.az/ru/kateqoriya/gul" />
        <meta property="og:image" content="https://sovqat.az/media/abc/1280.webp" />
        <meta name="twitter:card" content="summary_large_image" />
        <link rel="preload" as="image" fetchpriority="high" imagesrcset="/media/abc/320.webp 320w, /media/abc/640.webp 640w, /media/abc/1280.webp 1280w" imagesizes="100vw" />
        <script type="application/ld+json">{"name":"Цветы"}</script>
        "#);
    }

    #[test]
    fn a_later_page_of_a_list_has_its_own_canonical_url() {
        let head = head_of("/en/kateqoriya/gul", Some(3), true, "Flowers");
        for link in [
            "<link rel=\"canonical\" href=\"https://sovqat.az/en/kateqoriya/gul?page=3\" />",
            "hreflang=\"az\" href=\"https://sovqat.az/kateqoriya/gul?page=3\"",
        ] {
            assert!(head.contains(link), "{head}");
        }
    }

    #[test]
    fn a_page_that_is_not_indexed_has_noindex() {
        let head = head("/sebet", false, "Səbət");
        assert!(head.contains("noindex"), "{head}");
        assert!(!head.contains("hreflang"), "{head}");
    }

    #[test]
    fn text_cannot_break_out_of_the_head() {
        let head = head("/", true, "</title></script><script>alert(1)</script>\"");
        assert!(!head.contains("</title></script>"), "{head}");
        assert!(!head.contains("<script>alert"), "{head}");
    }
}

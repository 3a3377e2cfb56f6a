use std::collections::BTreeSet;

use super::*;
use crate::domain::{
    markdown::{Document, render},
    settings::tests::settings,
    shop_rules::tests::rules,
};

fn all_texts() -> impl Iterator<Item = (Page, Language)> {
    Page::ALL.into_iter().flat_map(|page| Language::ALL.map(|language| (page, language)))
}

fn document(page: Page, language: Language) -> Document {
    let text = page.bundled_text(language);
    let markdown = fill_placeholders(&text.markdown, &settings(), &rules(language), language)
        .unwrap_or_else(|error| panic!("{page:?}: {error}"));
    render(&markdown, page.split(), language)
}

fn ids(document: &Document) -> Vec<&str> {
    document.sections.iter().map(|section| section.id.as_str()).collect()
}

#[test]
fn pages_have_the_same_sections_in_every_language() {
    for page in Page::ALL {
        let az = document(page, Language::Az);
        for language in Language::ALL {
            let (name, document) = (format!("{} in {}", page.key(), language.code()), document(page, language));
            assert_eq!(ids(&document), ids(&az), "{name}");
            assert!(
                document.sections.iter().all(|section| !section.html.trim().is_empty()),
                "{name} has an empty section"
            );
            assert!(!document.html.contains("{{"), "{name}");
            let is_cyrillic = |c: char| ('а'..='я').contains(&c);
            assert_eq!(document.html.contains(is_cyrillic), language == Language::Ru, "{name}");
        }
    }
}

#[test]
fn every_heading_is_rendered() {
    for (page, language) in all_texts() {
        let text = page.bundled_text(language);
        let written = text.markdown.lines().filter(|line| line.starts_with('#')).count();
        let rendered = document(page, language).html.matches(" id=\"s-").count();
        assert_eq!(rendered, written, "{} in {}", page.key(), language.code());
        assert!(!text.title.is_empty(), "{} in {}", page.key(), language.code());
        assert!(!text.title.starts_with('#'), "{} in {}", page.key(), language.code());
    }
}

#[test]
fn every_heading_has_an_explicit_id() {
    for (page, language) in all_texts() {
        let text = page.bundled_text(language);
        let without_id: Vec<_> =
            text.markdown.lines().filter(|line| line.starts_with('#') && !line.ends_with('}')).collect();
        assert!(without_id.is_empty(), "{} in {}: {without_id:?}", page.key(), language.code());
    }
}

#[test]
fn faq_has_at_least_25_different_questions() {
    for language in Language::ALL {
        let faq = document(Page::Faq, language);
        let questions: BTreeSet<_> = faq.sections.iter().map(|section| &section.title).collect();
        assert!(questions.len() >= 25, "{}", language.code());
        assert_eq!(questions.len(), faq.sections.len(), "{} has the same question twice", language.code());
        for section in &faq.sections {
            assert!(!section.group.is_empty(), "{}", section.title);
            assert!(section.title.ends_with('?'), "{}", section.title);
        }
    }
}

#[test]
fn links_lead_to_known_pages() {
    let known_paths = [
        "",
        "beyendiklerim",
        "bonuslar",
        "catdirilma",
        "elaqe",
        "faq",
        "giris",
        "gizlilik-sertleri",
        "komek",
        "odenis",
        "profil",
        "sebet",
        "sertler",
        "topdan-satis",
    ];
    for (page, language) in all_texts() {
        let text = page.bundled_text(language).markdown;
        for path in text.split("](/").skip(1).filter_map(|link| link.split([')', '#', '/', '?']).next()) {
            assert!(known_paths.contains(&path), "{} in {} leads to /{path}", page.key(), language.code());
        }
    }
}

#[test]
fn texts_contain_no_amounts_except_by_placeholders() {
    for (page, language) in all_texts() {
        let text = page.bundled_text(language).markdown;
        let sums: Vec<_> = text.lines().filter(|line| line.contains('₼')).collect();
        assert!(sums.is_empty(), "{} in {}: {sums:?}", page.key(), language.code());
    }
    let with_rules = Page::ALL.into_iter().filter(|page| needs_rules(&page.bundled_text(Language::Az).markdown));
    assert_eq!(
        with_rules.collect::<Vec<_>>(),
        [Page::Delivery, Page::Bonuses, Page::Faq, Page::Help, Page::Payment, Page::Terms]
    );
}

#[test]
fn every_language_has_the_same_placeholders() {
    let placeholders = |page: Page, language| {
        let text = page.bundled_text(language).markdown;
        let names =
            text.split("{{").skip(1).filter_map(|placeholder| placeholder.split("}}").next()).map(str::to_owned);
        names.collect::<BTreeSet<_>>()
    };
    for (page, language) in all_texts() {
        assert_eq!(
            placeholders(page, language),
            placeholders(page, Language::Az),
            "{} in {}",
            page.key(),
            language.code()
        );
    }
}

#[test]
fn placeholder_values_are_escaped() {
    let mut settings = settings();
    settings.office.company = "<b>*Sovqat* & [Co](x) #1".to_owned();
    let markdown =
        fill_placeholders("{{company}}", &settings, &ShopRules::default(), Language::Az).expect("a known placeholder");
    let html = render(&markdown, Page::Terms.split(), Language::Az).html;
    assert_eq!(html, "<p>&lt;b&gt;*Sovqat* &amp; [Co](x) #1</p>\n");
    assert_eq!(
        fill_placeholders("{{budget}}", &settings, &ShopRules::default(), Language::Az),
        Err(TemplateError::Unknown("budget".to_owned()))
    );
}

//! Renders Markdown as HTML that is safe even if the text contains an attack: only `writer` and `Heading::html` write
//! tags, and only for elements that the parser reports.

mod link_target;
mod slug;
mod writer;

use std::collections::HashSet;

use kit::Language;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use slug::slug;
use writer::Writer;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    pub html: String,
    pub sections: Vec<Section>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    pub id: String,
    /// The heading of its group, or empty.
    pub group: String,
    pub title: String,
    pub html: String,
}

/// Which headings begin a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Split {
    /// `##` begins a section.
    Headings,
    /// `###` begins a section; `##` groups sections.
    Questions,
}

/// A heading and the text up to the next one. The first part may have no heading.
#[derive(Default)]
struct Part {
    heading: Option<Heading>,
    body: String,
}

struct Heading {
    level: u8,
    id: String,
    /// As plain text.
    title: String,
    /// With inline tags, such as `<em>`.
    html: String,
}

impl Heading {
    fn html(&self) -> String {
        let Self { level, id, html, .. } = self;
        format!("<h{level} id=\"{id}\">{html}</h{level}>\n")
    }
}

pub fn render(markdown: &str, split: Split, language: Language) -> Document {
    let parts = split_at_headings(markdown, language);
    let mut html = String::new();
    for part in &parts {
        if let Some(heading) = &part.heading {
            html.push_str(&heading.html());
        }
        html.push_str(&part.body);
    }
    Document { html, sections: sections(parts, split) }
}

fn split_at_headings(markdown: &str, language: Language) -> Vec<Part> {
    let mut parts = vec![Part::default()];
    let mut used_ids = HashSet::new();
    let mut writer = Writer::new(language);
    let mut events = Parser::new_ext(markdown, Options::ENABLE_TABLES | Options::ENABLE_HEADING_ATTRIBUTES);
    while let Some(event) = events.next() {
        match event {
            // A heading in a quotation or a list must not split it.
            Event::Start(Tag::Heading { level, id, .. }) if writer.is_at_top_level() => {
                let body = writer.take();
                if let Some(part) = parts.last_mut() {
                    part.body = body;
                }
                let heading_events: Vec<_> =
                    events.by_ref().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_)))).collect();
                let title = plain_text(&heading_events);
                let id = unique_id(&slug(id.as_deref().unwrap_or(&title)), &mut used_ids);
                for event in heading_events {
                    writer.write(event);
                }
                let heading = Heading { level: html_level(level), id, title, html: writer.take() };
                parts.push(Part { heading: Some(heading), body: String::new() });
            }
            event => writer.write(event),
        }
    }
    let body = writer.take();
    if let Some(part) = parts.last_mut() {
        part.body = body;
    }
    parts
}

/// The page's title is the only `h1`.
fn html_level(level: HeadingLevel) -> u8 {
    (level as u8).clamp(2, 4)
}

fn plain_text(events: &[Event<'_>]) -> String {
    let mut plain = String::new();
    for event in events {
        match event {
            Event::Text(text) | Event::Code(text) => plain.push_str(text),
            Event::SoftBreak | Event::HardBreak => plain.push(' '),
            _ => {}
        }
    }
    plain.trim().to_owned()
}

/// The prefix `s-` avoids collisions with other ids of the page.
fn unique_id(slug: &str, used_ids: &mut HashSet<String>) -> String {
    let first_choice = format!("s-{slug}");
    let mut id = first_choice.clone();
    let mut number = 1;
    while !used_ids.insert(id.clone()) {
        number += 1;
        id = format!("{first_choice}-{number}");
    }
    id
}

/// A heading above the level of sections begins a group; one below it belongs to the section before it.
fn sections(parts: Vec<Part>, split: Split) -> Vec<Section> {
    let section_level = if split == Split::Questions { 3 } else { 2 };
    let (mut sections, mut group) = (Vec::<Section>::new(), None);
    for Part { heading, body } in parts {
        match heading {
            Some(heading) if heading.level == section_level => {
                let group = group.clone().unwrap_or_default();
                sections.push(Section { id: heading.id, group, title: heading.title, html: body });
            }
            Some(heading) if heading.level < section_level => group = Some(heading.title),
            Some(heading) => {
                if let Some(section) = sections.last_mut() {
                    section.html.push_str(&heading.html());
                    section.html.push_str(&body);
                }
            }
            None => {}
        }
    }
    sections
}

#[cfg(test)]
mod tests;

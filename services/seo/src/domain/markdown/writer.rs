//! Writes HTML for the parser's events. Only this module and `Heading::html` write tags, so only they must be reviewed
//! for injection attacks.

use kit::{Language, template::escape};
use pulldown_cmark::{Event, LinkType, Tag, TagEnd};

use super::link_target::{allowed_target, is_external};

pub struct Writer {
    language: Language,
    out: String,
    /// The number of open quotations, lists and list items.
    depth: usize,
    /// For each open link, whether its tag was written. Disallowed targets get none.
    links: Vec<bool>,
    is_in_table_head: bool,
}

impl Writer {
    pub fn new(language: Language) -> Self {
        Self { language, out: String::new(), depth: 0, links: Vec::new(), is_in_table_head: false }
    }

    pub fn is_at_top_level(&self) -> bool {
        self.depth == 0
    }

    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.out)
    }

    pub fn write(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.open(tag),
            Event::End(tag) => self.close(tag),
            // HTML in a text is shown as text.
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.out.push_str(&escape(&text)),
            Event::Code(code) => {
                self.out.push_str("<code>");
                self.out.push_str(&escape(&code));
                self.out.push_str("</code>");
            }
            Event::SoftBreak => self.out.push('\n'),
            Event::HardBreak => self.out.push_str("<br>\n"),
            Event::Rule => self.out.push_str("<hr>\n"),
            _ => {}
        }
    }

    fn open(&mut self, tag: Tag<'_>) {
        self.depth += usize::from(is_block(tag.to_end()));
        match tag {
            Tag::Paragraph | Tag::HtmlBlock => self.out.push_str("<p>"),
            // A heading in a quotation or list becomes bold text.
            Tag::Heading { .. } => self.out.push_str("<p><strong>"),
            Tag::BlockQuote(_) => self.out.push_str("<blockquote>\n"),
            Tag::CodeBlock(_) => self.out.push_str("<pre><code>"),
            Tag::List(None) => self.out.push_str("<ul>\n"),
            Tag::List(Some(1)) => self.out.push_str("<ol>\n"),
            Tag::List(Some(first)) => self.out.extend(["<ol start=\"", &first.to_string(), "\">\n"]),
            Tag::Item => self.out.push_str("<li>"),
            Tag::Table(_) => self.out.push_str("<table>\n"),
            Tag::TableHead => {
                self.is_in_table_head = true;
                self.out.push_str("<thead>\n<tr>");
            }
            Tag::TableRow => self.out.push_str("<tr>"),
            Tag::TableCell => self.out.push_str(if self.is_in_table_head { "<th scope=\"col\">" } else { "<td>" }),
            Tag::Emphasis => self.out.push_str("<em>"),
            Tag::Strong => self.out.push_str("<strong>"),
            Tag::Link { link_type, dest_url, .. } => self.open_link(link_type, &dest_url),
            _ => {}
        }
    }

    fn open_link(&mut self, kind: LinkType, to: &str) {
        let to = if kind == LinkType::Email { &format!("mailto:{to}") } else { to };
        let target = allowed_target(to, self.language);
        self.links.push(target.is_some());
        if let Some(target) = target {
            // Other sites get no access to the visitor's page or window.
            let rel = if is_external(&target) { " rel=\"noopener noreferrer\"" } else { "" };
            self.out.extend(["<a href=\"", &escape(&target), "\"", rel, ">"]);
        }
    }

    fn close(&mut self, tag: TagEnd) {
        self.depth -= usize::from(is_block(tag));
        self.out.push_str(match tag {
            TagEnd::Paragraph | TagEnd::HtmlBlock => "</p>\n",
            TagEnd::Heading(_) => "</strong></p>\n",
            TagEnd::BlockQuote(_) => "</blockquote>\n",
            TagEnd::CodeBlock => "</code></pre>\n",
            TagEnd::List(false) => "</ul>\n",
            TagEnd::List(true) => "</ol>\n",
            TagEnd::Item => "</li>\n",
            TagEnd::Table => "</tbody>\n</table>\n",
            TagEnd::TableHead => "</tr>\n</thead>\n<tbody>\n",
            TagEnd::TableRow => "</tr>\n",
            TagEnd::TableCell if self.is_in_table_head => "</th>",
            TagEnd::TableCell => "</td>",
            TagEnd::Emphasis => "</em>",
            TagEnd::Strong => "</strong>",
            TagEnd::Link if self.links.pop() == Some(true) => "</a>",
            _ => "",
        });
        if tag == TagEnd::TableHead {
            self.is_in_table_head = false;
        }
    }
}

fn is_block(tag: TagEnd) -> bool {
    matches!(tag, TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item)
}

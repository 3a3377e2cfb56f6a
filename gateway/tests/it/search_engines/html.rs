//! Parses HTML without running scripts, as a crawler does.

use std::collections::BTreeMap;

use html5ever::{ParseOpts, parse_document, tendril::TendrilSink as _};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

pub struct Element {
    pub name: String,
    /// False for the `<title>` of an inline SVG, for example.
    pub is_in_head: bool,
    attributes: BTreeMap<String, String>,
    /// The element's own text, without that of its child elements.
    pub text: String,
}

impl Element {
    /// Returns an empty text if the attribute is missing.
    pub fn attribute(&self, name: &str) -> &str {
        self.attributes.get(name).map_or("", String::as_str)
    }
}

pub fn elements(html: &str) -> Vec<Element> {
    let document = parse_document(RcDom::default(), ParseOpts::default()).one(html);
    let mut elements = Vec::new();
    collect(&document.document, false, &mut elements);
    elements
}

fn collect(node: &Handle, is_in_head: bool, elements: &mut Vec<Element>) {
    let mut is_in_head = is_in_head;
    if let NodeData::Element { name, attrs, template_contents, .. } = &node.data {
        is_in_head |= &*name.local == "head";
        elements.push(Element {
            name: name.local.to_string(),
            is_in_head,
            attributes: attrs
                .borrow()
                .iter()
                .map(|attribute| (attribute.name.local.to_string(), attribute.value.to_string()))
                .collect(),
            text: node.children.borrow().iter().filter_map(text_of).collect(),
        });
        if let Some(contents) = &*template_contents.borrow() {
            collect(contents, is_in_head, elements);
        }
    }
    for child in node.children.borrow().iter() {
        collect(child, is_in_head, elements);
    }
}

fn text_of(node: &Handle) -> Option<String> {
    match &node.data {
        NodeData::Text { contents } => Some(contents.borrow().to_string()),
        _ => None,
    }
}

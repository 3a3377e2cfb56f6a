//! Places text on A4 pages from top to bottom. Lengths are in points.

use super::fonts::{Weight, width};

pub const PAGE_WIDTH: f32 = 595.0;
pub const PAGE_HEIGHT: f32 = 842.0;
// The edges of the text.
const LEFT: f32 = 40.0;
const RIGHT: f32 = 555.0;
const FULL_WIDTH: f32 = RIGHT - LEFT;
const TOP: f32 = 56.0;
const BOTTOM: f32 = 790.0;
/// Left edge of the values of labels.
const VALUES: f32 = 190.0;
/// The line height as a multiple of the font size.
const LEADING: f32 = 1.45;
// Font sizes.
const HEADING: f32 = 11.0;
const ROW: f32 = 9.5;
/// Includes the space around the rule.
const RULE_HEIGHT: f32 = 6.0;

#[derive(Debug, Clone, PartialEq)]
pub enum Element {
    /// `y` is the baseline.
    Text {
        x: f32,
        y: f32,
        size: f32,
        weight: Weight,
        text: String,
    },
    Rule {
        x: f32,
        y: f32,
        width: f32,
    },
}

pub type Page = Vec<Element>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Left,
    Right,
}

pub struct Cell {
    /// The left edge, or the right edge if aligned to the right.
    x: f32,
    align: Align,
    weight: Weight,
    /// Longer text is wrapped.
    width: f32,
    text: String,
}

impl Cell {
    pub fn plain(x: f32, align: Align, text: &str) -> Self {
        Self { x, align, weight: Weight::Regular, width: f32::INFINITY, text: text.to_owned() }
    }

    pub fn bold(x: f32, align: Align, text: &str) -> Self {
        Self { weight: Weight::Bold, ..Self::plain(x, align, text) }
    }

    pub fn wrapped(x: f32, width: f32, text: &str) -> Self {
        Self { width, ..Self::plain(x, Align::Left, text) }
    }
}

pub struct Layout {
    pages: Vec<Page>,
    /// Top of the next line.
    y: f32,
}

impl Layout {
    pub fn new() -> Self {
        Self { pages: vec![Page::new()], y: TOP }
    }

    pub fn gap(&mut self, height: f32) {
        self.y += height;
    }

    pub fn bold(&mut self, text: &str, size: f32) {
        self.lines(LEFT, FULL_WIDTH, size, Weight::Bold, text);
    }

    pub fn heading(&mut self, text: &str) {
        self.bold(text, HEADING);
    }

    pub fn paragraph(&mut self, text: &str, size: f32) {
        self.lines(LEFT, FULL_WIDTH, size, Weight::Regular, text);
    }

    /// Adds a label and its value in the same line.
    pub fn pair(&mut self, label: &str, value: &str, size: f32) {
        let lines = wrap(value, size, Weight::Bold, RIGHT - VALUES);
        self.ensure_space(size * LEADING);
        let y = self.y + size;
        self.put(Element::Text { x: LEFT, y, size, weight: Weight::Regular, text: label.to_owned() });
        for line in lines {
            self.line(VALUES, size, Weight::Bold, line);
        }
    }

    /// Adds a row that is as high as its highest cell. A row is never split between pages.
    pub fn row(&mut self, cells: &[Cell]) {
        let cells: Vec<_> = cells.iter().map(|cell| (cell, wrap(&cell.text, ROW, cell.weight, cell.width))).collect();
        let height = cells.iter().map(|(_, lines)| lines.len()).max().unwrap_or(1) as f32 * ROW * LEADING;
        self.ensure_space(height);
        let top = self.y;
        for (cell, lines) in cells {
            let mut y = top + ROW;
            for text in lines {
                let x = match cell.align {
                    Align::Left => cell.x,
                    Align::Right => cell.x - width(&text, ROW, cell.weight),
                };
                self.put(Element::Text { x, y, size: ROW, weight: cell.weight, text });
                y += ROW * LEADING;
            }
        }
        self.y = top + height;
    }

    pub fn rule(&mut self) {
        self.ensure_space(RULE_HEIGHT);
        let y = self.y + RULE_HEIGHT / 3.0;
        self.put(Element::Rule { x: LEFT, y, width: FULL_WIDTH });
        self.y += RULE_HEIGHT;
    }

    pub fn finish(self) -> Vec<Page> {
        self.pages
    }

    fn lines(&mut self, x: f32, width: f32, size: f32, weight: Weight, text: &str) {
        for line in wrap(text, size, weight, width) {
            self.line(x, size, weight, line);
        }
    }

    fn line(&mut self, x: f32, size: f32, weight: Weight, text: String) {
        self.ensure_space(size * LEADING);
        let y = self.y + size;
        self.put(Element::Text { x, y, size, weight, text });
        self.y += size * LEADING;
    }

    fn ensure_space(&mut self, height: f32) {
        if self.y + height > BOTTOM {
            self.pages.push(Page::new());
            self.y = TOP;
        }
    }

    fn put(&mut self, element: Element) {
        if let Some(page) = self.pages.last_mut() {
            page.push(element);
        }
    }
}

/// Breaks text into lines, between words if possible.
fn wrap(text: &str, size: f32, weight: Weight, max_width: f32) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        // No-break spaces keep an amount and its currency on one line.
        for word in paragraph.split([' ', '\t']).filter(|word| !word.is_empty()) {
            let extended = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if width(&extended, size, weight) <= max_width {
                line = extended;
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            // The word may be longer than a line.
            for letter in word.chars() {
                if width(&format!("{line}{letter}"), size, weight) > max_width && !line.is_empty() {
                    lines.push(std::mem::take(&mut line));
                }
                line.push(letter);
            }
        }
        lines.push(line);
    }
    if lines.is_empty() { vec![String::new()] } else { lines }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_wrapped_between_words_and_within_one_that_is_too_long() {
        let lines = wrap("Şokoladlı badam konfeti, hədiyyə qutusunda", 10.0, Weight::Regular, 120.0);
        assert!(lines.len() > 1, "{lines:?}");
        assert!(lines.iter().all(|line| width(line, 10.0, Weight::Regular) <= 120.0), "{lines:?}");
        assert_eq!(lines.join(" "), "Şokoladlı badam konfeti, hədiyyə qutusunda");
        let long = wrap(&"ə".repeat(60), 10.0, Weight::Regular, 100.0);
        assert!(long.len() > 1 && long.iter().all(|line| width(line, 10.0, Weight::Regular) <= 100.0), "{long:?}");
    }

    #[test]
    fn a_value_ends_before_the_right_margin() {
        let mut layout = Layout::new();
        layout.pair("Alıcı", &"Şəfəq".repeat(60), 5.0);
        let pages = layout.finish();
        let values = pages.iter().flatten().filter_map(|element| match element {
            Element::Text { x, size, weight, text, .. } if *x >= VALUES => Some(x + width(text, *size, *weight)),
            _ => None,
        });
        let right_edges: Vec<_> = values.collect();
        assert!(right_edges.len() > 1, "{right_edges:?}");
        assert!(right_edges.iter().all(|edge| *edge <= RIGHT), "{right_edges:?}");
    }

    #[test]
    fn rows_that_do_not_fit_continue_on_the_next_page() {
        let mut layout = Layout::new();
        for number in 0..100 {
            layout.row(&[Cell::plain(40.0, Align::Left, &number.to_string())]);
        }
        let pages = layout.finish();
        assert_eq!(pages.iter().map(Vec::len).sum::<usize>(), 100);
        assert!(pages.len() > 1);
        let is_on_page = |element: &Element| matches!(element, Element::Text { y, .. } if (TOP..=BOTTOM).contains(y));
        assert!(pages.iter().flatten().all(is_on_page));
    }
}

//! Writes PDF files with font subsets.

use super::{
    fonts::{BOLD, REGULAR, Weight, printable},
    layout::{Element, PAGE_HEIGHT, PAGE_WIDTH, Page},
};
use anyhow::{Context as _, anyhow};
use kit::Language;
use krilla::{
    Document,
    color::rgb,
    geom::{PathBuilder, Point},
    metadata::Metadata,
    page::PageSettings,
    paint::Fill,
    surface::Surface,
    text::{Font, TextDirection},
};

/// Red, green and blue.
const INK: (u8, u8, u8) = (0x2b, 0x20, 0x27);
/// In points.
const RULE_THICKNESS: f32 = 0.7;

pub fn file(pages: &[Page], title: &str, language: Language) -> anyhow::Result<Vec<u8>> {
    let regular = Font::new(REGULAR.into(), 0).context("the font cannot be read")?;
    let bold = Font::new(BOLD.into(), 0).context("the bold font cannot be read")?;
    let mut document = Document::new();
    document.set_metadata(Metadata::new().title(title.to_owned()).language(language.code().to_owned()));
    for elements in pages {
        let settings = PageSettings::from_wh(PAGE_WIDTH, PAGE_HEIGHT).context("the page has no size")?;
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        surface.set_fill(Some(Fill { paint: rgb::Color::new(INK.0, INK.1, INK.2).into(), ..Fill::default() }));
        for element in elements {
            paint(&mut surface, element, &regular, &bold)?;
        }
        surface.finish();
        page.finish();
    }
    document.finish().map_err(|error| anyhow!("the PDF cannot be made: {error:?}"))
}

fn paint(surface: &mut Surface<'_>, element: &Element, regular: &Font, bold: &Font) -> anyhow::Result<()> {
    match element {
        Element::Text { x, y, size, weight, text } => {
            let font = match weight {
                Weight::Regular => regular,
                Weight::Bold => bold,
            };
            let text = printable(text, *weight);
            surface.draw_text(Point::from_xy(*x, *y), font.clone(), *size, &text, false, TextDirection::Auto);
        }
        Element::Rule { x, y, width } => {
            let mut path = PathBuilder::new();
            path.move_to(*x, *y);
            path.line_to(x + width, *y);
            path.line_to(x + width, y + RULE_THICKNESS);
            path.line_to(*x, y + RULE_THICKNESS);
            path.close();
            surface.draw_path(&path.finish().context("the line has no size")?);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fonts_have_the_letters_of_all_three_languages() {
        let letters = "ƏəĞğIıİiÖöŞşÜüÇç АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ абвгдеёжзийклмнопрстуфхцчшщъыьэюя ₼ № — « »";
        for weight in [Weight::Regular, Weight::Bold] {
            assert_eq!(printable(letters, weight), letters);
        }
        assert_eq!(printable("漢\u{a0}a", Weight::Regular), "?\u{a0}a");
    }
}

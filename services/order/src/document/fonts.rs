//! The documents' fonts, converted from the site's WOFF2 files with fontTools.

use std::sync::LazyLock;

use ttf_parser::Face;

pub static REGULAR: &[u8] = include_bytes!("../../fonts/Onest-Regular.ttf");
pub static BOLD: &[u8] = include_bytes!("../../fonts/Onest-Bold.ttf");

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    Regular,
    Bold,
}

/// Replaces characters that the fonts lack.
const UNKNOWN: char = '?';

/// The parsed fonts, `None` if a font cannot be read.
struct Metrics {
    regular: Option<Face<'static>>,
    bold: Option<Face<'static>>,
}

static METRICS: LazyLock<Metrics> =
    LazyLock::new(|| Metrics { regular: Face::parse(REGULAR, 0).ok(), bold: Face::parse(BOLD, 0).ok() });

fn face(weight: Weight) -> Option<&'static Face<'static>> {
    match weight {
        Weight::Regular => METRICS.regular.as_ref(),
        Weight::Bold => METRICS.bold.as_ref(),
    }
}

/// In points.
pub fn width(text: &str, size: f32, weight: Weight) -> f32 {
    let Some(face) = face(weight) else { return 0.0 };
    let advance = |letter: char| {
        let glyph = face.glyph_index(letter).or_else(|| face.glyph_index(UNKNOWN))?;
        face.glyph_hor_advance(glyph)
    };
    let units: u32 = text.chars().map(|letter| u32::from(advance(letter).unwrap_or_default())).sum();
    units as f32 * size / f32::from(face.units_per_em())
}

pub fn printable(text: &str, weight: Weight) -> String {
    let Some(face) = face(weight) else { return text.to_owned() };
    text.chars().map(|letter| if face.glyph_index(letter).is_some() { letter } else { UNKNOWN }).collect()
}

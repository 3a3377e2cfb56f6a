//! Limits and sizes of pictures.

/// Widths in pixels of the files made of a picture.
pub const WIDTHS: [u32; 3] = [320, 640, 1280];
pub const UPLOADS_PER_DAY: i64 = 30;
pub const MAX_PICTURES_PER_PRODUCT: usize = 12;
pub const MAX_FILE_BYTES: usize = 10 << 20;
/// Phone cameras produce fewer.
pub const MAX_PIXELS: u64 = 50_000_000;

/// Scales in proportion and never enlarges. The height is at most twice `max_width`, because WebP allows at most 16,383
/// pixels.
pub fn fit((width, height): (u32, u32), max_width: u32) -> (u32, u32) {
    let (source_width, source_height) = (f64::from(width), f64::from(height));
    let scale = (f64::from(max_width) / source_width).min(f64::from(2 * max_width) / source_height).min(1.0);
    let scaled = |length: f64| ((length * scale).round() as u32).max(1);
    (scaled(source_width), scaled(source_height))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn pictures_are_scaled_in_proportion() {
        assert_eq!(fit((4000, 3000), 640), (640, 480));
        assert_eq!(fit((500, 300), 640), (500, 300), "not enlarged");
        assert_eq!(fit((100, 50_000), 1280), (5, 2560), "at most twice as tall as wide");
        assert_eq!(fit((50_000, 1), 320), (320, 1), "at least one pixel");
    }

    proptest! {
        #[test]
        fn pictures_are_never_enlarged_or_too_large(
            width in 1..60_000_u32,
            height in 1..60_000_u32,
            max_width in prop::sample::select(&WIDTHS[..]),
        ) {
            let (fitted_width, fitted_height) = fit((width, height), max_width);
            prop_assert!((1..=width.min(max_width)).contains(&fitted_width));
            prop_assert!((1..=height.min(2 * max_width)).contains(&fitted_height));
        }
    }
}

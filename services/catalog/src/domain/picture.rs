//! What becomes of a picture: three widths, never wider than it was.

/// As wide as the files that are made.
pub const WIDTHS: [u32; 3] = [320, 640, 1280];
/// How many a shopper may upload.
pub const UPLOADS_A_DAY: i64 = 30;
pub const MOST_OF_A_PRODUCT: usize = 12;
/// What is still read of a file.
pub const LONGEST_FILE: usize = 10 << 20;
/// More points than any camera in a pocket makes.
pub const MOST_POINTS: u64 = 50_000_000;

/// The size for a width: in proportion, not enlarged, and at most twice as high as wide. What is higher becomes
/// narrower: nobody scrolls through a picture, and the format itself ends at 16,383.
pub fn fit((width, height): (u32, u32), wanted: u32) -> (u32, u32) {
    let (source_width, source_height) = (f64::from(width), f64::from(height));
    let scale = (f64::from(wanted) / source_width).min(f64::from(2 * wanted) / source_height).min(1.0);
    let scaled = |length: f64| ((length * scale).round() as u32).max(1);
    (scaled(source_width), scaled(source_height))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn sizes_are_in_proportion() {
        assert_eq!(fit((4000, 3000), 640), (640, 480));
        assert_eq!(fit((500, 300), 640), (500, 300), "not enlarged");
        assert_eq!(fit((100, 50_000), 1280), (5, 2560), "not higher than twice the width");
        assert_eq!(fit((50_000, 1), 320), (320, 1), "not nothing");
    }

    proptest! {
        #[test]
        fn nothing_is_enlarged_or_too_large(width in 1..60_000_u32, height in 1..60_000_u32, wanted in prop::sample::select(&WIDTHS[..])) {
            let fitted = fit((width, height), wanted);
            prop_assert!(fitted.0 <= width.min(wanted) && fitted.1 <= height.min(2 * wanted) && fitted.0 > 0 && fitted.1 > 0);
        }
    }
}

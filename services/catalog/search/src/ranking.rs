//! Points by which products are ranked in a search.

/// Points for how a word matches, in the product's name unless stated otherwise.
pub mod weight {
    pub const EXACT: u8 = 60;
    pub const FOLDED: u8 = 40;
    pub const RELATED_FORM: u8 = 30;
    pub const STEM: u8 = 20;
    pub const SYNONYM: u8 = 20;
    /// Begins with the last typed word.
    pub const PREFIX: u8 = 15;
    /// In a category or field value.
    pub const ABOUT: u8 = 12;
    pub const ABOUT_SYNONYM: u8 = 9;
    /// In the name, a category or a field value.
    pub const TYPO: u8 = 6;
}

/// Points if every word matches exactly.
pub const PERFECT: u32 = 1_000;
/// A popularity of [`POPULARITY_FOR_HALF`] gets half of it.
const MAX_POPULARITY: f64 = 60.0;
const POPULARITY_FOR_HALF: f64 = 50.0;
const IN_STOCK: f64 = 30.0;
const HAS_PICTURE: f64 = 20.0;
const DISCOUNTED: f64 = 8.0;
const MAX_RATING: f64 = 22.0;
const REVIEWS_FOR_HALF_RATING: f64 = 5.0;
/// Points if the name contains only the query.
const MAX_BREVITY: u32 = 40;

/// Points if the query is the name of the product's category.
const NAMED_CATEGORY: u32 = 500;

#[derive(Debug, Clone, Copy)]
pub struct Quality {
    pub popularity: i64,
    pub has_picture: bool,
    pub is_in_stock: bool,
    pub is_discounted: bool,
    /// In tenths of a star.
    pub rating: i16,
    pub review_count: i64,
}

impl Quality {
    /// Between 0 and 140.
    pub fn points(self) -> u8 {
        let popularity = self.popularity.max(0) as f64;
        let reviews = self.review_count.max(0) as f64;
        let popular = MAX_POPULARITY * popularity / (popularity + POPULARITY_FOR_HALF);
        let rated = MAX_RATING * f64::from(self.rating) / 50.0 * reviews / (reviews + REVIEWS_FOR_HALF_RATING);
        let in_stock = if self.is_in_stock { IN_STOCK } else { 0.0 };
        let pictured = if self.has_picture { HAS_PICTURE } else { 0.0 };
        let discounted = if self.is_discounted { DISCOUNTED } else { 0.0 };
        (popular + rated + pictured + in_stock + discounted) as u8
    }
}

/// More for a larger searched part of the name.
pub fn brevity(words_in_query: u32, words_in_name: u32) -> u32 {
    MAX_BREVITY * words_in_query.min(words_in_name) / words_in_name.max(1)
}

pub fn named_category_points(words_in_query: u32, words_in_name: u32) -> u32 {
    NAMED_CATEGORY * words_in_query.min(words_in_name) / words_in_name.max(1)
}

/// Small for a frequent word.
pub fn importance(documents: u32, with_word: u32) -> u16 {
    let rarity = (1.0 + f64::from(documents) / (1.0 + f64::from(with_word))).ln();
    (2.0 + rarity * 2.0) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEST: Quality = Quality {
        popularity: i64::MAX,
        has_picture: true,
        is_in_stock: true,
        is_discounted: true,
        rating: 50,
        review_count: i64::MAX,
    };

    #[test]
    fn points_are_between_0_and_140() {
        assert!((139..=140).contains(&BEST.points()), "{}", BEST.points());
        let worst = Quality {
            popularity: -1,
            has_picture: false,
            is_in_stock: false,
            is_discounted: false,
            rating: 0,
            review_count: -1,
        };
        assert_eq!(worst.points(), 0);
    }

    #[test]
    fn each_part_of_quality_adds_points() {
        for worse in [
            Quality { popularity: 10, ..BEST },
            Quality { has_picture: false, ..BEST },
            Quality { is_in_stock: false, ..BEST },
            Quality { is_discounted: false, ..BEST },
            Quality { rating: 30, ..BEST },
            Quality { review_count: 1, ..BEST },
        ] {
            assert!(worse.points() < BEST.points(), "{worse:?}");
        }
    }

    #[test]
    fn importance_is_greater_for_rare_words() {
        assert!(importance(1_000_000, 10) > importance(1_000_000, 10_000));
        assert!(importance(1_000_000, 1_000_000) >= 2);
        assert!(importance(u32::MAX, 0) < 60, "sums of twelve words fit into u16");
    }

    #[test]
    fn brevity_is_greatest_when_name_equals_query() {
        assert_eq!(brevity(2, 2), MAX_BREVITY);
        assert!(brevity(1, 2) > brevity(1, 8));
        assert_eq!(brevity(0, 0), 0);
    }

    #[test]
    fn named_category_points_are_greatest_when_name_equals_query() {
        assert_eq!(named_category_points(1, 1), NAMED_CATEGORY);
        assert_eq!(named_category_points(1, 2), NAMED_CATEGORY / 2);
        assert_eq!(named_category_points(0, 0), 0);
    }
}

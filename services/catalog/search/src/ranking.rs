//! What makes one product come before another in a search: how well its words fit, and, within bounds that never turn a
//! worse kind of fit into a better one by much, what the shop knows of it.

/// How much a way of fitting counts. A word counts by the best way it fits.
pub mod weight {
    /// The name holds the word letter by letter.
    pub const EXACT: u8 = 60;
    /// The name holds it in folded letters.
    pub const FOLDED: u8 = 40;
    /// The name holds another form of it.
    pub const RELATIVE: u8 = 30;
    /// The name holds a word of the same Russian or English stem.
    pub const STEM: u8 = 20;
    /// The name holds a word of the same meaning.
    pub const SYNONYM: u8 = 20;
    /// The name holds a word that begins like the last one typed.
    pub const PREFIX: u8 = 15;
    /// The category or a property holds it, in whatever form.
    pub const ABOUT: u8 = 12;
    /// The category or a property means it.
    pub const ABOUT_SYNONYM: u8 = 9;
    /// The name holds something that is typed almost like it.
    pub const SLIP: u8 = 6;
}

/// What a perfect fit of every word is worth; the rest below is measured against it.
pub const PERFECT: u32 = 1_000;
/// For being well liked at all: it is reached by infinitely popular products, and half of it by those of `HALF_POPULAR`.
const POPULAR: f64 = 60.0;
const HALF_POPULAR: f64 = 50.0;
/// For being in stock.
const IN_STOCK: f64 = 30.0;
/// For a picture.
const PICTURED: f64 = 20.0;
/// For a discount.
const DISCOUNTED: f64 = 8.0;
/// For five stars by many.
const RATED: f64 = 22.0;
/// As many reviews make half of the stars believed.
const BELIEVED: f64 = 5.0;
/// For a name that says nothing but what was typed.
const BRIEF: u32 = 40;

/// For being at home in the category that was named.
const MEANT: u32 = 500;

/// What the shop knows of a product.
#[derive(Debug, Clone, Copy)]
pub struct Standing {
    pub popularity: i64,
    pub has_picture: bool,
    pub is_in_stock: bool,
    pub is_discounted: bool,
    /// In tenths of a star.
    pub rating: i16,
    pub review_count: i64,
}

impl Standing {
    /// Between 0 and 140.
    pub fn points(self) -> u8 {
        let popularity = self.popularity.max(0) as f64;
        let reviews = self.review_count.max(0) as f64;
        let popular = POPULAR * popularity / (popularity + HALF_POPULAR);
        let rated = RATED * f64::from(self.rating) / 50.0 * reviews / (reviews + BELIEVED);
        let in_stock = if self.is_in_stock { IN_STOCK } else { 0.0 };
        let pictured = if self.has_picture { PICTURED } else { 0.0 };
        let discounted = if self.is_discounted { DISCOUNTED } else { 0.0 };
        (popular + rated + pictured + in_stock + discounted) as u8
    }
}

/// For a name of so many words that holds so many that were typed.
pub fn brevity(typed: u32, named: u32) -> u32 {
    BRIEF * typed.min(named) / named.max(1)
}

/// For a category whose name has so many telling words, so many of which were typed.
pub fn meant(typed: u32, named: u32) -> u32 {
    MEANT * typed.min(named) / named.max(1)
}

/// How much a word tells: one that is in every product tells next to nothing.
pub fn importance(documents: u32, with_word: u32) -> u16 {
    let rarity = (1.0 + f64::from(documents) / (1.0 + f64::from(with_word))).ln();
    (2.0 + rarity * 2.0) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOVED: Standing = Standing {
        popularity: i64::MAX,
        has_picture: true,
        is_in_stock: true,
        is_discounted: true,
        rating: 50,
        review_count: i64::MAX,
    };

    #[test]
    fn what_the_shop_knows_is_bounded() {
        assert!((139..=140).contains(&LOVED.points()), "{}", LOVED.points());
        let unknown = Standing {
            popularity: -1,
            has_picture: false,
            is_in_stock: false,
            is_discounted: false,
            rating: 0,
            review_count: -1,
        };
        assert_eq!(unknown.points(), 0);
    }

    #[test]
    fn each_part_of_a_standing_counts() {
        for less in [
            Standing { popularity: 10, ..LOVED },
            Standing { has_picture: false, ..LOVED },
            Standing { is_in_stock: false, ..LOVED },
            Standing { is_discounted: false, ..LOVED },
            Standing { rating: 30, ..LOVED },
            Standing { review_count: 1, ..LOVED },
        ] {
            assert!(less.points() < LOVED.points(), "{less:?}");
        }
    }

    #[test]
    fn rare_words_tell_more() {
        assert!(importance(1_000_000, 10) > importance(1_000_000, 10_000));
        assert!(importance(1_000_000, 1_000_000) >= 2);
        assert!(importance(u32::MAX, 0) < 60, "sums of twelve words stay small");
    }

    #[test]
    fn a_name_that_is_what_was_typed_is_brief() {
        assert_eq!(brevity(2, 2), BRIEF);
        assert!(brevity(1, 2) > brevity(1, 8));
        assert_eq!(brevity(0, 0), 0);
    }

    #[test]
    fn a_category_that_is_what_was_typed_is_meant() {
        assert_eq!(meant(1, 1), MEANT);
        assert_eq!(meant(1, 2), MEANT / 2);
        assert_eq!(meant(0, 0), 0);
    }
}

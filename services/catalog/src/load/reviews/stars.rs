//! Distributes the stars of a product's reviews.

/// Returns mostly high ratings, whose mean is as near to `tenths` of a star as `count` allows.
pub fn distribute(count: i64, tenths: i64) -> Vec<i16> {
    // `count * tenths / 10`, rounded half up.
    let sum = (2 * count * tenths + 10) / 20;
    let missing = (5 * count - sum.clamp(count, 5 * count)).max(0);
    // `missing` is how far `sum` is below five stars for each review. A review with one star takes four of it, one with
    // two stars three, and so on. A tenth goes to ones, a twelfth to twos, a fifth to threes, and the rest to fours.
    let ones = missing / 10 / 4;
    let twos = missing / 12 / 3;
    let mut threes = missing / 5 / 2;
    let mut fours = missing - 4 * ones - 3 * twos - 2 * threes;
    let mut fives = count - ones - twos - threes - fours;
    // Replaces two fours by a three and a five, which has the same sum.
    while fives < 0 && fours >= 2 {
        (fours, threes, fives) = (fours - 2, threes + 1, fives + 1);
    }
    let mut stars = Vec::new();
    for (rating, count) in [(1, ones), (2, twos), (3, threes), (4, fours), (5, fives)] {
        stars.extend(std::iter::repeat_n(rating, usize::try_from(count).unwrap_or_default()));
    }
    stars
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::review::rating;

    #[test]
    fn distribute_reaches_the_rating_if_possible() {
        for count in 1..=400_i64 {
            for tenths in 30..=50_i64 {
                let is_possible = (count..=5 * count).any(|sum| (20 * sum + count) / (2 * count) == tenths);
                let ratings = distribute(count, tenths);
                let mut star_counts = [0; 5];
                for stars in &ratings {
                    star_counts[*stars as usize - 1] += 1;
                }
                assert_eq!(ratings.len() as i64, count);
                let deviation = (i64::from(rating(star_counts)) - tenths).abs();
                assert!(deviation == 0 || !is_possible && deviation <= 20, "{count} of {tenths}: {star_counts:?}");
            }
        }
        assert!(distribute(0, 0).is_empty());
    }
}

//! How good an order of answers is: normalised discounted cumulative gain over the first ten. A gain doubles with each
//! grade, counts less the further down it stands, and is measured against the best order there could be.

pub const SHOWN: usize = 10;

/// 1.0 when no order could be better, 0.0 when nothing shown is any good. `grades` are those of the answers in their
/// order, `possible` those of everything that was judged.
pub fn ndcg(grades: &[u8], possible: &[u8]) -> f64 {
    let mut best = possible.to_vec();
    best.sort_unstable_by(|one, other| other.cmp(one));
    gain(grades) / gain(&best)
}

fn gain(grades: &[u8]) -> f64 {
    let discounted = |(place, grade): (u32, &u8)| (2_f64.powi(i32::from(*grade)) - 1.0) / f64::from(place + 2).log2();
    (0..).zip(grades.iter().take(SHOWN)).map(discounted).sum()
}

/// What a class of queries comes to.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub struct Score {
    pub queries: u32,
    ndcg: f64,
    empty: u32,
}

impl Score {
    pub fn add(&mut self, ndcg: f64, found: usize) {
        self.queries += 1;
        self.ndcg += ndcg;
        self.empty += u32::from(found == 0);
    }

    pub fn ndcg(&self) -> f64 {
        self.ndcg / f64::from(self.queries)
    }

    /// The part of the queries that found nothing.
    pub fn empty(&self) -> f64 {
        f64::from(self.empty) / f64::from(self.queries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_are_those_computed_by_hand() {
        // 7/log2(2) + 3/log2(3) + 0 + 1/log2(5)
        assert!((gain(&[3, 2, 0, 1]) - (7.0 + 1.892_789 + 0.430_677)).abs() < 1e-5);
        // The best order of the same is 7 + 3/log2(3) + 1/log2(4).
        assert!((ndcg(&[3, 2, 0, 1], &[0, 1, 2, 3]) - 9.323_466 / 9.392_789).abs() < 1e-5);
        // A single right answer in second place: log2(2)/log2(3).
        assert!((ndcg(&[0, 3], &[3]) - 0.630_930).abs() < 1e-5);
    }

    #[test]
    fn the_best_order_is_one_and_nothing_is_nothing() {
        assert!((ndcg(&[3, 3, 1], &[1, 3, 3]) - 1.0).abs() < 1e-9);
        assert!(ndcg(&[], &[3]) < 1e-9 && ndcg(&[0, 0], &[3]) < 1e-9);
    }

    #[test]
    fn only_what_is_shown_counts() {
        let many = [3; 30];
        assert!((ndcg(&[3; SHOWN], &many) - 1.0).abs() < 1e-9, "ten of thirty are all that fit");
        let late = [[0; SHOWN].as_slice(), &[3]].concat();
        assert!(ndcg(&late, &[3]) < 1e-9);
    }

    #[test]
    fn a_class_is_the_mean_of_its_queries() {
        let mut class = Score::default();
        class.add(1.0, 3);
        class.add(0.0, 0);
        assert!((class.ndcg() - 0.5).abs() < 1e-9 && (class.empty() - 0.5).abs() < 1e-9);
    }
}

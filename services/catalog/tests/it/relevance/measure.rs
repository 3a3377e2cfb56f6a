//! Normalised discounted cumulative gain (nDCG) of the first ten results: the gain doubles with each grade, decreases
//! with the rank, and is divided by the gain of the best order.

pub const MAX_RESULTS: usize = 10;

/// `grades` are those of the results in order, `possible` those of all judged products.
pub fn ndcg(grades: &[u8], possible: &[u8]) -> f64 {
    let mut best = possible.to_vec();
    best.sort_unstable_by(|one, other| other.cmp(one));
    gain(grades) / gain(&best)
}

fn gain(grades: &[u8]) -> f64 {
    let discounted = |(index, grade): (u32, &u8)| (2_f64.powi(i32::from(*grade)) - 1.0) / f64::from(index + 2).log2();
    (0..).zip(grades.iter().take(MAX_RESULTS)).map(discounted).sum()
}

#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub struct Score {
    pub queries: u32,
    /// Sum of all queries.
    ndcg: f64,
    /// Number of queries that found nothing.
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

    pub fn empty(&self) -> f64 {
        f64::from(self.empty) / f64::from(self.queries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ndcg_equals_values_computed_by_hand() {
        // 7/log2(2) + 3/log2(3) + 0 + 1/log2(5)
        assert!((gain(&[3, 2, 0, 1]) - (7.0 + 1.892_789 + 0.430_677)).abs() < 1e-5);
        // Divided by the best order: 7 + 3/log2(3) + 1/log2(4)
        assert!((ndcg(&[3, 2, 0, 1], &[0, 1, 2, 3]) - 9.323_466 / 9.392_789).abs() < 1e-5);
        // log2(2)/log2(3)
        assert!((ndcg(&[0, 3], &[3]) - 0.630_930).abs() < 1e-5);
    }

    #[test]
    fn ndcg_is_one_for_the_best_order_and_zero_for_none() {
        assert!((ndcg(&[3, 3, 1], &[1, 3, 3]) - 1.0).abs() < 1e-9);
        assert!(ndcg(&[], &[3]) < 1e-9);
        assert!(ndcg(&[0, 0], &[3]) < 1e-9);
    }

    #[test]
    fn ndcg_ignores_results_beyond_the_tenth() {
        let many = [3; 30];
        assert!((ndcg(&[3; MAX_RESULTS], &many) - 1.0).abs() < 1e-9, "only ten of thirty can be shown");
        let late = [[0; MAX_RESULTS].as_slice(), &[3]].concat();
        assert!(ndcg(&late, &[3]) < 1e-9);
    }

    #[test]
    fn score_of_a_class_is_the_mean() {
        let mut class = Score::default();
        class.add(1.0, 3);
        class.add(0.0, 0);
        assert!((class.ndcg() - 0.5).abs() < 1e-9);
        assert!((class.empty() - 0.5).abs() < 1e-9);
    }
}

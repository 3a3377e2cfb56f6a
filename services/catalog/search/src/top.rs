//! Keeps the best products of a list.

use crate::listing::Sort;

use super::columns::Columns;

/// Greater keys come first. The product id breaks ties.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct SortKey(pub i64, pub i64);

impl SortKey {
    pub fn new(sort: Sort, columns: &Columns, document: u32, score: u32) -> Self {
        let document = document as usize;
        let id = columns.id[document];
        match sort {
            Sort::Relevance => Self(score.into(), id),
            Sort::Popular => Self(columns.popularity[document], id),
            Sort::Newest => Self(columns.published[document], id),
            Sort::PriceAsc => Self(-columns.price.values[document], -id),
            Sort::PriceDesc => Self(columns.price.values[document], id),
            Sort::Soonest => Self(soonest(columns.preparation[document], columns.popularity[document]), id),
            Sort::Rating => Self(i64::from(columns.rating[document]) << 32 | i64::from(columns.reviews[document]), id),
        }
    }
}

/// Greater for fewer preparation days, then for more popularity.
fn soonest(preparation: u8, popularity: i64) -> i64 {
    const MAX_POPULARITY: i64 = (1 << 47) - 1;
    (i64::from(u8::MAX - preparation) << 48) + popularity.clamp(-MAX_POPULARITY, MAX_POPULARITY)
}

/// Cutting a shorter list costs more than it saves.
const MIN_CANDIDATES: usize = 64;

/// Collects candidates, and cuts them to the best `size` when there are twice as many.
pub struct Top {
    size: usize,
    candidates: Vec<(SortKey, i64)>,
    /// The worst key that the last cut kept.
    worst: Option<SortKey>,
}

impl Top {
    pub fn new(size: usize) -> Self {
        Self { size, candidates: Vec::new(), worst: None }
    }

    /// For a document with at most `max_score`.
    pub fn cannot_include(&self, sort: Sort, max_score: u32) -> bool {
        sort == Sort::Relevance && self.worst.is_some_and(|worst| i64::from(max_score) < worst.0)
    }

    pub fn push(&mut self, key: SortKey, product: i64) {
        if self.size == 0 || self.worst.is_some_and(|worst| key <= worst) {
            return;
        }
        self.candidates.push((key, product));
        if self.candidates.len() >= self.size.saturating_mul(2).max(MIN_CANDIDATES) {
            self.shrink();
        }
    }

    fn shrink(&mut self) {
        if self.candidates.len() > self.size {
            self.candidates.select_nth_unstable_by(self.size - 1, |left, right| right.cmp(left));
            self.candidates.truncate(self.size);
            self.worst = self.candidates.last().map(|(key, _)| *key);
        }
    }

    pub fn into_sorted(mut self) -> Vec<i64> {
        self.shrink();
        self.candidates.sort_unstable_by(|left, right| right.cmp(left));
        self.candidates.into_iter().map(|(_, product)| product).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn top_equals_the_start_of_the_sorted_list(pushed in prop::collection::vec(0..50_i64, 0..400), size in 0..90_usize) {
            let mut top = Top::new(size);
            let mut all: Vec<_> = pushed.iter().zip(0..).map(|(score, id)| (SortKey(*score, id), id)).collect();
            for (key, id) in &all {
                top.push(*key, *id);
            }
            all.sort_unstable();
            let best: Vec<_> = all.into_iter().rev().take(size).map(|(_, id)| id).collect();
            prop_assert_eq!(top.into_sorted(), best);
        }
    }
}

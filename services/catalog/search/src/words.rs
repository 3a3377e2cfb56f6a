//! Expands a query to terms for each segment.

use std::{collections::HashMap, sync::Arc};

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use super::{expand::Expansion, matching::SearchWord, postings::Postings, snapshot::Snapshot, taxonomy::Taxonomy};
use crate::{
    ranking,
    text::{self, Query, Word},
};

pub struct ExpandedWords {
    by_segment: Vec<Vec<SearchWord>>,
    count: u32,
    /// Points of named categories and their descendants.
    category_points: HashMap<i64, u32>,
    /// Indexes of required words that no document contains.
    pub unknown: Vec<usize>,
}

impl ExpandedWords {
    pub fn expand(snapshot: &Snapshot, query: &Query) -> tantivy::Result<Self> {
        let allow_typos = false;
        Self::expand_words(snapshot, query, allow_typos)
    }

    /// Unknown words are treated as misspelt.
    pub fn expand_with_typos(snapshot: &Snapshot, query: &Query) -> tantivy::Result<Self> {
        let allow_typos = true;
        Self::expand_words(snapshot, query, allow_typos)
    }

    pub fn of_segment(&self, index: usize) -> &[SearchWord] {
        &self.by_segment[index]
    }

    pub fn points_of_categories(&self, categories: &[i64]) -> Vec<u32> {
        if self.category_points.is_empty() {
            return Vec::new();
        }
        categories.iter().map(|category| self.category_points.get(category).copied().unwrap_or(0)).collect()
    }

    pub fn count(&self) -> u32 {
        self.count
    }

    /// The last word may be unfinished.
    fn expand_words(snapshot: &Snapshot, query: &Query, allow_typos: bool) -> tantivy::Result<Self> {
        let mut by_segment: Vec<Vec<SearchWord>> = snapshot.segments.iter().map(|_| Vec::new()).collect();
        let mut unknown = Vec::new();
        for (index, word) in query.words.iter().enumerate() {
            let expansion = if index + 1 == query.words.len() { Expansion::Prefix } else { Expansion::Forms };
            let mut expanded = postings(snapshot, word, expansion)?;
            let is_unknown = expanded.iter().all(|postings| postings.count == 0);
            if is_unknown && !word.is_optional {
                unknown.push(index);
            }
            if is_unknown && allow_typos {
                expanded = similar_postings(snapshot, word)?;
            }
            let importance = ranking::importance(snapshot.size(), expanded.iter().map(|postings| postings.count).sum());
            for (segment, postings) in by_segment.iter_mut().zip(expanded) {
                segment.push(SearchWord { postings, importance, is_required: !word.is_optional });
            }
        }
        let category_points = with_descendants(&snapshot.taxonomy, snapshot.taxonomy.category_names.find(query));
        Ok(Self { by_segment, count: query.words.len() as u32, category_points, unknown })
    }
}

/// A category keeps its greatest points.
fn with_descendants(taxonomy: &Taxonomy, category_points: HashMap<i64, u32>) -> HashMap<i64, u32> {
    let mut points_with_descendants: HashMap<i64, u32> = HashMap::new();
    for (category, points) in category_points {
        for category in taxonomy.subtree(category) {
            let best = points_with_descendants.entry(category).or_default();
            *best = points.max(*best);
        }
    }
    points_with_descendants
}

type BySegment = Vec<Arc<Postings>>;

/// Includes the correction of the word.
fn similar_postings(snapshot: &Snapshot, word: &Word) -> tantivy::Result<BySegment> {
    let mut lists = vec![postings(snapshot, word, Expansion::Typos)?];
    if let Some(corrected) = text::correct_word(&word.folded) {
        for word in &text::query(corrected).words {
            lists.push(postings(snapshot, word, Expansion::Forms)?);
        }
    }
    let unions = snapshot.segments.iter().enumerate().map(|(index, segment)| {
        let of_segment: Vec<_> = lists.iter().map(|list| &*list[index]).collect();
        Arc::new(Postings::union(segment.data.columns.order.length, &of_segment))
    });
    Ok(unions.collect())
}

fn postings(snapshot: &Snapshot, word: &Word, expansion: Expansion) -> tantivy::Result<BySegment> {
    let segments = &snapshot.segments;
    let cached: Option<BySegment> =
        segments.iter().map(|segment| segment.data.dictionaries.get_cached(word, expansion)).collect();
    if let Some(cached) = cached {
        return Ok(cached);
    }
    let parts = segments.par_iter().map(|segment| &segment.data);
    parts.map(|data| data.dictionaries.postings(word, expansion, &data.columns.order)).collect()
}

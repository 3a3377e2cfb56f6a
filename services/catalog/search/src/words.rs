//! The words of a query, expanded for each segment of a snapshot.

use std::{collections::HashMap, sync::Arc};

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use super::{expand::Reach, matching::Sought, mentions::Mentions, places::Places, snapshot::Snapshot};
use crate::{
    ranking,
    text::{self, Query, Word},
};

pub struct Words {
    by_segment: Vec<Vec<Sought>>,
    count: u32,
    /// Points of the categories that the query names, and of their descendants.
    meant: HashMap<i64, u32>,
    /// Indexes of the required words that no document contains in any form.
    pub unknown: Vec<usize>,
}

impl Words {
    /// Expands the words to all their forms.
    pub fn typed(snapshot: &Snapshot, query: &Query) -> tantivy::Result<Self> {
        Self::reaching(snapshot, query, false)
    }

    /// Treats unknown words as misspelt.
    pub fn slipped(snapshot: &Snapshot, query: &Query) -> tantivy::Result<Self> {
        Self::reaching(snapshot, query, true)
    }

    pub fn of_segment(&self, place: usize) -> &[Sought] {
        &self.by_segment[place]
    }

    /// Points of each main category; empty if the query names none.
    pub fn points_of_homes(&self, homes: &[i64]) -> Vec<u32> {
        if self.meant.is_empty() {
            return Vec::new();
        }
        homes.iter().map(|home| self.meant.get(home).copied().unwrap_or(0)).collect()
    }

    pub fn count(&self) -> u32 {
        self.count
    }

    fn reaching(snapshot: &Snapshot, query: &Query, forgiving: bool) -> tantivy::Result<Self> {
        let mut by_segment: Vec<Vec<Sought>> = snapshot.segments.iter().map(|_| Vec::new()).collect();
        let mut unknown = Vec::new();
        for (place, word) in query.words.iter().enumerate() {
            let reach = if place + 1 == query.words.len() { Reach::Unfinished } else { Reach::Whole };
            let mut all = mentions(snapshot, word, reach)?;
            let is_unknown = all.iter().all(|mentions| mentions.count == 0);
            if is_unknown && !word.is_optional {
                unknown.push(place);
            }
            if is_unknown && forgiving {
                all = meant(snapshot, word)?;
            }
            let importance = ranking::importance(snapshot.size(), all.iter().map(|mentions| mentions.count).sum());
            for (segment, mentions) in by_segment.iter_mut().zip(all) {
                segment.push(Sought { mentions, importance, is_required: !word.is_optional });
            }
        }
        let meant = with_all_below(&snapshot.places, snapshot.places.category_names.meant(query));
        Ok(Self { by_segment, count: query.words.len() as u32, meant, unknown })
    }
}

/// Extends points to subcategories; a category keeps the greatest.
fn with_all_below(places: &Places, named: HashMap<i64, u32>) -> HashMap<i64, u32> {
    let mut meant: HashMap<i64, u32> = HashMap::new();
    for (category, points) in named {
        for category in places.subtree(category) {
            let known = meant.entry(category).or_default();
            *known = points.max(*known);
        }
    }
    meant
}

/// Mentions by segment.
type All = Vec<Arc<Mentions>>;

/// Terms similar to the word, and expansions of the known word that it may misspell.
fn meant(snapshot: &Snapshot, word: &Word) -> tantivy::Result<All> {
    let mut lists = vec![mentions(snapshot, word, Reach::Slips)?];
    if let Some(respelt) = text::respell(&word.folded) {
        for word in &text::query(respelt).words {
            lists.push(mentions(snapshot, word, Reach::Whole)?);
        }
    }
    let unions = snapshot.segments.iter().enumerate().map(|(place, segment)| {
        let of_segment: Vec<_> = lists.iter().map(|list| &*list[place]).collect();
        Arc::new(Mentions::union(segment.part.columns.arrangement.length, &of_segment))
    });
    Ok(unions.collect())
}

fn mentions(snapshot: &Snapshot, word: &Word, reach: Reach) -> tantivy::Result<All> {
    let segments = &snapshot.segments;
    let known: Option<All> = segments.iter().map(|segment| segment.part.dictionaries.known(word, reach)).collect();
    if let Some(known) = known {
        return Ok(known);
    }
    // Expand a new word for all segments in parallel.
    let parts = segments.par_iter().map(|segment| &segment.part);
    parts.map(|part| part.dictionaries.mentions(word, reach, &part.columns.arrangement)).collect()
}

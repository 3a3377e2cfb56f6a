//! The words of a query as a snapshot's segments know them.

use std::sync::Arc;

use super::{
    expand::{Reach, Source},
    matching::Sought,
    snapshot::Snapshot,
};
use crate::domain::{
    ranking,
    text::{Query, Word},
};

pub struct Words {
    by_segment: Vec<Vec<Sought>>,
    count: u32,
    /// Words that must be there and that nothing holds, not even in another form.
    pub unknown: u32,
}

impl Words {
    /// As they were typed, in all their forms.
    pub fn typed(snapshot: &Snapshot, query: &Query) -> tantivy::Result<Self> {
        Self::reaching(snapshot, query, false)
    }

    /// Those that nothing holds are taken for slips of the finger.
    pub fn slipped(snapshot: &Snapshot, query: &Query) -> tantivy::Result<Self> {
        Self::reaching(snapshot, query, true)
    }

    pub fn of_segment(&self, place: usize) -> &[Sought] {
        &self.by_segment[place]
    }

    pub fn count(&self) -> u32 {
        self.count
    }

    fn reaching(snapshot: &Snapshot, query: &Query, forgiving: bool) -> tantivy::Result<Self> {
        let mut by_segment: Vec<Vec<Sought>> = snapshot.segments.iter().map(|_| Vec::new()).collect();
        let mut unknown = 0;
        for (place, word) in (1..).zip(&query.words) {
            let reach = if place == query.words.len() { Reach::Unfinished } else { Reach::Whole };
            let mut sources = sources(snapshot, word, reach)?;
            let is_unknown = sources.iter().all(|sources| sources.is_empty());
            unknown += u32::from(is_unknown && !word.is_optional);
            if is_unknown && forgiving {
                sources = self::sources(snapshot, word, Reach::Slips)?;
            }
            let with_word = sources.iter().flat_map(|sources| sources.iter()).map(|source| source.count).sum();
            let importance = ranking::importance(snapshot.size(), with_word);
            for (segment, sources) in by_segment.iter_mut().zip(sources) {
                segment.push(Sought { sources, importance, is_required: !word.is_optional });
            }
        }
        Ok(Self { by_segment, count: query.words.len() as u32, unknown })
    }
}

/// By segment.
fn sources(snapshot: &Snapshot, word: &Word, reach: Reach) -> tantivy::Result<Vec<Arc<Vec<Source>>>> {
    snapshot.segments.iter().map(|segment| segment.part.dictionaries.sources(word, reach)).collect()
}

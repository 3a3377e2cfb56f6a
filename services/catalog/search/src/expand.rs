//! Expands a typed word to the terms of a segment's dictionaries that it may mean, each with a weight. The terms of a
//! segment never change, so expansions are cached with the segment.

use std::{collections::HashMap, sync::Arc};

use quick_cache::{Equivalent, Weighter, sync::Cache};
use tantivy::{SegmentReader, postings::TermInfo, schema::Field};

use super::{
    arrangement::Arrangement,
    dictionary::Dictionary,
    mentions::{self, Builder, Mentions},
    schema::Fields,
};
use crate::{ranking::weight, text::Word};

/// Cache size in bytes per document of the segment: more than the columns take, and enough for all judged queries with
/// a million products.
const REMEMBERED: u64 = 192;
/// Minimum cache size in bytes.
const REMEMBERED_AT_LEAST: u64 = 256 * 1024;
/// Estimated number of cached words.
const EXPECTED: usize = 2_000;
/// Shortest prefix, in letters, that is completed.
const SHORTEST_PREFIX: usize = 2;

/// How far a word is expanded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reach {
    Whole,
    /// Also terms that begin with it: the last word may be unfinished.
    Unfinished,
    /// Terms within the number of typos that its length allows.
    Slips,
}

pub struct Dictionaries {
    exact: Dictionary,
    folded: Dictionary,
    stems: Dictionary,
    about: Dictionary,
    known: Cache<Known, Arc<Mentions>, Bytes>,
}

/// A word and its expansion; no expansion for a part of a multi-word synonym.
#[derive(PartialEq, Eq, Hash)]
struct Known(String, Option<Reach>);

/// Borrowed [`CacheKey`] for lookups.
#[derive(Clone, Copy, Hash)]
struct Asked<'a>(&'a str, Option<Reach>);

/// Weighs cache entries in bytes.
#[derive(Clone)]
struct Bytes;

///
enum Source {
    /// A dictionary term and its weight.
    Term { dictionary: Dictionary, term: TermInfo, weight: u8 },
    /// Words that must all occur; weighs as much as the least of them.
    Phrase(Vec<Arc<Mentions>>),
}

impl Equivalent<Known> for Asked<'_> {
    fn equivalent(&self, known: &Known) -> bool {
        (self.0, self.1) == (known.0.as_str(), known.1)
    }
}

impl Weighter<Known, Arc<Mentions>> for Bytes {
    fn weight(&self, Known(word, _): &Known, mentions: &Arc<Mentions>) -> u64 {
        word.len() as u64 + u64::from(mentions.bytes())
    }
}

impl Source {
    fn mention(&self, arrangement: &Arrangement, mentions: &mut Builder) -> tantivy::Result<()> {
        match self {
            Self::Term { dictionary, term, weight } => {
                mentions.count += term.doc_freq;
                dictionary.mention(term, *weight, arrangement, mentions)
            }
            Self::Phrase(words) => {
                mentions::in_all(words, |document, least| {
                    // Words of a name are usually counted twice, in `folded` and in `stems`.
                    mentions.count += if least == weight::SYNONYM { 2 } else { 1 };
                    mentions.add(document, least);
                });
                Ok(())
            }
        }
    }
}

impl Dictionaries {
    pub fn open(segment: &SegmentReader, fields: &Fields) -> tantivy::Result<Self> {
        let open = |field| Dictionary::open(segment, field);
        let bytes = (u64::from(segment.max_doc()) * REMEMBERED).max(REMEMBERED_AT_LEAST);
        Ok(Self {
            exact: open(fields.exact)?,
            folded: open(fields.folded)?,
            stems: open(fields.stems)?,
            about: open(fields.about)?,
            known: Cache::with_weighter(EXPECTED, bytes, Bytes),
        })
    }

    /// Returns the cached expansion, if any.
    pub fn known(&self, word: &Word, reach: Reach) -> Option<Arc<Mentions>> {
        self.known.get(&Asked(&word.exact, Some(reach)))
    }

    /// Returns the documents that the word may mean.
    pub fn mentions(&self, word: &Word, reach: Reach, arrangement: &Arrangement) -> tantivy::Result<Arc<Mentions>> {
        self.remembering(Asked(&word.exact, Some(reach)), arrangement, || match reach {
            Reach::Whole => self.whole(word, arrangement),
            Reach::Unfinished => self.unfinished(word, arrangement),
            Reach::Slips => self.slips(word),
        })
    }

    fn remembering(
        &self,
        asked: Asked<'_>,
        arrangement: &Arrangement,
        find: impl FnOnce() -> tantivy::Result<Vec<Source>>,
    ) -> tantivy::Result<Arc<Mentions>> {
        if let Some(known) = self.known.get(&asked) {
            return Ok(known);
        }
        let mut mentions = Builder::new(arrangement.length);
        for source in find()? {
            source.mention(arrangement, &mut mentions)?;
        }
        let mentions = Arc::new(mentions.finish());
        self.known.insert(Known(asked.0.to_owned(), asked.1), mentions.clone());
        Ok(mentions)
    }

    fn whole(&self, word: &Word, arrangement: &Arrangement) -> tantivy::Result<Vec<Source>> {
        let mut gathered = Gathered::default();
        gathered.add(&self.exact, &word.exact, weight::EXACT)?;
        gathered.add(&self.folded, &word.folded, weight::FOLDED)?;
        for relative in &word.relatives {
            gathered.add(&self.folded, relative, weight::RELATIVE)?;
            gathered.add(&self.about, relative, weight::ABOUT)?;
        }
        gathered.add(&self.about, &word.folded, weight::ABOUT)?;
        for stem in &word.stems {
            gathered.add(&self.stems, stem, weight::STEM)?;
            gathered.add(&self.about, stem, weight::ABOUT)?;
        }
        for synonym in &word.synonyms {
            if let [synonym] = synonym.as_slice() {
                gathered.add(&self.folded, synonym, weight::SYNONYM)?;
                gathered.add(&self.stems, synonym, weight::SYNONYM)?;
                gathered.add(&self.about, synonym, weight::ABOUT_SYNONYM)?;
            } else {
                gathered.sources.extend(self.phrase(synonym, arrangement)?);
            }
        }
        Ok(gathered.sources)
    }

    /// Returns a source if every word is a known term.
    fn phrase(&self, words: &[String], arrangement: &Arrangement) -> tantivy::Result<Option<Source>> {
        // Cheap check first: most phrases have a word that no document holds.
        for word in words {
            let known = [self.folded.term(word)?, self.stems.term(word)?, self.about.term(word)?];
            if known.iter().all(Option::is_none) {
                return Ok(None);
            }
        }
        let parts = words.iter().map(|word| {
            self.remembering(Asked(word, None), arrangement, || {
                let mut gathered = Gathered::default();
                gathered.add(&self.folded, word, weight::SYNONYM)?;
                gathered.add(&self.stems, word, weight::SYNONYM)?;
                gathered.add(&self.about, word, weight::ABOUT_SYNONYM)?;
                Ok(gathered.sources)
            })
        });
        Ok(Some(Source::Phrase(parts.collect::<tantivy::Result<_>>()?)))
    }

    fn unfinished(&self, word: &Word, arrangement: &Arrangement) -> tantivy::Result<Vec<Source>> {
        let mut gathered = Gathered { sources: self.whole(word, arrangement)?, ..Gathered::default() };
        if word.folded.chars().count() >= SHORTEST_PREFIX {
            for (dictionary, weight) in [(&self.folded, weight::PREFIX), (&self.about, weight::ABOUT_SYNONYM)] {
                for ending in dictionary.endings(&word.folded)? {
                    gathered.take(dictionary, ending, weight);
                }
            }
        }
        Ok(gathered.sources)
    }

    fn slips(&self, word: &Word) -> tantivy::Result<Vec<Source>> {
        let mut gathered = Gathered::default();
        if word.slips > 0 {
            for dictionary in [&self.folded, &self.about] {
                for near in dictionary.near(&word.folded, word.slips)? {
                    gathered.take(dictionary, near, weight::SLIP);
                }
            }
        }
        Ok(gathered.sources)
    }
}

/// Collects sources; a term found twice keeps its greatest weight.
#[derive(Default)]
struct Gathered {
    sources: Vec<Source>,
    /// Index in `sources` by the offset of the postings, which identifies a term within its field.
    places: HashMap<(Field, usize), usize>,
}

impl Gathered {
    fn add(&mut self, dictionary: &Dictionary, word: &str, weight: u8) -> tantivy::Result<()> {
        if let Some(term) = dictionary.term(word)? {
            self.take(dictionary, term, weight);
        }
        Ok(())
    }

    fn take(&mut self, dictionary: &Dictionary, term: TermInfo, weight: u8) {
        let place = (dictionary.field, term.postings_range.start);
        if let Some(known) = self.places.get(&place) {
            if let Source::Term { weight: known, .. } = &mut self.sources[*known] {
                *known = weight.max(*known);
            }
            return;
        }
        self.places.insert(place, self.sources.len());
        self.sources.push(Source::Term { dictionary: dictionary.clone(), term, weight });
    }
}

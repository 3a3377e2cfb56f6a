//! Expands a typed word to the terms (indexed words) of a segment that it may mean, each with a weight, and merges
//! their documents to one list. The lists are cached with the segment, which is an immutable part of the index.

use std::{collections::HashMap, sync::Arc};

use quick_cache::{Equivalent, Weighter, sync::Cache};
use tantivy::{SegmentReader, postings::TermInfo, schema::Field};

use super::{
    dictionary::Dictionary,
    document_order::DocumentOrder,
    postings::{self, Postings, PostingsBuilder},
    schema::Fields,
};
use crate::{ranking::weight, text::Word};

/// Size of the cache in bytes per document. With a million products, it suffices for all queries of the relevance test,
/// and is larger than the columns.
const CACHE_BYTES_PER_DOCUMENT: u64 = 192;
const MIN_CACHE_BYTES: u64 = 256 * 1024;
/// Expected number of cached words.
const EXPECTED_WORDS: usize = 2_000;
/// Minimum length of a prefix that is completed, in letters.
const MIN_PREFIX: usize = 2;

/// Which terms a word may mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Expansion {
    /// Its own forms, stems and synonyms.
    Forms,
    /// The same, and terms that begin with the word, because it may be unfinished.
    Prefix,
    /// Terms within the number of typos that its length allows.
    Typos,
}

/// The dictionaries of a segment's text fields, and the cache of expanded words.
pub struct Dictionaries {
    exact: Dictionary,
    folded: Dictionary,
    stems: Dictionary,
    about: Dictionary,
    cache: Cache<CacheKey, Arc<Postings>, ByteWeighter>,
}

/// A word and its expansion. A part of a synonym with several words has no expansion.
#[derive(PartialEq, Eq, Hash)]
struct CacheKey(String, Option<Expansion>);

/// A borrowed [`CacheKey`], so that a look-up copies no text.
#[derive(Clone, Copy, Hash)]
struct CacheKeyRef<'a>(&'a str, Option<Expansion>);

/// Weighs cache entries by their size in bytes.
#[derive(Clone)]
struct ByteWeighter;

/// Documents that an expanded word has.
enum Source {
    Term {
        dictionary: Dictionary,
        term: TermInfo,
        weight: u8,
    },
    /// Words that must all occur in a document. The document gets the smallest of their weights.
    Phrase(Vec<Arc<Postings>>),
}

impl Equivalent<CacheKey> for CacheKeyRef<'_> {
    fn equivalent(&self, key: &CacheKey) -> bool {
        (self.0, self.1) == (key.0.as_str(), key.1)
    }
}

impl Weighter<CacheKey, Arc<Postings>> for ByteWeighter {
    fn weight(&self, CacheKey(word, _): &CacheKey, postings: &Arc<Postings>) -> u64 {
        word.len() as u64 + u64::from(postings.bytes())
    }
}

impl Source {
    fn add_postings(&self, order: &DocumentOrder, postings: &mut PostingsBuilder) -> tantivy::Result<()> {
        match self {
            Self::Term { dictionary, term, weight } => {
                // Counts how common the word is, for its importance. A document may count for several terms.
                postings.count += term.doc_freq;
                dictionary.add_postings(term, *weight, order, postings)
            }
            Self::Phrase(words) => {
                postings::for_each_in_all(words, |document, weight| {
                    // Words of a name are usually counted twice, in `folded` and in `stems`.
                    postings.count += if weight == weight::SYNONYM { 2 } else { 1 };
                    postings.add(document, weight);
                });
                Ok(())
            }
        }
    }
}

impl Dictionaries {
    pub fn open(segment: &SegmentReader, fields: &Fields) -> tantivy::Result<Self> {
        let open = |field| Dictionary::open(segment, field);
        let bytes = (u64::from(segment.max_doc()) * CACHE_BYTES_PER_DOCUMENT).max(MIN_CACHE_BYTES);
        Ok(Self {
            exact: open(fields.exact)?,
            folded: open(fields.folded)?,
            stems: open(fields.stems)?,
            about: open(fields.about)?,
            cache: Cache::with_weighter(EXPECTED_WORDS, bytes, ByteWeighter),
        })
    }

    /// Returns words of product names that fold to `folded`, and how many documents have them.
    pub fn spellings(&self, folded: &str) -> tantivy::Result<Vec<(String, u32)>> {
        self.exact.spellings(folded)
    }

    pub fn get_cached(&self, word: &Word, expansion: Expansion) -> Option<Arc<Postings>> {
        self.cache.get(&CacheKeyRef(&word.exact, Some(expansion)))
    }

    pub fn postings(&self, word: &Word, expansion: Expansion, order: &DocumentOrder) -> tantivy::Result<Arc<Postings>> {
        self.get_or_compute(CacheKeyRef(&word.exact, Some(expansion)), order, || match expansion {
            Expansion::Forms => self.forms(word, order),
            Expansion::Prefix => self.prefix(word, order),
            Expansion::Typos => self.typos(word),
        })
    }

    /// Returns the cached postings, or merges the sources that `find` returns.
    fn get_or_compute(
        &self,
        key: CacheKeyRef<'_>,
        order: &DocumentOrder,
        find: impl FnOnce() -> tantivy::Result<Vec<Source>>,
    ) -> tantivy::Result<Arc<Postings>> {
        if let Some(cached) = self.cache.get(&key) {
            return Ok(cached);
        }
        let mut postings = PostingsBuilder::new(order.length);
        for source in find()? {
            source.add_postings(order, &mut postings)?;
        }
        let postings = Arc::new(postings.finish());
        self.cache.insert(CacheKey(key.0.to_owned(), key.1), postings.clone());
        Ok(postings)
    }

    /// Returns the terms for a word and its forms, stems and synonyms.
    fn forms(&self, word: &Word, order: &DocumentOrder) -> tantivy::Result<Vec<Source>> {
        let mut sources = SourceCollector::default();
        sources.add(&self.exact, &word.exact, weight::EXACT)?;
        sources.add(&self.folded, &word.folded, weight::FOLDED)?;
        for form in &word.related_forms {
            sources.add(&self.folded, form, weight::RELATED_FORM)?;
            sources.add(&self.about, form, weight::ABOUT)?;
        }
        sources.add(&self.about, &word.folded, weight::ABOUT)?;
        for stem in &word.stems {
            sources.add(&self.stems, stem, weight::STEM)?;
            sources.add(&self.about, stem, weight::ABOUT)?;
        }
        for synonym in &word.synonyms {
            if let [synonym] = synonym.as_slice() {
                sources.add(&self.folded, synonym, weight::SYNONYM)?;
                sources.add(&self.stems, synonym, weight::SYNONYM)?;
                sources.add(&self.about, synonym, weight::ABOUT_SYNONYM)?;
            } else {
                sources.sources.extend(self.phrase(synonym, order)?);
            }
        }
        Ok(sources.sources)
    }

    /// Returns a source for a synonym of several words, or `None` if one of them is no known term.
    fn phrase(&self, words: &[String], order: &DocumentOrder) -> tantivy::Result<Option<Source>> {
        // This cheap check comes first, because most phrases have a word that no document has.
        for word in words {
            let terms = [self.folded.term(word)?, self.stems.term(word)?, self.about.term(word)?];
            if terms.iter().all(Option::is_none) {
                return Ok(None);
            }
        }
        let parts = words.iter().map(|word| {
            self.get_or_compute(CacheKeyRef(word, None), order, || {
                let mut sources = SourceCollector::default();
                sources.add(&self.folded, word, weight::SYNONYM)?;
                sources.add(&self.stems, word, weight::SYNONYM)?;
                sources.add(&self.about, word, weight::ABOUT_SYNONYM)?;
                Ok(sources.sources)
            })
        });
        Ok(Some(Source::Phrase(parts.collect::<tantivy::Result<_>>()?)))
    }

    /// Returns the forms of a word and the terms that begin with it.
    fn prefix(&self, word: &Word, order: &DocumentOrder) -> tantivy::Result<Vec<Source>> {
        let mut sources = SourceCollector { sources: self.forms(word, order)?, ..SourceCollector::default() };
        if word.folded.chars().count() >= MIN_PREFIX {
            for (dictionary, weight) in [(&self.folded, weight::PREFIX), (&self.about, weight::ABOUT_SYNONYM)] {
                for term in dictionary.completions(&word.folded)? {
                    sources.insert(dictionary, term, weight);
                }
            }
        }
        Ok(sources.sources)
    }

    /// Returns the terms that are similar to a word.
    fn typos(&self, word: &Word) -> tantivy::Result<Vec<Source>> {
        let mut sources = SourceCollector::default();
        if word.max_typos > 0 {
            for dictionary in [&self.folded, &self.about] {
                for term in dictionary.similar(&word.folded, word.max_typos)? {
                    sources.insert(dictionary, term, weight::TYPO);
                }
            }
        }
        Ok(sources.sources)
    }
}

/// Collects sources. A term that is found twice keeps its greatest weight.
#[derive(Default)]
struct SourceCollector {
    sources: Vec<Source>,
    /// Index in `sources` by the offset of the postings, which identifies a term within its field.
    indexes: HashMap<(Field, usize), usize>,
}

impl SourceCollector {
    fn add(&mut self, dictionary: &Dictionary, word: &str, weight: u8) -> tantivy::Result<()> {
        if let Some(term) = dictionary.term(word)? {
            self.insert(dictionary, term, weight);
        }
        Ok(())
    }

    fn insert(&mut self, dictionary: &Dictionary, term: TermInfo, weight: u8) {
        let key = (dictionary.field, term.postings_range.start);
        if let Some(index) = self.indexes.get(&key) {
            if let Source::Term { weight: greatest, .. } = &mut self.sources[*index] {
                *greatest = weight.max(*greatest);
            }
            return;
        }
        self.indexes.insert(key, self.sources.len());
        self.sources.push(Source::Term { dictionary: dictionary.clone(), term, weight });
    }
}

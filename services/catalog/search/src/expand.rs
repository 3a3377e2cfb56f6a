//! Expands a typed word to the terms (indexed words) that it may mean.

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

/// Suffices for the relevance test with a million products.
const CACHE_BYTES_PER_DOCUMENT: u64 = 192;
const MIN_CACHE_BYTES: u64 = 256 * 1024;
const EXPECTED_WORDS: usize = 2_000;
/// Fewer letters are not completed.
const MIN_PREFIX: usize = 2;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Expansion {
    Forms,
    Prefix,
    Typos,
}

pub struct Dictionaries {
    exact: Dictionary,
    folded: Dictionary,
    stems: Dictionary,
    /// Words of categories and field values.
    about: Dictionary,
    cache: Cache<CacheKey, Arc<Postings>, ByteWeighter>,
}

/// The words of a phrase have no expansion.
#[derive(PartialEq, Eq, Hash)]
struct CacheKey(String, Option<Expansion>);

/// A borrowed [`CacheKey`], to look up without copying the text.
#[derive(Clone, Copy, Hash)]
struct CacheKeyRef<'a>(&'a str, Option<Expansion>);

#[derive(Clone)]
struct ByteWeighter;

enum Source {
    Term {
        dictionary: Dictionary,
        term: TermInfo,
        weight: u8,
    },
    /// A document gets the smallest weight of these words.
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
                postings.count += term.doc_freq;
                dictionary.add_postings(term, *weight, order, postings)
            }
            Self::Phrase(words) => {
                postings::for_each_in_all(words, |document, weight| {
                    // Like a single word of a name, which is usually counted in `folded` and in `stems`.
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

    /// Returns words of product names, with their numbers of documents.
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

    /// Returns `None` if a word of the phrase occurs nowhere.
    fn phrase(&self, words: &[String], order: &DocumentOrder) -> tantivy::Result<Option<Source>> {
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

    fn prefix(&self, word: &Word, order: &DocumentOrder) -> tantivy::Result<Vec<Source>> {
        let mut sources = SourceCollector { sources: self.forms(word, order)?, ..SourceCollector::default() };
        if word.folded.chars().count() >= MIN_PREFIX {
            // In a category or field value, a completion has the weight of a synonym.
            for (dictionary, weight) in [(&self.folded, weight::PREFIX), (&self.about, weight::ABOUT_SYNONYM)] {
                for term in dictionary.completions(&word.folded)? {
                    sources.insert(dictionary, term, weight);
                }
            }
        }
        Ok(sources.sources)
    }

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

/// A term that is found twice keeps its greatest weight.
#[derive(Default)]
struct SourceCollector {
    sources: Vec<Source>,
    /// By field and offset of the postings.
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

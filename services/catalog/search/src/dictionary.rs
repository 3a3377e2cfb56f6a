//! The terms of one text field of a segment, and their documents.

use std::sync::Arc;

use quick_cache::sync::Cache;
use tantivy::{
    SegmentReader, Term,
    index::InvertedIndexReader,
    postings::TermInfo,
    query::FuzzyTermQuery,
    schema::{Field, IndexRecordOption},
};

use super::{arrangement::Arrangement, mentions::Builder, set::Bits};

/// A term is frequent when more than one in this many documents has it.
const FREQUENT: u32 = 128;
/// Frequent terms cached per dictionary, as one bit per document.
const MOST_FREQUENT: usize = 64;
/// Most frequent terms taken for a prefix; two letters may have thousands.
const MOST_ENDINGS: usize = 60;
/// Terms examined for a prefix or a misspelt word.
const MOST_LOOKED_AT: usize = 5_000;
const MOST_SLIPS: usize = 30;

#[derive(Clone)]
pub struct Dictionary {
    reader: Arc<InvertedIndexReader>,
    pub field: Field,
    /// Documents of frequent terms, by the offset of their postings.
    frequent: Arc<Cache<usize, Arc<Bits>>>,
}

impl Dictionary {
    pub fn open(segment: &SegmentReader, field: Field) -> tantivy::Result<Self> {
        let frequent = Arc::new(Cache::new(MOST_FREQUENT));
        Ok(Self { reader: segment.inverted_index(field)?, field, frequent })
    }

    pub fn term(&self, word: &str) -> tantivy::Result<Option<TermInfo>> {
        Ok(self.reader.terms().get(word)?)
    }

    /// Calls `see` with the term's documents, in tantivy's ids.
    fn each_block(&self, term: &TermInfo, mut see: impl FnMut(&[u32])) -> tantivy::Result<()> {
        let mut postings = self.reader.read_block_postings_from_terminfo(term, IndexRecordOption::Basic)?;
        while !postings.docs().is_empty() {
            see(postings.docs());
            postings.advance();
        }
        Ok(())
    }

    /// Adds the term's documents to `mentions`.
    pub fn mention(
        &self,
        term: &TermInfo,
        weight: u8,
        arrangement: &Arrangement,
        mentions: &mut Builder,
    ) -> tantivy::Result<()> {
        if term.doc_freq > arrangement.length / FREQUENT {
            let everywhere = self.everywhere(term, arrangement)?;
            mentions.add_all(&everywhere, weight);
            return Ok(());
        }
        self.each_block(term, |documents| {
            for document in documents {
                mentions.add(arrangement.place(*document), weight);
            }
        })
    }

    /// Returns the documents of a frequent term as bits. Many words expand to it, and bits are added 64 documents at a
    /// time.
    fn everywhere(&self, term: &TermInfo, arrangement: &Arrangement) -> tantivy::Result<Arc<Bits>> {
        let key = term.postings_range.start;
        if let Some(known) = self.frequent.get(&key) {
            return Ok(known);
        }
        let mut everywhere = Bits::none(arrangement.length);
        self.each_block(term, |documents| {
            for document in documents {
                everywhere.insert(arrangement.place(*document));
            }
        })?;
        let everywhere = Arc::new(everywhere);
        self.frequent.insert(key, everywhere.clone());
        Ok(everywhere)
    }

    /// The most frequent terms that begin with `prefix` and are longer.
    pub fn endings(&self, beginning: &str) -> tantivy::Result<Vec<TermInfo>> {
        let mut stream = self.reader.terms().range().gt(beginning).into_stream()?;
        let mut endings = Vec::new();
        while stream.advance() && stream.key().starts_with(beginning.as_bytes()) && endings.len() < MOST_LOOKED_AT {
            endings.push(stream.value().clone());
        }
        Ok(most_frequent(endings, MOST_ENDINGS))
    }

    pub fn near(&self, word: &str, slips: u8) -> tantivy::Result<Vec<TermInfo>> {
        let automaton = FuzzyTermQuery::new(Term::from_field_text(self.field, word), slips, true).automaton()?;
        let mut stream = self.reader.terms().search(automaton).into_stream()?;
        let mut near = Vec::new();
        while stream.advance() && near.len() < MOST_LOOKED_AT {
            near.push(stream.value().clone());
        }
        Ok(most_frequent(near, MOST_SLIPS))
    }
}

fn most_frequent(mut terms: Vec<TermInfo>, most: usize) -> Vec<TermInfo> {
    terms.sort_by_key(|term| std::cmp::Reverse(term.doc_freq));
    terms.truncate(most);
    terms
}

//! The terms (indexed words) of a segment's text field, and their documents (postings).

use std::sync::Arc;

use quick_cache::sync::Cache;
use tantivy::{
    SegmentReader, Term,
    index::InvertedIndexReader,
    postings::TermInfo,
    query::FuzzyTermQuery,
    schema::{Field, IndexRecordOption},
};

use super::{document_order::DocumentOrder, postings::PostingsBuilder, set::Bits};
use crate::text::fold::unfold;

/// A term is frequent if more than one in this many documents has it.
const FREQUENT_SHARE: u32 = 128;
const MAX_FREQUENT: usize = 64;
const MAX_COMPLETIONS: usize = 60;
/// Terms that are examined for a prefix or a misspelt word.
const MAX_EXAMINED: usize = 5_000;
const MAX_SIMILAR: usize = 30;

#[derive(Clone)]
pub struct Dictionary {
    reader: Arc<InvertedIndexReader>,
    pub field: Field,
    /// Documents of frequent terms, by the offset of the term's postings.
    frequent: Arc<Cache<usize, Arc<Bits>>>,
}

impl Dictionary {
    pub fn open(segment: &SegmentReader, field: Field) -> tantivy::Result<Self> {
        let frequent = Arc::new(Cache::new(MAX_FREQUENT));
        Ok(Self { reader: segment.inverted_index(field)?, field, frequent })
    }

    pub fn term(&self, word: &str) -> tantivy::Result<Option<TermInfo>> {
        Ok(self.reader.terms().get(word)?)
    }

    /// Returns the terms that fold to `folded` (şam folds to sam), with their numbers of documents.
    pub fn spellings(&self, folded: &str) -> tantivy::Result<Vec<(String, u32)>> {
        // Grows letter by letter. A prefix with which no term begins is dropped.
        let mut prefixes = vec![String::new()];
        for letter in folded.chars() {
            let mut longer_prefixes = Vec::new();
            for prefix in prefixes {
                for unfolded in unfold(letter) {
                    let longer = format!("{prefix}{unfolded}");
                    if self.has_prefix(&longer)? {
                        longer_prefixes.push(longer);
                    }
                }
            }
            prefixes = longer_prefixes;
        }
        let mut spellings = Vec::new();
        for word in prefixes {
            if let Some(term) = self.term(&word)? {
                spellings.push((word, term.doc_freq));
            }
        }
        Ok(spellings)
    }

    fn has_prefix(&self, prefix: &str) -> tantivy::Result<bool> {
        let mut stream = self.reader.terms().range().ge(prefix).into_stream()?;
        Ok(stream.advance() && stream.key().starts_with(prefix.as_bytes()))
    }

    fn each_block(&self, term: &TermInfo, mut visit: impl FnMut(&[u32])) -> tantivy::Result<()> {
        let mut postings = self.reader.read_block_postings_from_terminfo(term, IndexRecordOption::Basic)?;
        while !postings.docs().is_empty() {
            visit(postings.docs());
            postings.advance();
        }
        Ok(())
    }

    pub fn add_postings(
        &self,
        term: &TermInfo,
        weight: u8,
        order: &DocumentOrder,
        postings: &mut PostingsBuilder,
    ) -> tantivy::Result<()> {
        if term.doc_freq > order.length / FREQUENT_SHARE {
            let frequent_documents = self.frequent_documents(term, order)?;
            postings.add_all(&frequent_documents, weight);
            return Ok(());
        }
        self.each_block(term, |documents| {
            for document in documents {
                postings.add(order.position(*document), weight);
            }
        })
    }

    /// Cached, because many words expand to frequent terms.
    fn frequent_documents(&self, term: &TermInfo, order: &DocumentOrder) -> tantivy::Result<Arc<Bits>> {
        let key = term.postings_range.start;
        if let Some(cached) = self.frequent.get(&key) {
            return Ok(cached);
        }
        let mut frequent_documents = Bits::empty(order.length);
        self.each_block(term, |documents| {
            for document in documents {
                frequent_documents.insert(order.position(*document));
            }
        })?;
        let frequent_documents = Arc::new(frequent_documents);
        self.frequent.insert(key, frequent_documents.clone());
        Ok(frequent_documents)
    }

    /// The most frequent terms that are longer than `prefix` and begin with it.
    pub fn completions(&self, prefix: &str) -> tantivy::Result<Vec<TermInfo>> {
        let mut stream = self.reader.terms().range().gt(prefix).into_stream()?;
        let mut completions = Vec::new();
        while stream.advance() && stream.key().starts_with(prefix.as_bytes()) && completions.len() < MAX_EXAMINED {
            completions.push(stream.value().clone());
        }
        Ok(most_frequent(completions, MAX_COMPLETIONS))
    }

    /// The most frequent terms that differ from `word` by at most `max_typos`.
    pub fn similar(&self, word: &str, max_typos: u8) -> tantivy::Result<Vec<TermInfo>> {
        let swap_is_one_typo = true;
        let term = Term::from_field_text(self.field, word);
        let automaton = FuzzyTermQuery::new(term, max_typos, swap_is_one_typo).automaton()?;
        let mut stream = self.reader.terms().search(automaton).into_stream()?;
        let mut similar = Vec::new();
        while stream.advance() && similar.len() < MAX_EXAMINED {
            similar.push(stream.value().clone());
        }
        Ok(most_frequent(similar, MAX_SIMILAR))
    }
}

fn most_frequent(mut terms: Vec<TermInfo>, limit: usize) -> Vec<TermInfo> {
    terms.sort_by_key(|term| std::cmp::Reverse(term.doc_freq));
    terms.truncate(limit);
    terms
}

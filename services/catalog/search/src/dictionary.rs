//! The words of one field of a segment, and where they are.

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

/// What more than one of so many documents have is frequent.
const FREQUENT: u32 = 128;
/// Of each dictionary so many such words are kept in mind, a bit a document each.
const MOST_FREQUENT: usize = 64;
/// A beginning of two letters may have thousands of endings: so many of the most frequent are followed.
const MOST_ENDINGS: usize = 60;
/// Of so many that are looked at.
const MOST_LOOKED_AT: usize = 5_000;
const MOST_SLIPS: usize = 30;

#[derive(Clone)]
pub struct Dictionary {
    reader: Arc<InvertedIndexReader>,
    pub field: Field,
    /// Where the words are that very many documents have, by where their postings lie.
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

    /// Goes through the documents of a word, in tantivy's numbers.
    fn each_block(&self, term: &TermInfo, mut see: impl FnMut(&[u32])) -> tantivy::Result<()> {
        let mut postings = self.reader.read_block_postings_from_terminfo(term, IndexRecordOption::Basic)?;
        while !postings.docs().is_empty() {
            see(postings.docs());
            postings.advance();
        }
        Ok(())
    }

    /// Adds where a word is.
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

    /// The documents of a word that is frequent. It is among what many others may mean, and adding it is sixty-four documents at a time.
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

    /// The most frequent words that go on from `beginning`.
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

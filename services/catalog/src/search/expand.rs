//! From a word that was typed to the words of a segment's dictionaries that it may mean, each with its weight. Which
//! words exist never changes in a segment, so what was looked up once is remembered with it.

use std::{collections::HashMap, sync::Arc};

use moka::sync::Cache;
use tantivy::{
    SegmentReader, Term,
    index::InvertedIndexReader,
    postings::{BlockSegmentPostings, TermInfo},
    query::FuzzyTermQuery,
    schema::{Field, IndexRecordOption},
};

use super::schema::Fields;
use crate::domain::{ranking::weight, text::Word};

/// Words kept in mind; people type the same ones.
const REMEMBERED: u64 = 20_000;
/// A beginning of two letters may have thousands of endings: so many of the most frequent are followed.
const MOST_ENDINGS: usize = 60;
/// Of so many that are looked at.
const MOST_LOOKED_AT: usize = 5_000;
const MOST_SLIPS: usize = 30;
/// With fewer letters the end of a word tells nothing yet.
const SHORTEST_PREFIX: usize = 2;

/// How far a word is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reach {
    Whole,
    /// The last word may be unfinished.
    Unfinished,
    /// Whatever is typed almost like it.
    Slips,
}

pub struct Dictionaries {
    exact: Dictionary,
    folded: Dictionary,
    stems: Dictionary,
    about: Dictionary,
    known: Cache<(String, Reach), Arc<Vec<Source>>>,
}

/// Where documents with a word are listed, and how much that counts.
pub struct Source {
    pub weight: u8,
    pub count: u32,
    documents: Documents,
}

enum Documents {
    Postings(Arc<InvertedIndexReader>, TermInfo),
    Listed(Arc<[u32]>),
}

/// The documents of a source in ascending order, a block at a time.
pub enum Listing {
    Postings(Box<BlockSegmentPostings>),
    Listed(Arc<[u32]>),
}

#[derive(Clone)]
struct Dictionary {
    reader: Arc<InvertedIndexReader>,
    field: Field,
}

impl Source {
    /// Of ascending documents.
    pub fn listed(weight: u8, documents: Vec<u32>) -> Self {
        Self { weight, count: documents.len() as u32, documents: Documents::Listed(documents.into()) }
    }

    pub fn open(&self) -> tantivy::Result<Listing> {
        Ok(match &self.documents {
            Documents::Postings(reader, term) => {
                let postings = reader.read_block_postings_from_terminfo(term, IndexRecordOption::Basic)?;
                Listing::Postings(Box::new(postings))
            }
            Documents::Listed(documents) => Listing::Listed(documents.clone()),
        })
    }
}

impl Dictionaries {
    pub fn open(segment: &SegmentReader, fields: &Fields) -> tantivy::Result<Self> {
        let open = |field| Ok::<_, tantivy::TantivyError>(Dictionary { reader: segment.inverted_index(field)?, field });
        Ok(Self {
            exact: open(fields.exact)?,
            folded: open(fields.folded)?,
            stems: open(fields.stems)?,
            about: open(fields.about)?,
            known: Cache::new(REMEMBERED),
        })
    }

    /// Where the word leads, heaviest first.
    pub fn sources(&self, word: &Word, reach: Reach) -> tantivy::Result<Arc<Vec<Source>>> {
        let key = (word.exact.clone(), reach);
        if let Some(known) = self.known.get(&key) {
            return Ok(known);
        }
        let sources = match reach {
            Reach::Whole => self.whole(word)?,
            Reach::Unfinished => self.unfinished(word)?,
            Reach::Slips => self.slips(word)?,
        };
        let sources = Arc::new(sources);
        self.known.insert(key, sources.clone());
        Ok(sources)
    }

    fn whole(&self, word: &Word) -> tantivy::Result<Vec<Source>> {
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
                gathered.list(all_of(synonym, &[&self.folded, &self.stems])?, weight::SYNONYM);
                gathered.list(all_of(synonym, &[&self.folded, &self.stems, &self.about])?, weight::ABOUT_SYNONYM);
            }
        }
        Ok(gathered.heaviest_first())
    }

    fn unfinished(&self, word: &Word) -> tantivy::Result<Vec<Source>> {
        let mut gathered = Gathered { sources: self.whole(word)?, ..Gathered::default() };
        if word.folded.chars().count() >= SHORTEST_PREFIX {
            for (dictionary, weight) in [(&self.folded, weight::PREFIX), (&self.about, weight::ABOUT_SYNONYM)] {
                for ending in dictionary.endings(&word.folded)? {
                    gathered.take(dictionary, ending, weight);
                }
            }
        }
        Ok(gathered.heaviest_first())
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
        Ok(gathered.heaviest_first())
    }
}

/// Sources as they are found; where a dictionary's word is found twice, its greatest weight holds.
#[derive(Default)]
struct Gathered {
    sources: Vec<Source>,
    /// By where the postings lie, which names a word within its field.
    places: HashMap<(Field, usize), usize>,
}

impl Gathered {
    fn add(&mut self, dictionary: &Dictionary, word: &str, weight: u8) -> tantivy::Result<()> {
        if let Some(term) = dictionary.reader.terms().get(word)? {
            self.take(dictionary, term, weight);
        }
        Ok(())
    }

    fn take(&mut self, dictionary: &Dictionary, term: TermInfo, weight: u8) {
        let place = (dictionary.field, term.postings_range.start);
        if let Some(known) = self.places.get(&place) {
            let known = &mut self.sources[*known];
            known.weight = known.weight.max(weight);
            return;
        }
        self.places.insert(place, self.sources.len());
        let (count, reader) = (term.doc_freq, dictionary.reader.clone());
        self.sources.push(Source { weight, count, documents: Documents::Postings(reader, term) });
    }

    fn list(&mut self, documents: Vec<u32>, weight: u8) {
        if !documents.is_empty() {
            self.sources.push(Source::listed(weight, documents));
        }
    }

    fn heaviest_first(mut self) -> Vec<Source> {
        self.sources.sort_by_key(|source| std::cmp::Reverse(source.weight));
        self.sources
    }
}

impl Dictionary {
    fn documents(&self, word: &str) -> tantivy::Result<Vec<u32>> {
        let Some(term) = self.reader.terms().get(word)? else { return Ok(Vec::new()) };
        let mut postings = self.reader.read_block_postings_from_terminfo(&term, IndexRecordOption::Basic)?;
        let mut documents = Vec::with_capacity(term.doc_freq as usize);
        while !postings.docs().is_empty() {
            documents.extend_from_slice(postings.docs());
            postings.advance();
        }
        Ok(documents)
    }

    /// The most frequent words that go on from `beginning`.
    fn endings(&self, beginning: &str) -> tantivy::Result<Vec<TermInfo>> {
        let mut stream = self.reader.terms().range().gt(beginning).into_stream()?;
        let mut endings = Vec::new();
        while stream.advance() && stream.key().starts_with(beginning.as_bytes()) && endings.len() < MOST_LOOKED_AT {
            endings.push(stream.value().clone());
        }
        Ok(most_frequent(endings, MOST_ENDINGS))
    }

    fn near(&self, word: &str, slips: u8) -> tantivy::Result<Vec<TermInfo>> {
        let automaton = FuzzyTermQuery::new(Term::from_field_text(self.field, word), slips, true).automaton()?;
        let mut stream = self.reader.terms().search(automaton).into_stream()?;
        let mut near = Vec::new();
        while stream.advance() && near.len() < MOST_LOOKED_AT {
            near.push(stream.value().clone());
        }
        Ok(most_frequent(near, MOST_SLIPS))
    }
}

/// The documents with every one of the words, each in whichever dictionary.
fn all_of(words: &[String], dictionaries: &[&Dictionary]) -> tantivy::Result<Vec<u32>> {
    let mut all: Option<Vec<u32>> = None;
    for word in words {
        let mut documents = Vec::new();
        for dictionary in dictionaries {
            documents.extend(dictionary.documents(word)?);
        }
        documents.sort_unstable();
        documents.dedup();
        if let Some(all) = &all {
            documents.retain(|document| all.binary_search(document).is_ok());
        }
        all = Some(documents);
    }
    Ok(all.unwrap_or_default())
}

fn most_frequent(mut terms: Vec<TermInfo>, most: usize) -> Vec<TermInfo> {
    terms.sort_by_key(|term| std::cmp::Reverse(term.doc_freq));
    terms.truncate(most);
    terms
}

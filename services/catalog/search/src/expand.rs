//! From a word that was typed to the words of a segment's dictionaries that it may mean, each with its weight. Which
//! words exist never changes in a segment, so what was looked up once is remembered with it.

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

/// Where words lead is kept in mind, for people type the same ones: in so many bytes a document of the segment, which is more than its
/// columns take, and enough for all that the relevance set asks for among a million.
const REMEMBERED: u64 = 192;
/// And so many at least.
const REMEMBERED_AT_LEAST: u64 = 256 * 1024;
/// So many words, more or less.
const EXPECTED: usize = 2_000;
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
    known: Cache<Known, Arc<Mentions>, Bytes>,
}

/// A word and how far it was taken; not at all as a part of something that is said in several words.
#[derive(PartialEq, Eq, Hash)]
struct Known(String, Option<Reach>);

/// The same, before anybody keeps it.
#[derive(Clone, Copy, Hash)]
struct Asked<'a>(&'a str, Option<Reach>);

/// What it takes to keep something.
#[derive(Clone)]
struct Bytes;

/// Something that leads to documents.
enum Source {
    /// A word of a dictionary, and how much it counts.
    Term { dictionary: Dictionary, term: TermInfo, weight: u8 },
    /// Words that must all be there. As much counts as does the least of them.
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
                    // What is in the name is elsewhere, too.
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

    /// Where the word leads, if somebody asked before.
    pub fn known(&self, word: &Word, reach: Reach) -> Option<Arc<Mentions>> {
        self.known.get(&Asked(&word.exact, Some(reach)))
    }

    /// Where the word leads.
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

    /// The documents with every one of the words, if there are any of each.
    fn phrase(&self, words: &[String], arrangement: &Arrangement) -> tantivy::Result<Option<Source>> {
        // Most phrases have a word that nothing holds, and cost no more than finding that out.
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

/// Sources as they are found; where a dictionary's word is found twice, its greatest weight holds.
#[derive(Default)]
struct Gathered {
    sources: Vec<Source>,
    /// By where the postings lie, which names a word within its field.
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

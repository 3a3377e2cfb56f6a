//! Reading where a word is, window by window.

use std::ops::Range;

use super::{
    columns::BLOCK,
    expand::{Listing, Source},
};

pub const WINDOW: usize = 4_096;
/// Behind the last document.
pub const END: u32 = u32::MAX;

/// Where one is in a list of documents.
pub struct Cursor {
    listing: Listing,
    place: usize,
    /// The document there, or [`END`]. Most of a hundred endings have none in most windows, which is seen without a look into their lists.
    pub next: u32,
    weight: u8,
}

impl Cursor {
    pub fn open(source: &Source) -> tantivy::Result<Self> {
        let mut cursor = Self { listing: source.open()?, place: 0, next: END, weight: source.weight };
        cursor.look();
        Ok(cursor)
    }

    fn documents(&self) -> &[u32] {
        match &self.listing {
            Listing::Postings(postings) => postings.docs(),
            Listing::Listed(documents) => documents,
        }
    }

    fn look(&mut self) {
        self.next = self.documents().get(self.place).copied().unwrap_or(END);
    }

    /// Notes the weight of every document in this part of a window; the answer is a bit for each block that has one. Parts only
    /// move forward.
    pub fn fill(&mut self, window: u32, part: &Range<u32>, weights: &mut [u8; WINDOW]) -> u64 {
        if self.next < part.start {
            self.skip_to(part.start);
        }
        let mut blocks = 0;
        while self.next < part.end {
            let rest = &self.documents()[self.place..];
            let here = rest.partition_point(|document| *document < part.end);
            let is_through = here == rest.len();
            for document in &rest[..here] {
                let place = (document - window) as usize % WINDOW;
                weights[place] = weights[place].max(self.weight);
                blocks |= 1 << (place / BLOCK);
            }
            self.place += here;
            if is_through {
                self.advance();
            }
            self.look();
        }
        blocks
    }

    fn skip_to(&mut self, start: u32) {
        self.place = match &mut self.listing {
            Listing::Postings(postings) => postings.seek(start),
            Listing::Listed(documents) => documents.partition_point(|document| *document < start),
        };
        self.look();
    }

    /// On to the next block, once this one is through.
    fn advance(&mut self) {
        if let Listing::Postings(postings) = &mut self.listing
            && !postings.docs().is_empty()
        {
            postings.advance();
            self.place = 0;
        }
    }
}

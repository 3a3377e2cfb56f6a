//! What documents have, both ways: by what it is, to find those that have it, and by document, to count everything that those
//! found have in one walk through them.

use std::ops::Range;

use super::set::Set;

/// Something a document has or has not, as a value of a field.
pub struct Tagged {
    pub tag: u32,
    pub documents: Set,
}

/// Tags as they are given out.
pub struct Tags {
    /// By document.
    given: Vec<u32>,
    /// Document and tag, tag after tag.
    pairs: Vec<(u32, u32)>,
    next: u32,
}

impl Tags {
    pub fn of(length: u32) -> Self {
        Self { given: vec![0; length as usize], pairs: Vec::new(), next: 0 }
    }

    /// To ascending documents.
    pub fn add(&mut self, documents: Vec<u32>) -> Tagged {
        let tag = self.next;
        self.next += 1;
        for document in &documents {
            self.given[*document as usize] += 1;
            self.pairs.push((*document, tag));
        }
        Tagged { tag, documents: Set::of(documents, self.given.len() as u32) }
    }

    /// How many there are, and all that documents have, one after the other, with the place of each document's own.
    pub fn by_document(self) -> (u32, Vec<Range<u32>>, Vec<u32>) {
        let mut end = 0;
        let ranges = self.given.into_iter().map(|count| {
            let start = end;
            end += count;
            start..start
        });
        let mut ranges: Vec<_> = ranges.collect();
        let mut tags = vec![0; self.pairs.len()];
        for (document, tag) in self.pairs {
            let range = &mut ranges[document as usize];
            tags[range.end as usize] = tag;
            range.end += 1;
        }
        (self.next, ranges, tags)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_document_lists_what_it_has() {
        let mut tags = Tags::of(4);
        for documents in [vec![0, 3], vec![], vec![0, 1, 3]] {
            tags.add(documents);
        }
        let (count, ranges, tags) = tags.by_document();
        let listed: Vec<_> = ranges.iter().map(|range| &tags[range.start as usize..range.end as usize]).collect();
        assert_eq!((count, listed), (3, vec![&[0, 2][..], &[2], &[], &[0, 2]]));
    }
}

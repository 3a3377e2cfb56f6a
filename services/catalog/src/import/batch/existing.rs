//! Finds the existing products of a batch of lines, and allocates ids of new ones.

use std::collections::HashMap;

use sqlx::PgConnection;

use super::{Comparison, ConvertedLine, ImportContext, digest::digest_of_line};
use crate::{
    db::import::{self, StoredProduct},
    import::{line::Line, line_error::LineError, source::ParsedRow},
};

#[derive(Default)]
pub struct ExistingProducts {
    by_slug: HashMap<String, StoredProduct>,
    /// Products as lines, by id. Without them, a line is compared with the digest of the last import.
    current: HashMap<i64, Line>,
    /// Empty in a dry run.
    new_ids: std::vec::IntoIter<i64>,
}

impl ExistingProducts {
    pub async fn read(tx: &mut PgConnection, lines: &[ParsedRow]) -> sqlx::Result<Self> {
        let by_slug = import::stored_products(tx, &slugs(lines).collect::<Vec<_>>()).await?;
        Ok(Self { by_slug, ..Self::default() })
    }

    /// Locks the products and allocates ids.
    pub async fn read_to_write(tx: &mut PgConnection, lines: &[ParsedRow]) -> sqlx::Result<Self> {
        import::lock_products(tx, &slugs(lines).collect::<Vec<_>>()).await?;
        let existing = Self::read(tx, lines).await?;
        let new_count = slugs(lines).filter(|slug| !existing.by_slug.contains_key(*slug)).count();
        let new_ids = if new_count == 0 { Vec::new() } else { import::allocate_ids(tx, new_count).await? };
        Ok(Self { new_ids: new_ids.into_iter(), ..existing })
    }

    #[must_use]
    pub fn compared_with(self, current: HashMap<i64, Line>) -> Self {
        Self { current, ..self }
    }

    pub fn ids(&self) -> Vec<i64> {
        self.by_slug.values().map(|stored| stored.product_id).collect()
    }

    pub fn id_of(&self, slug: &str) -> Option<i64> {
        Some(self.by_slug.get(slug)?.product_id)
    }

    /// In a dry run, the id of every new product is 0.
    pub(super) fn id_of_or_new(&mut self, slug: &str) -> i64 {
        self.id_of(slug).or_else(|| self.new_ids.next()).unwrap_or_default()
    }

    /// Fails if an earlier line of this job describes the product differently.
    pub(super) fn compare(
        &self,
        converted: &ConvertedLine<'_>,
        context: &ImportContext<'_>,
    ) -> Result<Comparison, LineError> {
        let ConvertedLine { number, line, product_id, digest, .. } = converted;
        let stored = self.by_slug.get(&line.slug);
        let is_same = match self.current.get(product_id) {
            Some(current) => digest_of_line(*product_id, current, context.shop).as_ref() == Some(digest),
            None => stored.is_some_and(|stored| stored.digest.as_ref() == Some(digest)),
        };
        // Earlier batches of this job are in the database.
        let written_by_this_job = stored.filter(|stored| context.job.is_some() && stored.import_job_id == context.job);
        if is_same {
            return Ok(Comparison::Same { is_confirmed: written_by_this_job.is_some() });
        }
        // A job that starts over also finds this line itself, which is not an earlier one.
        let written_line = written_by_this_job.and_then(|stored| stored.line);
        match written_line.filter(|written_line| written_line < number) {
            Some(earlier_line) => Err(LineError::duplicate(earlier_line as u64)),
            None if stored.is_some() => Ok(Comparison::Changed),
            None => Ok(Comparison::New),
        }
    }
}

pub fn slugs(lines: &[ParsedRow]) -> impl Iterator<Item = &str> {
    lines.iter().filter_map(|row| Some(row.line.as_ref().ok()?.slug.as_str()))
}

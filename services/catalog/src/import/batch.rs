//! Compares a batch of lines with the existing products by digest, and writes the changed ones.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use proto::catalog::ProductChanged;
use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;

use super::{line::Line, line_error::LineError, rows, shop::Shop, source::ParsedRow};
use crate::{
    app::alerts::ProductsBefore,
    db::{
        campaign,
        import::{self, Batch, ImportState, StoredProduct},
    },
    domain::{discount::Period, publication::State},
};

/// Part of the digest. Increase it to write unchanged lines again.
const DIGEST_VERSION: u8 = 3;

/// Numbers of lines by outcome.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Lines with new products.
    pub fresh: i64,
    pub changed: i64,
    pub same: i64,
    pub refused: i64,
}

impl Tally {
    pub fn add(&mut self, other: Self) {
        self.fresh += other.fresh;
        self.changed += other.changed;
        self.same += other.same;
        self.refused += other.refused;
    }
}

pub struct ImportContext<'a> {
    pub shop: &'a Shop,
    pub now: DateTime<Utc>,
    /// `None` for a dry run and for the demo.
    pub job: Option<i64>,
    /// Changed products keep their state.
    pub new_state: State,
}

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

    pub fn ids(&self) -> Vec<i64> {
        self.by_slug.values().map(|stored| stored.product_id).collect()
    }

    pub fn id_of(&self, slug: &str) -> Option<i64> {
        Some(self.by_slug.get(slug)?.product_id)
    }

    #[must_use]
    pub fn compared_with(self, current: HashMap<i64, Line>) -> Self {
        Self { current, ..self }
    }

    /// Locks the products and allocates ids.
    pub async fn read_to_write(tx: &mut PgConnection, lines: &[ParsedRow]) -> sqlx::Result<Self> {
        import::lock_products(tx, &slugs(lines).collect::<Vec<_>>()).await?;
        let existing = Self::read(tx, lines).await?;
        let fresh = slugs(lines).filter(|slug| !existing.by_slug.contains_key(*slug)).count();
        let ids = if fresh == 0 { Vec::new() } else { import::allocate_ids(tx, fresh).await? };
        Ok(Self { new_ids: ids.into_iter(), ..existing })
    }
}

pub fn slugs(lines: &[ParsedRow]) -> impl Iterator<Item = &str> {
    lines.iter().filter_map(|row| Some(row.line.as_ref().ok()?.slug.as_str()))
}

#[derive(Default)]
pub struct BatchChanges<'a> {
    batch: Batch<'a>,
    fresh: Vec<i64>,
    changed: Vec<i64>,
    /// Unchanged products whose last import was another one, with their lines.
    confirmed: Vec<(i64, i64)>,
    /// The first line of this batch for each product.
    lines_by_slug: HashMap<&'a str, EarlierLine>,
    pub tally: Tally,
    /// Errors with the numbers of their lines.
    pub line_errors: Vec<(u64, LineError)>,
}

struct EarlierLine {
    line: u64,
    product_id: i64,
    digest: Vec<u8>,
}

impl<'a> BatchChanges<'a> {
    pub fn compute(lines: &'a [ParsedRow], mut existing: ExistingProducts, context: &ImportContext<'_>) -> Self {
        let mut changes = Self::default();
        for row in lines {
            let outcome = match &row.line {
                Ok(line) => changes.add(row.number, line, &mut existing, context),
                Err(line_errors) => Err(line_errors.clone()),
            };
            if let Err(line_errors) = outcome {
                changes.tally.refused += 1;
                changes.line_errors.extend(line_errors.into_iter().map(|line_error| (row.number, line_error)));
            }
        }
        changes
    }

    /// Fails if the line refers to something unknown, or contradicts an earlier line.
    fn add(
        &mut self,
        number: u64,
        line: &'a Line,
        existing: &mut ExistingProducts,
        context: &ImportContext<'_>,
    ) -> Result<(), Vec<LineError>> {
        let stored = existing.by_slug.get(&line.slug);
        let earlier = self.lines_by_slug.get(line.slug.as_str());
        let known_id = earlier.map(|earlier| earlier.product_id).or(stored.map(|stored| stored.product_id));
        // In a dry run, the id of every new product is 0.
        let product_id = known_id.or_else(|| existing.new_ids.next()).unwrap_or_default();
        let rows = rows::convert(product_id, line, context.shop)?;
        let digest = digest(&rows)?;
        if let Some(earlier) = earlier {
            if earlier.digest != digest {
                return Err(vec![LineError::duplicate(earlier.line)]);
            }
            self.tally.same += 1;
            return Ok(());
        }

        // The database has earlier batches of this job, `lines_by_slug` this batch.
        let is_from_this_job =
            context.job.is_some() && stored.is_some_and(|stored| stored.import_job_id == context.job);
        let is_same = match existing.current.get(&product_id) {
            Some(current) => digest_of_line(product_id, current, context.shop).as_ref() == Some(&digest),
            None => stored.is_some_and(|stored| stored.digest.as_deref() == Some(&digest)),
        };
        let line_of_this_job = if is_from_this_job { stored.and_then(|stored| stored.line) } else { None };
        // A job that starts over also finds this line itself, which is not an earlier one.
        if let Some(stored_line) = line_of_this_job
            && !is_same
            && stored_line < number as i64
        {
            return Err(vec![LineError::duplicate(stored_line as u64)]);
        }

        self.lines_by_slug.insert(&line.slug, EarlierLine { line: number, product_id, digest: digest.clone() });
        if is_same {
            if !is_from_this_job {
                self.confirmed.push((product_id, number as i64));
            }
            self.tally.same += 1;
            return Ok(());
        }
        if stored.is_some() {
            self.tally.changed += 1;
            self.changed.push(product_id);
        } else {
            self.tally.fresh += 1;
            self.fresh.push(product_id);
        }

        self.batch.import_states.push(ImportState {
            import_job_id: context.job,
            line: number as i64,
            state: context.new_state,
            ..import_state(product_id, line, digest, context.now)
        });
        self.batch.append(rows);
        Ok(())
    }

    pub fn changed(&self) -> &[i64] {
        &self.changed
    }

    pub fn fresh(&self) -> &[i64] {
        &self.fresh
    }

    /// New products cannot be locked by another writer.
    pub fn has_only_new_products(&self) -> bool {
        self.changed.is_empty()
    }

    pub async fn write(&self, tx: &mut PgConnection, context: &ImportContext<'_>) -> sqlx::Result<()> {
        if let (Some(job), false) = (context.job, self.confirmed.is_empty()) {
            import::confirm_sources(tx, job, &self.confirmed).await?;
        }
        if self.batch.products.is_empty() {
            return Ok(());
        }

        let before = ProductsBefore::lock(tx, &self.changed).await?;
        if self.has_only_new_products() {
            import::copy_new_products(tx, &self.batch).await?;
        } else {
            let stocks = import::item_stocks(tx, &self.changed).await?;
            import::save_products(tx, &self.batch, &self.changed).await?;
            import::record_changes(tx, &self.changed, &stocks, context.now).await?;
        }

        let written: Vec<_> = self.batch.products.iter().map(|product| product.product_id).collect();
        if campaign::any_unfinished(tx).await? {
            campaign::apply_best(tx, &written).await?;
        }

        let events = import::states(tx, &written)
            .await?
            .into_iter()
            .map(|(product_id, store_id, is_published)| ProductChanged { product_id, store_id, is_published });
        outbox::append_all(tx, events).await?;
        before.publish_alerts(tx).await
    }
}

fn digest(rows: &Batch<'_>) -> Result<Vec<u8>, Vec<LineError>> {
    let written = serde_json::to_vec(&(DIGEST_VERSION, rows));
    let written = written.map_err(|error| vec![LineError::new("", "not_json", error.to_string())])?;
    Ok(Sha256::digest(written).to_vec())
}

/// `None` if the line refers to something that was deleted.
fn digest_of_line(product_id: i64, line: &Line, shop: &Shop) -> Option<Vec<u8>> {
    digest(&rows::convert(product_id, line, shop).ok()?).ok()
}

pub fn state_of_line(
    product_id: i64,
    line: &Line,
    rows: &Batch<'_>,
    now: DateTime<Utc>,
) -> Result<ImportState, Vec<LineError>> {
    Ok(import_state(product_id, line, digest(rows)?, now))
}

/// The caller sets job, line and state.
fn import_state(product_id: i64, line: &Line, digest: Vec<u8>, now: DateTime<Utc>) -> ImportState {
    let has_discount = line.discounted.is_some();
    let period = Period { from: line.discount_from, until: line.discount_until };
    ImportState {
        product_id,
        state: State::Published,
        own_discount_holds: has_discount && period.applies(now),
        reprice_at: if has_discount { period.next_change(now) } else { None },
        published_at: line.published_at.unwrap_or_else(|| now - TimeDelta::days(line.days.unwrap_or_default())),
        digest,
        import_job_id: None,
        line: 0,
    }
}

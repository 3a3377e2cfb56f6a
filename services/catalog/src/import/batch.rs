//! One batch of lines. The digest of a product's last source is stored, so that only differences are written and
//! published.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use proto::catalog::ProductChanged;
use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;

use super::{fault::Fault, line::Line, rows, shop::Shop, source::Row};
use crate::{
    app::alerts::ProductsBefore,
    db::{
        campaign,
        import::{self, Batch, ImportState, StoredProduct},
    },
    domain::discount::Period,
};

/// Increase when the same lines should be written differently.
const FORMAT: u8 = 2;

/// Numbers of lines by outcome.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    pub fresh: i64,
    pub changed: i64,
    pub same: i64,
    pub refused: i64,
}

impl Tally {
    pub fn add(&mut self, more: Self) {
        self.fresh += more.fresh;
        self.changed += more.changed;
        self.same += more.same;
        self.refused += more.refused;
    }
}

/// Context for writing lines.
pub struct Place<'a> {
    pub shop: &'a Shop,
    pub now: DateTime<Utc>,
    /// The import job.
    pub job: Option<i64>,
}

/// Existing products that the lines refer to.
#[derive(Default)]
pub struct Before {
    known: HashMap<String, StoredProduct>,
    /// Ids for new products; unused in a dry run.
    ids: std::vec::IntoIter<i64>,
}

impl Before {
    pub async fn read(tx: &mut PgConnection, lines: &[Row]) -> sqlx::Result<Self> {
        let known = import::stored_products(tx, &slugs(lines).collect::<Vec<_>>()).await?;
        Ok(Self { known, ids: Vec::new().into_iter() })
    }

    /// Like [`Self::read`], but locks the products and allocates ids, for a transaction that writes.
    pub async fn read_to_write(tx: &mut PgConnection, lines: &[Row]) -> sqlx::Result<Self> {
        import::lock_products(tx, &slugs(lines).collect::<Vec<_>>()).await?;
        let before = Self::read(tx, lines).await?;
        let fresh = slugs(lines).filter(|slug| !before.known.contains_key(*slug)).count();
        let ids = if fresh == 0 { Vec::new() } else { import::allocate_ids(tx, fresh).await? };
        Ok(Self { ids: ids.into_iter(), ..before })
    }
}

pub fn slugs(lines: &[Row]) -> impl Iterator<Item = &str> {
    lines.iter().filter_map(|row| Some(row.line.as_ref().ok()?.slug.as_str()))
}

/// The changes that some lines cause.
#[derive(Default)]
pub struct Draft<'a> {
    batch: Batch<'a>,
    fresh: Vec<i64>,
    changed: Vec<i64>,
    /// Unchanged products that were last written from another file, with their lines.
    confirmed: Vec<(i64, i64)>,
    seen: HashMap<&'a str, Seen>,
    pub tally: Tally,
    /// Keyed by line number.
    pub faults: Vec<(u64, Fault)>,
}

struct Seen {
    line: u64,
    product_id: i64,
    digest: Vec<u8>,
}

impl<'a> Draft<'a> {
    /// Writes nothing yet.
    pub fn of(lines: &'a [Row], mut before: Before, place: &Place<'_>) -> Self {
        let mut draft = Self::default();
        for row in lines {
            let outcome = match &row.line {
                Ok(line) => draft.take(row.number, line, &mut before, place),
                Err(faults) => Err(faults.clone()),
            };
            if let Err(faults) = outcome {
                draft.tally.refused += 1;
                draft.faults.extend(faults.into_iter().map(|fault| (row.number, fault)));
            }
        }
        draft
    }

    fn take(&mut self, number: u64, line: &'a Line, before: &mut Before, place: &Place<'_>) -> Result<(), Vec<Fault>> {
        let (known, seen) = (before.known.get(&line.slug), self.seen.get(line.slug.as_str()));
        let product_id = seen.map(|seen| seen.product_id).or(known.map(|known| known.product_id));
        let product_id = product_id.or_else(|| before.ids.next()).unwrap_or_default();
        let rows = rows::of(product_id, line, place.shop)?;
        let digest = digest(&rows)?;
        if let Some(seen) = seen {
            if seen.digest != digest {
                return Err(vec![Fault::twice(seen.line)]);
            }
            self.tally.same += 1;
            return Ok(());
        }
        let is_ours = place.job.is_some() && known.is_some_and(|known| known.import_job_id == place.job);
        let is_same = known.is_some_and(|known| known.digest.as_deref() == Some(&digest));
        let line_before = known.and_then(|known| known.line).filter(|_| is_ours).unwrap_or(i64::MAX);
        if !is_same && line_before < number as i64 {
            return Err(vec![Fault::twice(line_before as u64)]);
        }
        self.seen.insert(&line.slug, Seen { line: number, product_id, digest: digest.clone() });
        if is_same {
            self.confirmed.extend((!is_ours).then_some((product_id, number as i64)));
            self.tally.same += 1;
            return Ok(());
        }
        if known.is_some() {
            self.tally.changed += 1;
            self.changed.push(product_id);
        } else {
            self.tally.fresh += 1;
            self.fresh.push(product_id);
        }
        self.batch.import_states.push(import_state(product_id, number, line, digest, place));
        self.batch.append(rows);
        Ok(())
    }

    /// Whether all products are new, so that no other writer can hold them.
    pub fn is_fresh(&self) -> bool {
        self.changed.is_empty()
    }

    /// Writes the products and their events.
    pub async fn write(&self, tx: &mut PgConnection, place: &Place<'_>) -> sqlx::Result<()> {
        if let (Some(job), false) = (place.job, self.confirmed.is_empty()) {
            import::confirm_sources(tx, job, &self.confirmed).await?;
        }
        if self.batch.products.is_empty() {
            return Ok(());
        }
        let before = ProductsBefore::lock(tx, &self.changed).await?;
        if self.is_fresh() {
            import::copy_new_products(tx, &self.batch).await?;
        } else {
            import::save_products(tx, &self.batch, &self.changed).await?;
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

fn digest(rows: &Batch<'_>) -> Result<Vec<u8>, Vec<Fault>> {
    let written = serde_json::to_vec(&(FORMAT, rows));
    let written = written.map_err(|error| vec![Fault::new("", "not_json", error.to_string())])?;
    Ok(Sha256::digest(written).to_vec())
}

fn import_state(product_id: i64, number: u64, line: &Line, digest: Vec<u8>, place: &Place<'_>) -> ImportState {
    let (now, has_discount) = (place.now, line.discounted.is_some());
    let period = Period { from: line.discount_from, until: line.discount_until };
    ImportState {
        product_id,
        own_discount_holds: has_discount && period.applies(now),
        reprice_at: period.next_change(now).filter(|_| has_discount),
        published_at: line.published_at.unwrap_or_else(|| now - TimeDelta::days(line.days.unwrap_or_default())),
        digest,
        import_job_id: place.job,
        line: number as i64,
    }
}

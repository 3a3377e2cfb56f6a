//! Compares a batch of lines with the existing products by digest, and writes the changed ones.

mod digest;
mod existing;

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use proto::catalog::ProductChanged;
use sqlx::PgConnection;

use self::digest::{digest, import_state};
use super::{line::Line, line_error::LineError, rows, shop::Shop, source::ParsedRow};
use crate::{
    app::alerts::ProductsBefore,
    db::{
        campaign,
        import::{self, Batch, ImportState},
        product,
    },
    domain::publication::State,
};

pub use self::{
    digest::state_of_line,
    existing::{ExistingProducts, slugs},
};

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
    /// For new products; changed ones keep their state.
    pub new_state: State,
}

#[derive(Default)]
pub struct BatchChanges<'a> {
    batch: Batch<'a>,
    fresh: Vec<i64>,
    changed: Vec<i64>,
    /// Unchanged products with their lines, to record that this job has seen them.
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

struct ConvertedLine<'a> {
    number: i64,
    line: &'a Line,
    product_id: i64,
    /// Without the import state.
    rows: Batch<'a>,
    digest: Vec<u8>,
}

enum Comparison {
    New,
    Changed,
    /// `is_confirmed` if this job has seen the product before.
    Same {
        is_confirmed: bool,
    },
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
        let earlier = self.lines_by_slug.get(line.slug.as_str());
        let product_id = match earlier {
            Some(earlier) => earlier.product_id,
            None => existing.id_of_or_new(&line.slug),
        };
        let rows = rows::convert(product_id, line, context.shop)?;
        let digest = digest(&rows)?;
        if let Some(earlier) = earlier {
            if earlier.digest != digest {
                return Err(vec![LineError::duplicate(earlier.line)]);
            }
            self.tally.same += 1;
            return Ok(());
        }

        let converted = ConvertedLine { number: number as i64, line, product_id, rows, digest };
        let comparison = existing.compare(&converted, context).map_err(|line_error| vec![line_error])?;
        let digest = converted.digest.clone();
        self.lines_by_slug.insert(&line.slug, EarlierLine { line: number, product_id, digest });
        match comparison {
            Comparison::Same { is_confirmed } => {
                if !is_confirmed {
                    self.confirmed.push((product_id, converted.number));
                }
                self.tally.same += 1;
            }
            Comparison::Changed => {
                self.tally.changed += 1;
                self.changed.push(product_id);
                self.push_rows(converted, context);
            }
            Comparison::New => {
                self.tally.fresh += 1;
                self.fresh.push(product_id);
                self.push_rows(converted, context);
            }
        }
        Ok(())
    }

    fn push_rows(&mut self, converted: ConvertedLine<'a>, context: &ImportContext<'_>) {
        let ConvertedLine { number, line, product_id, rows, digest } = converted;
        self.batch.append(rows);
        self.batch.import_states.push(ImportState {
            import_job_id: context.job,
            line: number,
            state: context.new_state,
            ..import_state(product_id, line, digest, context.now)
        });
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
        if let Some(job) = context.job
            && !self.confirmed.is_empty()
        {
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

        let events = product::changed(tx, &written).await?.into_iter().map(ProductChanged::from);
        outbox::append_all(tx, events).await?;
        before.publish_alerts(tx).await
    }
}

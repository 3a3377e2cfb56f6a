//! The digest of a line, by which an import finds unchanged products.

use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest as _, Sha256};

use crate::{
    db::import::{Batch, ImportState},
    domain::{discount::Period, publication::State},
    import::{line::Line, line_error::LineError, rows, shop::Shop},
};

/// Part of the digest. Increase it to write unchanged lines again.
const DIGEST_VERSION: u8 = 3;

pub(super) fn digest(rows: &Batch<'_>) -> Result<Vec<u8>, Vec<LineError>> {
    let written = serde_json::to_vec(&(DIGEST_VERSION, rows));
    let written = written.map_err(|error| vec![LineError::new("", "not_json", error.to_string())])?;
    Ok(Sha256::digest(written).to_vec())
}

/// `None` if the line refers to something that was deleted.
pub(super) fn digest_of_line(product_id: i64, line: &Line, shop: &Shop) -> Option<Vec<u8>> {
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
pub(super) fn import_state(product_id: i64, line: &Line, digest: Vec<u8>, now: DateTime<Utc>) -> ImportState {
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

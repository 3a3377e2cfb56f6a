//! The first step of an import: reads the columns with sample cells, suggests their targets, and counts the lines.

use std::{fs::File, ops::ControlFlow, time::Duration};

use kit::{Error, Result};

use super::{lease::Lease, spool::spool, worker};
use crate::{
    App,
    db::product_import::{self, ProductImport, work},
    domain::product_import::{Column, Format, State, suggest},
    import::{
        desk::{Content, Part, ReadError, read},
        shop::Shop,
    },
};

const SAMPLES_PER_COLUMN: usize = 3;
const MAX_SAMPLE_CHARS: usize = 60;
const MAX_NAME_CHARS: usize = 100;
/// Well below the lease's duration.
const HOLD_INTERVAL: Duration = Duration::from_secs(30);

pub async fn run(app: &App, lease: Lease, import: &ProductImport) -> Result<()> {
    let format = import.format().ok_or_else(|| Error::internal(anyhow::anyhow!("format {}", import.format)))?;
    let file = spool(app, import.id).await?;
    let Some(inspected) = inspect_with_lease(app, lease, file, format).await? else { return Ok(()) };
    let (mut columns, total) = match inspected {
        Ok(inspected) => inspected,
        Err(error) => return worker::fail(app, lease, error).await,
    };
    if total == 0 {
        return worker::finish_with_failure(app, lease, State::Failed, "no_lines").await;
    }

    let mut tx = kit::db::begin(&app.pool).await?;
    if !lease.hold(app, &mut tx).await? {
        return Ok(());
    }
    let shop = Shop::read(&mut tx).await?;
    suggest(&mut columns, |key| shop.has_field(key));
    work::set_columns(&mut tx, import.id, &columns, total).await?;
    let (failure, finished_at) = (None, None);
    product_import::finish_step(&mut tx, import.id, State::Mapping, failure, finished_at).await?;
    tx.commit().await?;
    Ok(())
}

type Inspected = Result<(Vec<Column>, i64), ReadError>;

/// Renews the lease while the file is read. Returns `None` if the lease is lost.
async fn inspect_with_lease(app: &App, lease: Lease, file: File, format: Format) -> Result<Option<Inspected>> {
    let mut inspection = tokio::task::spawn_blocking(move || inspect(file, format));
    loop {
        if let Ok(inspected) = tokio::time::timeout(HOLD_INTERVAL, &mut inspection).await {
            return Ok(Some(inspected.map_err(Error::internal)?));
        }
        let mut connection = app.pool.acquire().await?;
        if !lease.hold(app, &mut connection).await? {
            return Ok(None);
        }
    }
}

/// Returns the columns and the number of lines.
fn inspect(file: File, format: Format) -> Inspected {
    let (mut columns, mut line_count) = (Vec::new(), 0);
    read(file, format, &mut |part| {
        match part {
            Part::Columns(names) => {
                let column = |name: String| Column { name: printable(&name, MAX_NAME_CHARS), ..Column::default() };
                columns = names.into_iter().map(column).collect();
            }
            Part::Row(row) => {
                if line_count < SAMPLES_PER_COLUMN as i64
                    && let Content::Cells(cells) = &row.content
                {
                    for (column, cell) in columns.iter_mut().zip(cells) {
                        column.samples.push(printable(cell.as_deref().unwrap_or_default(), MAX_SAMPLE_CHARS));
                    }
                }
                line_count += 1;
            }
        }
        ControlFlow::Continue(())
    })?;
    Ok((columns, line_count))
}

fn printable(text: &str, max_chars: usize) -> String {
    text.trim().chars().filter(|sign| !sign.is_control()).take(max_chars).collect()
}

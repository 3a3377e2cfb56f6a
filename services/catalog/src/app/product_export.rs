//! Exports the products of the staff's product list to a CSV, Excel or YML file. The file is complete before its first
//! byte is sent, so a failure becomes an error of the request and not a truncated file.

use std::fs::File;

use kit::{Error, Result};
use tokio::sync::mpsc;

use crate::{
    App,
    app::product_import::current_lines,
    db,
    domain::product_rows::{Direction, Filter, Key, Order, Position, Sort},
    export::desk::{Format, Writer},
    import::line::Line,
};

/// Products that are read with one statement.
const PAGE: i64 = 1_000;
/// Pages that are read ahead of the writer.
const PAGES_AHEAD: usize = 2;
/// Pages follow each other by id, so a product that is created meanwhile is not exported twice.
const ORDER: Order = Order { sort: Sort::Newest, direction: Direction::Ascending };

/// Writes the products that match `filter` to a temporary file. `among` are the products that match the text of the
/// filter, or `None` for a filter without text.
pub async fn export(app: &App, filter: &Filter, among: Option<&[i64]>, format: Format) -> Result<File> {
    let mut tx = kit::db::begin(&app.pool).await?;
    db::export::use_one_snapshot(&mut tx).await?;
    let keys = db::export::field_keys(&mut tx).await?;

    let (sender, mut receiver) = mpsc::channel::<Vec<Line>>(PAGES_AHEAD);
    let writing = tokio::task::spawn_blocking(move || {
        let mut writer = Writer::new(format, &keys)?;
        while let Some(lines) = receiver.blocking_recv() {
            lines.iter().try_for_each(|line| writer.write(line))?;
        }
        writer.finish()
    });

    let mut after = None;
    loop {
        let ids = db::product_row::page(&mut tx, filter, among, ORDER, after.as_ref(), PAGE).await?;
        let Some(id) = ids.last().copied() else { break };
        after = Some(Position { order: ORDER, key: Key::Id, id });
        let mut lines: Vec<_> = current_lines(&mut tx, &ids).await?.into_iter().collect();
        lines.sort_unstable_by_key(|(id, _)| *id);
        let page = lines.into_iter().map(|(_, line)| line).collect();
        // `send` fails when the writer has failed. Its error is returned below.
        if sender.send(page).await.is_err() {
            break;
        }
    }

    // The writer finishes the file when the channel is closed.
    drop(sender);
    writing.await.map_err(Error::internal)?.map_err(Error::Internal)
}

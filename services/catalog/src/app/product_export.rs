//! Exports the staff's product list. The file is complete before it is sent, so that a failure becomes an error of the
//! request.

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

const PAGE: i64 = 1_000;
const PAGES_AHEAD: usize = 2;
/// Sorted by id, so that a new product does not shift the pages.
const ORDER: Order = Order { sort: Sort::Newest, direction: Direction::Ascending };

/// `among` are the products that match the filter's text, if it has one.
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
        // The writer has failed; its error is returned below.
        if sender.send(page).await.is_err() {
            break;
        }
    }

    drop(sender);
    writing.await.map_err(Error::internal)?.map_err(Error::Internal)
}

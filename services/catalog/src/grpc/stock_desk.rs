//! Serves stock movements to staff, and records new ones.

use chrono::{DateTime, TimeDelta, Utc};
use kit::{
    Error, Result, cursor,
    input::{self, Checks},
};
use proto::{
    catalog::{
        MoveStockRequest, StockMovement, StockMovementKind, StockMovementPage, StockMovementsRequest, stock_desk_server,
    },
    json::{from_name, to_timestamp},
};
use sqlx::types::Uuid;
use tonic::{Request, Response, Status};

use super::product_desk::parse::{moment, positive};
use crate::{
    App,
    app::stock_desk,
    db::{
        self,
        stock_movement::{Movement, Position},
    },
    domain::{
        stock::Item,
        stock_movement::{NewMovement, Report},
    },
};

const NOT_FOUND: &str = "product_not_found";
/// Units in one movement.
const MAX_COUNT: i64 = 1_000_000;
/// In characters.
const MAX_NOTE_LENGTH: usize = 500;
const MAX_COUNT_AGE: TimeDelta = TimeDelta::days(7);

pub struct StockDesk(pub App);

#[tonic::async_trait]
impl stock_desk_server::StockDesk for StockDesk {
    async fn list_movements(
        &self,
        request: Request<StockMovementsRequest>,
    ) -> Result<Response<StockMovementPage>, Status> {
        self.0.identity.staff(&request).await?;
        let request = request.get_ref();
        let product = input::id(request.product_id, NOT_FOUND)?;
        let (limit, after) = (cursor::limit(request.limit)?, cursor::parse::<Position>(request.cursor.as_deref())?);
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let mut rows = db::stock_movement::page(&mut connection, product, request.size_id, after, limit + 1)
            .await
            .map_err(Error::from)?;
        if rows.is_empty() && !db::like::exists(&mut connection, product).await.map_err(Error::from)? {
            return Err(Error::NotFound(NOT_FOUND).into());
        }
        let has_more = cursor::split(&mut rows, limit, |_| ()).is_some();
        let (movements, next) = with_stock(rows, after);
        let next_cursor = next.filter(|_| has_more).as_ref().map(cursor::encode).transpose()?;
        Ok(Response::new(StockMovementPage { movements, next_cursor }))
    }

    async fn record(&self, request: Request<MoveStockRequest>) -> Result<Response<StockMovement>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let (movement, key) = parse(request.get_ref(), self.0.clock.now())?;
        let recorded = stock_desk::record(&self.0, &operator, &movement, key).await?;
        Ok(Response::new(reply(recorded.movement, recorded.stock_after)))
    }
}

/// Rows are newest first, so the stock after each is calculated backwards. Also returns the position after the last
/// row.
fn with_stock(rows: Vec<Movement>, after: Option<Position>) -> (Vec<StockMovement>, Option<Position>) {
    let mut stock = after.map(|after| after.stock).or(rows.first().map(|row| row.stock_now)).unwrap_or_default();
    let (mut movements, mut next) = (Vec::new(), None);
    for row in rows {
        let stock_after = stock;
        stock -= row.change;
        next = Some(Position { at: row.moved_at, id: row.id, stock });
        movements.push(reply(row, stock_after));
    }
    (movements, next)
}

fn reply(movement: Movement, stock_after: i64) -> StockMovement {
    StockMovement {
        id: movement.id,
        at: Some(to_timestamp(movement.moved_at)),
        size_id: movement.size_id,
        kind: from_name::<StockMovementKind>(&movement.kind).unwrap_or_default().into(),
        change: movement.change,
        stock_after,
        operator_id: movement.operator_id,
        order_key: movement.order_key,
        note: movement.note,
        counted: movement.counted,
        counted_at: movement.counted_at.map(to_timestamp),
    }
}

fn parse(request: &MoveStockRequest, now: DateTime<Utc>) -> Result<(NewMovement, Uuid)> {
    let mut checks = Checks::default();
    let product = input::id(request.product_id, NOT_FOUND)?;
    let size = checks.take("sizeId", request.size_id.map(positive).transpose());
    let kind = request.kind();
    // A count may be 0; any other movement has at least one unit.
    let min_count = i64::from(kind != StockMovementKind::Counted);
    let is_possible = (min_count..=MAX_COUNT).contains(&request.count);
    let count = checks.take("count", if is_possible { Ok(request.count) } else { Err("out_of_range") });

    let counted_at = request.counted_at.map(|at| moment(at).and_then(|at| recent(at, now))).transpose();
    let counted_at = checks.take("countedAt", counted_at).flatten();
    if counted_at.is_some() && kind != StockMovementKind::Counted {
        checks.fail("countedAt", "must_be_empty");
    }

    let report = checks.take("kind", report(kind, count.unwrap_or_default(), counted_at));
    let note = request.note.as_deref().map(|note| input::text(note, 0..=MAX_NOTE_LENGTH)).transpose();
    let note = checks.take("note", note).flatten().filter(|note| !note.is_empty());
    let key = checks.take("key", Uuid::try_parse(&request.key).map_err(|_| "invalid"));
    checks.finish()?;
    let movement = size.zip(report).map(|(size, report)| NewMovement { item: Item { product, size }, report, note });
    movement.zip(key).ok_or_else(|| Error::invalid("", "invalid"))
}

/// Sales and imports are recorded by the service itself.
fn report(kind: StockMovementKind, count: i64, at: Option<DateTime<Utc>>) -> Result<Report, &'static str> {
    match kind {
        StockMovementKind::Received => Ok(Report::Received(count)),
        StockMovementKind::Damaged => Ok(Report::Damaged(count)),
        StockMovementKind::Returned => Ok(Report::Returned(count)),
        StockMovementKind::Counted => Ok(Report::Counted { count, at }),
        StockMovementKind::Unspecified => Err("required"),
        StockMovementKind::Sold | StockMovementKind::Imported => Err("unknown_value"),
    }
}

fn recent(at: DateTime<Utc>, now: DateTime<Utc>) -> Result<DateTime<Utc>, &'static str> {
    if at <= now && now - at <= MAX_COUNT_AGE { Ok(at) } else { Err("out_of_range") }
}

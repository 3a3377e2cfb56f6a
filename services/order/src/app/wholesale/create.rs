//! Creates wholesale requests.

use chrono::TimeDelta;
use kit::{Error, Result, client::CallContext, error::FieldError};
use rand::Rng as _;

use super::email::Kind;
use crate::{
    App,
    catalog::Offers,
    db::{self, wholesale::request::NewRequest},
    domain::{
        order::Request,
        wholesale::{Item, Wanted, code::RequestCode, record::Record},
    },
};

const MAX_PER_PHONE_PER_HOUR: i64 = 5;
const HOUR: TimeDelta = TimeDelta::hours(1);
/// Nearly all of the twenty million codes are unused.
const MAX_CODE_TRIES: usize = 8;

/// Idempotent by the request's key.
pub async fn create_request(
    app: &App,
    account: Option<i64>,
    visitor: &CallContext,
    wanted: &Wanted,
    request: &Request,
) -> Result<Record> {
    let items = items(app, visitor, wanted).await?;
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    db::wholesale::request::lock_phone(&mut tx, &wanted.customer.phone_number).await?;
    if let Some((id, hash)) = db::wholesale::request::of_key(&mut tx, &request.key).await? {
        if hash != request.hash {
            return Err(Error::conflict("idempotency_key_reused"));
        }
        return Ok(db::wholesale::record::load_one(&mut tx, id).await?);
    }
    let phone = &wanted.customer.phone_number;
    let nth_newest = db::wholesale::request::nth_newest_of(&mut tx, phone, MAX_PER_PHONE_PER_HOUR).await?;
    if let Some(again_at) = nth_newest.map(|at| at + HOUR).filter(|at| *at > now) {
        return Err(Error::RateLimited { retry_after: (again_at - now).to_std().unwrap_or_default() });
    }
    for _ in 0..MAX_CODE_TRIES {
        let code = RequestCode::from_random(rand::thread_rng().r#gen());
        let token_hash = app.wholesale.link_key.token(&code).hash();
        let new = NewRequest { code: &code, token_hash, account, request, wanted, items: &items, at: now };
        if let Some(id) = db::wholesale::request::insert(&mut tx, &new).await? {
            Kind::queue(&mut tx, id, &[Kind::Received, Kind::DeskRequested], now).await?;
            let record = db::wholesale::record::load_one(&mut tx, id).await?;
            tx.commit().await?;
            return Ok(record);
        }
    }
    Err(Error::internal(anyhow::anyhow!("no unused code for the wholesale request was found")))
}

async fn items(app: &App, visitor: &CallContext, wanted: &Wanted) -> Result<Vec<Item>> {
    let mut offers = Offers::default();
    app.catalog.fetch_offers(&mut offers, visitor, wanted.lines.iter().map(|line| line.key)).await?;
    let mut unknown = Vec::new();
    let mut items = Vec::with_capacity(wanted.lines.len());
    for (index, line) in wanted.lines.iter().enumerate() {
        if let Some(offered) = offers.take(line.key) {
            items.push(Item {
                product_id: line.key.product,
                size_id: line.key.size,
                count: line.count,
                name: offered.product.name,
                slug: offered.product.slug,
                image_url: offered.product.image_url,
                size: offered.size.map(|size| size.name),
            });
        } else {
            let field = format!("lines[{index}].productId").into();
            unknown.push(FieldError { field, code: "unknown_value" });
        }
    }
    if unknown.is_empty() { Ok(items) } else { Err(Error::Invalid(unknown)) }
}

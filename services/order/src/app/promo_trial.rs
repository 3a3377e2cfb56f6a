//! Lets an operator try a promo code on a cart with the checkout's own function. Nothing is written.

use chrono::{DateTime, Utc};
use kit::{Error, Result, client::CallContext};

use super::{
    Shopper,
    check::Assessment,
    terms::{self, Destination},
    view,
};
use crate::{
    App,
    catalog::Offers,
    db,
    domain::{
        cart::Line,
        check::{Intent, Obstacle},
        code::Code as OrderCode,
        promo::Code,
    },
};

/// No account has this id.
pub(super) const NO_ACCOUNT: i64 = 0;

pub struct Trial {
    pub lines: Vec<Line>,
    /// An order whose shopper's earlier uses count.
    pub order: Option<OrderCode>,
    pub destination: Option<Destination>,
    /// Now by default.
    pub at: Option<DateTime<Utc>>,
}

/// Drops the obstacles of address and slot.
pub async fn try_out(app: &App, context: CallContext, promo: i64, trial: Trial) -> Result<Assessment> {
    let (code, account) = find(app, promo, trial.order.as_ref()).await?;
    let shopper = Shopper { account, context, is_app: false };
    let mut view = view(app, &shopper, &trial.lines, Offers::default()).await?;
    for line in &mut view.cart.lines {
        // No shopper has seen an earlier price.
        line.previous_price = None;
    }
    let now = trial.at.unwrap_or_else(|| app.clock.now());
    let intent = Intent { promo_code: Some(code), ..Intent::default() };
    let found = terms::find(app, &shopper, intent.promo_code.as_ref(), trial.destination, now).await?;
    let mut assessment = terms::assess(view, Err(Obstacle::AddressRequired), found, &intent, now)?;
    assessment.obstacles.retain(|obstacle| {
        matches!(obstacle, Obstacle::Line { .. } | Obstacle::PromoNotFound | Obstacle::PromoNotApplicable(_))
    });
    if trial.destination.is_some() && assessment.zone.is_none() {
        assessment.obstacles.push(Obstacle::AddressOutsideZones);
    }
    Ok(assessment)
}

/// Also returns the account whose uses count.
async fn find(app: &App, promo: i64, order: Option<&OrderCode>) -> Result<(Code, i64)> {
    let mut connection = app.pool.acquire().await?;
    let record = db::promo_admin::find(&mut connection, promo).await?.ok_or(Error::NotFound("promo_not_found"))?;
    let code = Code::parse(&record.promo.rules.code).map_err(|code| Error::internal(anyhow::anyhow!(code)))?;
    let Some(order) = order else { return Ok((code, NO_ACCOUNT)) };
    let shopper = db::promo_admin::shopper_of(&mut connection, order).await?;
    let shopper = shopper.ok_or_else(|| Error::invalid("orderCode", "order_not_found"))?;
    Ok((code, shopper.unwrap_or(NO_ACCOUNT)))
}

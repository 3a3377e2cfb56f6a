//! Checking a cart before it is ordered. Placing an order begins with the same function, so the two cannot disagree.

use kit::Result;

use super::{Shopper, View, get};
use crate::{
    App,
    domain::{
        check::{Intent, Obstacle, obstacles},
        quote::Quote,
    },
};

pub struct Checked {
    pub view: View,
    pub obstacles: Vec<Obstacle>,
    /// Given when nothing stands in the way.
    pub quote: Option<String>,
}

pub async fn check(app: &App, shopper: &Shopper, intent: &Intent) -> Result<Checked> {
    let view = get(app, shopper).await?;
    let obstacles = obstacles(&view.cart, intent);
    let quote = Quote::of(shopper.account, &view.cart, view.cart.total, app.clock.now());
    let quote = obstacles.is_empty().then(|| app.quote_key.sign(&quote)).transpose()?;
    Ok(Checked { view, obstacles, quote })
}

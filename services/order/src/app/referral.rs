//! Finds the bloggers behind clicked links. A failed lookup never prevents a purchase.

use kit::{Result, client::CallContext};

use crate::{
    App,
    domain::referral::{Claim, Link, Referral, clicked},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    pub account: i64,
    /// `None` for a link with the blogger's code.
    pub list: Option<i64>,
}

/// Returns `None` for an old click, an unknown link or a failed lookup.
pub async fn resolve(app: &App, context: &CallContext, claim: Option<&Claim>) -> Option<Referral> {
    let claim = claim?;
    let clicked_at = clicked(claim.clicked_at, app.clock.now())?;
    match target(app, context, &claim.link).await {
        Ok(target) => target.map(|Target { account, list }| Referral { account, list, clicked_at }),
        Err(error) => {
            tracing::warn!(
                error = format!("{:#}", anyhow::Error::from(error)),
                "A referral was lost because the lookup failed"
            );
            None
        }
    }
}

pub async fn target(app: &App, context: &CallContext, link: &Link) -> Result<Option<Target>> {
    Ok(match link {
        Link::List(slug) => {
            let owner = app.catalog.list_owner(context, slug).await?;
            owner.map(|owner| Target { account: owner.account, list: Some(owner.list) })
        }
        Link::Code(code) => app.auth.blogger_with_code(code).await?.map(|account| Target { account, list: None }),
    })
}

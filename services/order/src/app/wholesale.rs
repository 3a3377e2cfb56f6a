//! A customer, with or without an account, asks for larger amounts, and an operator answers with a quote. The customer
//! opens it by a secret link and accepts it, which makes it an order.

mod accept;
mod close;
mod create;
mod email;
mod follow;
mod pay;
mod quote;
mod read;
mod transfer;
mod workers;

pub use accept::{Acceptance, accept};
pub use close::{cancel, decline};
pub use create::create_request;
pub use follow::follow;
pub use pay::pay;
pub use quote::quote;
pub use read::{Link, open, open_order, page_of_order};
pub use transfer::{EnteredTransfer, enter};
pub use workers::{end_due, send_due, workers};

use kit::{Error, Language, Result};
use sqlx::PgConnection;

use crate::{
    App, db,
    domain::wholesale::{code::RequestCode, record::Record},
};

const NOT_FOUND: Error = Error::NotFound("wholesale_not_found");

async fn lock(tx: &mut PgConnection, request: i64) -> Result<Record> {
    db::wholesale::request::lock(tx, request).await?;
    Ok(db::wholesale::record::load_one(tx, request).await?)
}

/// Operators pass the link on.
pub fn link_of(app: &App, record: &Record) -> String {
    page_of(app, &record.code, record.language)
}

/// Includes the secret token.
fn page_of(app: &App, code: &RequestCode, language: Language) -> String {
    let (site, prefix) = (app.site_url.trim_end_matches('/'), language.prefix());
    let token = app.wholesale.link_key.token(code);
    format!("{site}{prefix}/topdan-satis/{}?token={}", code.as_str(), token.as_str())
}

//! What the shop says about itself: read as a whole, written in parts.

use kit::{Error, Result, identity::Caller};
use serde_json::json;

use crate::{
    App, db,
    domain::settings::{AppLinks, ChatLinks, Contact, Office, Settings, SocialLinks, is_placeholder},
};

/// What is shown on every page.
pub struct Site {
    pub contact: Contact,
    pub app: AppLinks,
    pub social: SocialLinks,
    pub chat: ChatLinks,
}

pub async fn read(app: &App) -> Result<Settings> {
    let mut connection = app.pool.acquire().await?;
    let rows = db::setting::all(&mut connection).await?;
    Settings::parse(rows).map_err(|cause| Error::internal(anyhow::anyhow!(cause)))
}

pub async fn save(app: &App, operator: &Caller, site: &Site) -> Result<()> {
    let Site { contact, app: links, social, chat } = site;
    let rows = [("app", json!(links)), ("chat", json!(chat)), ("contact", json!(contact)), ("social", json!(social))];
    write(app, operator, &rows, "site").await
}

pub async fn save_office(app: &App, operator: &Caller, office: &Office) -> Result<()> {
    write(app, operator, &[("office", json!(office))], "office").await
}

async fn write(app: &App, operator: &Caller, rows: &[(&str, serde_json::Value)], part: &str) -> Result<()> {
    let mut tx = app.pool.begin().await?;
    db::setting::save(&mut tx, rows).await?;
    db::audit::insert(&mut tx, operator.account, "settings_saved", part, app.clock.now()).await?;
    tx.commit().await?;
    Ok(())
}

/// A shop may not sell without saying who sells. It still starts: the place where that is said is the running shop's own desk.
pub async fn warn_of_placeholders(app: &App) {
    match read(app).await {
        Ok(settings) if is_placeholder(&settings.office.tax_number) => {
            tracing::warn!("The company's tax number is not set: fill in the office's settings before the shop opens");
        }
        Ok(_) => {}
        Err(error) => {
            tracing::error!(error = format!("{:#}", anyhow::Error::from(error)), "The settings cannot be read");
        }
    }
}

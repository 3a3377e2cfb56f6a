//! The shop's settings. They are read as a whole and saved in two parts: site and office.

use kit::{Error, Result, identity::Caller};
use serde_json::json;
use sqlx::PgConnection;

use crate::{
    App, db,
    domain::settings::{AppLinks, ChatLinks, Contact, Office, Settings, SocialLinks, is_placeholder},
    events,
};

/// The settings that every page of the shop shows.
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

/// Saves the settings of the site, and publishes the contact data.
pub async fn save_site(app: &App, operator: &Caller, site: &Site) -> Result<()> {
    let Site { contact, app: links, social, chat } = site;
    let rows = [("app", json!(links)), ("chat", json!(chat)), ("contact", json!(contact)), ("social", json!(social))];
    let mut tx = app.pool.begin().await?;
    write(&mut tx, app, operator, &rows, "site").await?;
    outbox::append(&mut tx, &events::contact_changed(contact)).await?;
    tx.commit().await?;
    Ok(())
}

pub async fn save_office(app: &App, operator: &Caller, office: &Office) -> Result<()> {
    let mut tx = app.pool.begin().await?;
    write(&mut tx, app, operator, &[("office", json!(office))], "office").await?;
    tx.commit().await?;
    Ok(())
}

async fn write(
    tx: &mut PgConnection,
    app: &App,
    operator: &Caller,
    rows: &[(&str, serde_json::Value)],
    part: &str,
) -> Result<()> {
    db::setting::save(tx, rows).await?;
    db::audit::insert(tx, operator.account, "settings_saved", part, app.clock.now()).await?;
    Ok(())
}

/// Logs a warning while the seller's tax number is the placeholder. The service still starts, because operators enter
/// the number in the back office of the running shop.
pub async fn warn_about_placeholder(app: &App) {
    match read(app).await {
        Ok(settings) if is_placeholder(&settings.office.tax_number) => {
            tracing::warn!("The company's tax number is not set: fill in the office's settings before the shop opens");
        }
        Ok(_) => {}
        Err(error) => {
            tracing::error!(error = format!("{:#}", anyhow::Error::from(error)), "The settings could not be read");
        }
    }
}

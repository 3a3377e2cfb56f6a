//! Reads and saves the shop's settings: contact data, links and the office.

use audit::Entry;
use kit::{Error, Result, identity::Caller};
use serde_json::{Map, Value, json};
use sqlx::PgConnection;

use crate::{
    App, db,
    domain::settings::{AppLinks, ChatLinks, Contact, Office, Settings, SocialLinks, is_placeholder},
    events,
};

/// The settings that every page shows.
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

pub async fn save_site(app: &App, operator: &Caller, site: &Site) -> Result<()> {
    let Site { contact, app: links, social, chat } = site;
    let rows = [("app", json!(links)), ("chat", json!(chat)), ("contact", json!(contact)), ("social", json!(social))];
    let mut tx = kit::db::begin(&app.pool).await?;
    write(&mut tx, app, operator, &rows, "site").await?;
    outbox::append(&mut tx, &events::contact_changed(contact)).await?;
    tx.commit().await?;
    Ok(())
}

pub async fn save_office(app: &App, operator: &Caller, office: &Office) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    write(&mut tx, app, operator, &[("office", json!(office))], "office").await?;
    tx.commit().await?;
    Ok(())
}

async fn write(tx: &mut PgConnection, app: &App, operator: &Caller, rows: &[(&str, Value)], part: &str) -> Result<()> {
    let keys: Vec<_> = rows.iter().map(|(key, _)| (*key).to_owned()).collect();
    let before = db::setting::lock(tx, &keys).await?;
    db::setting::save(tx, rows).await?;
    let before = flatten(before.iter().map(|(key, value)| (key.as_str(), value)));
    let after = flatten(rows.iter().map(|(key, value)| (*key, value)));
    let entry = Entry::new("settings_saved", "settings", part).changed(before, after);
    audit::insert(tx, operator, entry, app.clock.now()).await?;
    Ok(())
}

/// Rows become fields such as `contact.email`, which the audit log compares one by one.
fn flatten<'a>(rows: impl Iterator<Item = (&'a str, &'a Value)>) -> Value {
    let mut fields = Map::new();
    for (key, value) in rows {
        match value {
            Value::Object(values) => {
                fields.extend(values.iter().map(|(name, value)| (format!("{key}.{name}"), value.clone())));
            }
            value => {
                fields.insert(key.to_owned(), value.clone());
            }
        }
    }
    Value::Object(fields)
}

/// A new installation has a placeholder for the tax number, which staff replace in the running shop.
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

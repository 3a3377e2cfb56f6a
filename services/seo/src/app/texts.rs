//! Saves SEO texts, tags (ids of analytics tools) and robots.txt.

use audit::Entry;
use kit::{Error, Language, Result, identity::Caller};
use serde_json::{Value, json};

use crate::{
    App,
    db::{self, page_text::PageTextRow},
    domain::seo_texts::SeoTexts,
};

pub async fn save_texts(app: &App, operator: &Caller, page: &str, language: Language, texts: &SeoTexts) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let rows = db::page_text::lock_kind(&mut tx, page).await?;
    // Staff cannot add a kind of page.
    if rows.is_empty() {
        return Err(Error::NotFound("page_not_found"));
    }
    if db::page_text::save(&mut tx, page, language, texts).await? {
        let before = rows.into_iter().find(|row| row.language == language.code());
        let before = before.map_or(Value::Null, |row| json!(into_texts(row)));
        let entry = Entry::new("text_saved", "page_text", format!("{page} {}", language.code()));
        audit::insert(&mut tx, operator, entry.changed(before, json!(texts)), app.clock.now()).await?;
    }
    tx.commit().await?;
    Ok(())
}

fn into_texts(row: PageTextRow) -> SeoTexts {
    let PageTextRow { page: _, language: _, title, description, keywords, heading, text, og_image } = row;
    SeoTexts { title, description, keywords, heading, text, og_image }
}

pub async fn save_tag(app: &App, operator: &Caller, tag: &str, value: &str) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let before = db::tag::lock(&mut tx, tag).await?;
    if db::tag::save(&mut tx, tag, value).await? {
        let entry = Entry::new("tag_saved", "tag", tag).changed(json!({"value": before}), json!({"value": value}));
        audit::insert(&mut tx, operator, entry, app.clock.now()).await?;
    }
    tx.commit().await?;
    Ok(())
}

pub async fn save_robots(app: &App, operator: &Caller, text: &str) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let before = db::robots::lock(&mut tx).await?;
    if db::robots::save(&mut tx, text).await? {
        let entry =
            Entry::new("robots_saved", "robots", "robots.txt").changed(json!({"text": before}), json!({"text": text}));
        audit::insert(&mut tx, operator, entry, app.clock.now()).await?;
    }
    tx.commit().await?;
    Ok(())
}

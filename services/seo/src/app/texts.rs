//! Saves SEO texts, tags and robots.txt. Saving an unchanged value writes no audit row.

use kit::{Error, Language, Result, identity::Caller};

use crate::{App, db, domain::seo_texts::SeoTexts};

pub async fn save_texts(app: &App, operator: &Caller, page: &str, language: Language, texts: &SeoTexts) -> Result<()> {
    let mut tx = app.pool.begin().await?;
    // Operators cannot add kinds of pages.
    if !db::page_text::is_kind(&mut tx, page).await? {
        return Err(Error::NotFound("page_not_found"));
    }
    if db::page_text::save(&mut tx, page, language, texts).await? {
        let subject = format!("{page} {}", language.code());
        db::audit::insert(&mut tx, operator.account, "text_saved", &subject, app.clock.now()).await?;
    }
    tx.commit().await?;
    Ok(())
}

pub async fn save_tag(app: &App, operator: &Caller, tag: &str, value: &str) -> Result<()> {
    let mut tx = app.pool.begin().await?;
    if db::tag::save(&mut tx, tag, value).await? {
        db::audit::insert(&mut tx, operator.account, "tag_saved", tag, app.clock.now()).await?;
    }
    tx.commit().await?;
    Ok(())
}

pub async fn save_robots(app: &App, operator: &Caller, text: &str) -> Result<()> {
    let mut tx = app.pool.begin().await?;
    if db::robots::save(&mut tx, text).await? {
        db::audit::insert(&mut tx, operator.account, "robots_saved", "robots.txt", app.clock.now()).await?;
    }
    tx.commit().await?;
    Ok(())
}

//! Loads the demo's SEO texts and home page. Idempotent. A malformed text or section prevents the load.

use std::collections::{BTreeMap, HashMap};

use anyhow::Context as _;
use kit::{Language, config::LoadArgs};
use proto::seo::HomeSectionDraft;
use sqlx::PgConnection;

use crate::{
    App,
    db::{self, home::NewVersion},
    domain::{home::Section, seo_texts::SeoTexts},
    home_draft,
};

/// `{"home-page": {"az": {"title": …}, …}, …}`
type Pages = BTreeMap<String, HashMap<Language, SeoTexts>>;

pub async fn load(app: &App, args: &LoadArgs) -> anyhow::Result<()> {
    let pages: Pages = args.read("pages.json")?;
    let drafts: Vec<HomeSectionDraft> = args.read("home.json")?;
    let sections = home_draft::parse(drafts).context("home.json is invalid")?;
    let mut tx = kit::db::begin(&app.pool).await?;
    let mut changed = 0;
    for (page, languages) in &pages {
        for (language, texts) in languages {
            let subject = None;
            texts.fill(subject).with_context(|| format!("{page} in {} cannot be filled", language.code()))?;
            changed += i32::from(db::page_text::save(&mut tx, page, *language, texts).await?);
        }
    }
    let version = publish(&mut tx, app, &sections).await?;
    tx.commit().await?;
    tracing::info!("Loaded the texts of {} kinds of pages; {changed} texts are new or changed", pages.len());
    if let Some(version) = version {
        tracing::info!("Published version {version} of the home page");
    }
    Ok(())
}

/// Keeps a page that staff have published. Returns the new version, if any.
async fn publish(tx: &mut PgConnection, app: &App, sections: &[Section]) -> anyhow::Result<Option<i64>> {
    let newest = db::home::newest(tx).await?;
    let is_kept = newest.as_ref().is_some_and(|row| row.published_by.is_some() || row.sections.0 == sections);
    if is_kept {
        return Ok(None);
    }
    let from_version = newest.map_or(0, |row| row.version);
    let new = NewVersion { from_version, sections, operator: None, at: app.clock.now() };
    Ok(db::home::insert(tx, &new).await?)
}

//! Loads SEO texts of the demo from `pages.json`, which contains the texts of each kind of page in each language.
//! Loading again changes nothing. If one template is malformed, nothing is loaded.

use std::collections::{BTreeMap, HashMap};

use anyhow::Context as _;
use kit::{Language, config::LoadArgs};

use crate::{App, db, domain::seo_texts::SeoTexts};

/// The texts by kind of page and language: `{"home-page": {"az": {"title": …}, …}, …}`.
type Pages = BTreeMap<String, HashMap<Language, SeoTexts>>;

/// Loads the file from the folder of the demo's data.
pub async fn load(app: &App, args: &LoadArgs) -> anyhow::Result<()> {
    let pages: Pages = args.read("pages.json")?;
    let mut tx = kit::db::begin(&app.pool).await?;
    let mut changed = 0;
    for (page, languages) in &pages {
        for (language, texts) in languages {
            // Filling a template finds out whether it is malformed.
            texts.fill(None).with_context(|| format!("{page} in {} cannot be filled", language.code()))?;
            changed += i32::from(db::page_text::save(&mut tx, page, *language, texts).await?);
        }
    }
    tx.commit().await?;
    tracing::info!("Loaded the texts of {} kinds of pages; {changed} texts are new or changed", pages.len());
    Ok(())
}

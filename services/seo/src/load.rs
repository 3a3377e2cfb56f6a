//! Loads the demo's SEO texts. Idempotent. A malformed template prevents the load.

use std::collections::{BTreeMap, HashMap};

use anyhow::Context as _;
use kit::{Language, config::LoadArgs};

use crate::{App, db, domain::seo_texts::SeoTexts};

/// `{"home-page": {"az": {"title": …}, …}, …}`
type Pages = BTreeMap<String, HashMap<Language, SeoTexts>>;

pub async fn load(app: &App, args: &LoadArgs) -> anyhow::Result<()> {
    let pages: Pages = args.read("pages.json")?;
    let mut tx = kit::db::begin(&app.pool).await?;
    let mut changed = 0;
    for (page, languages) in &pages {
        for (language, texts) in languages {
            texts.fill(None).with_context(|| format!("{page} in {} cannot be filled", language.code()))?;
            changed += i32::from(db::page_text::save(&mut tx, page, *language, texts).await?);
        }
    }
    tx.commit().await?;
    tracing::info!("Loaded the texts of {} kinds of pages; {changed} texts are new or changed", pages.len());
    Ok(())
}

//! The texts of pages, from `pages.json`: `{"home-page": {"az": {"title", "description", …}, …}, …}`. Loading twice is
//! loading once, and a file with one bad template loads nothing.

use std::collections::{BTreeMap, HashMap};

use anyhow::Context as _;
use kit::{Language, config::LoadArgs};

use crate::{App, db, domain::page::Texts};

type Pages = BTreeMap<String, HashMap<Language, Texts>>;

pub async fn load(app: &App, args: &LoadArgs) -> anyhow::Result<()> {
    let pages: Pages = args.read("pages.json")?;
    let mut tx = app.pool.begin().await?;
    let mut changed = 0;
    for (page, languages) in &pages {
        for (language, texts) in languages {
            texts.fill(None).with_context(|| format!("{page} in {} cannot be filled", language.code()))?;
            changed += i32::from(db::page_text::save(&mut tx, page, *language, texts).await?);
        }
    }
    tx.commit().await?;
    tracing::info!("The texts of {} kinds of pages are there, {changed} of them new", pages.len());
    Ok(())
}

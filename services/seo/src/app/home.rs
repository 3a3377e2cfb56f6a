//! Publishes and previews the home page. Versions are never deleted: staff undo a mistake by publishing an earlier
//! version again.

use std::sync::LazyLock;

use audit::Entry;
use chrono::{DateTime, TimeDelta, Utc};
use kit::{Error, Result, identity::Caller};
use rand::rngs::OsRng;
use serde_json::json;
use sqlx::types::Json;

use crate::{
    App,
    db::{
        self,
        home::{HomeRow, NewPreview, NewVersion, PreviewRow},
    },
    domain::{
        content::revised_at,
        home::{Section, preview_token::PreviewToken},
    },
    home_draft,
};

const PREVIEW_LIFETIME: TimeDelta = TimeDelta::hours(1);
/// A new preview deletes the oldest one beyond this number.
const MAX_PREVIEWS: i64 = 100;

/// The sections name no category, so that they suit every catalogue.
static BUNDLED_SECTIONS: LazyLock<Vec<Section>> = LazyLock::new(|| {
    home_draft::read(include_str!("../../texts/home.json"))
        .expect("the sections are compiled in, and a test parses them")
});

/// Version 0 is part of the program.
pub fn bundled_version() -> HomeRow {
    HomeRow { version: 0, sections: Json(BUNDLED_SECTIONS.clone()), published_by: None, published_at: revised_at() }
}

pub async fn newest(app: &App) -> Result<HomeRow> {
    let mut connection = app.pool.acquire().await?;
    Ok(db::home::newest(&mut connection).await?.unwrap_or_else(bundled_version))
}

/// Fails with `content_changed` if the edited version is not the newest.
pub async fn publish(app: &App, operator: &Caller, from_version: i64, sections: Vec<Section>) -> Result<HomeRow> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let new = NewVersion { from_version, sections: &sections, operator: Some(operator.account), at: now };
    let version = db::home::insert(&mut tx, &new).await?.ok_or_else(|| Error::conflict("content_changed"))?;

    let entry = Entry::new("home_published", "home", version)
        .changed(json!({"version": from_version}), json!({"version": version}));
    audit::insert(&mut tx, operator, entry, now).await?;
    tx.commit().await?;
    Ok(HomeRow { version, sections: Json(sections), published_by: Some(operator.account), published_at: now })
}

pub async fn preview(
    app: &App,
    sections: &[Section],
    shown_at: Option<DateTime<Utc>>,
) -> Result<(PreviewToken, DateTime<Utc>)> {
    let now = app.clock.now();
    let (token, expires_at) = (PreviewToken::random(&mut OsRng), now + PREVIEW_LIFETIME);
    let new = NewPreview { token: &token, sections, shown_at: shown_at.unwrap_or(now), expires_at };
    let mut tx = kit::db::begin(&app.pool).await?;
    db::home::delete_old_previews(&mut tx, now, MAX_PREVIEWS - 1).await?;
    db::home::insert_preview(&mut tx, &new).await?;
    tx.commit().await?;
    Ok((token, expires_at))
}

pub async fn find_preview(app: &App, token: &str) -> Result<PreviewRow> {
    let token = PreviewToken::parse(token).ok_or(Error::NotFound("page_not_found"))?;
    let mut connection = app.pool.acquire().await?;
    let row = db::home::find_preview(&mut connection, &token, app.clock.now()).await?;
    row.ok_or(Error::NotFound("page_not_found"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::home::{Content, Shelf};

    #[test]
    fn bundled_sections_suit_every_catalogue() {
        let sections = bundled_version().sections.0;
        assert!(sections.iter().all(|section| !section.is_hidden && section.schedule.is_none()));
        assert!(matches!(sections[0].content, Content::Hero { .. }));
        for section in &sections {
            if let Content::Shelf { shelf, .. } = &section.content {
                assert!(matches!(shelf, Shelf::Popular | Shelf::Newest | Shelf::Sale), "{shelf:?}");
            }
        }
        let json = serde_json::to_string(&sections).unwrap();
        assert!(!json.contains("/kateqoriya/"), "{json}");
        assert!(!json.contains(r#""ru":null"#) && !json.contains(r#""en":null"#), "{json}");
    }
}

//! Publishes the texts of content pages. Versions are never deleted: staff undo a mistake by publishing an earlier text
//! again.

use audit::Entry;
use kit::{Error, Language, Result, identity::Caller};
use serde_json::json;

use crate::{
    App, db,
    domain::content::{Page, Text},
};

pub struct Draft {
    pub page: Page,
    pub language: Language,
    /// The version that was edited.
    pub from_version: i64,
    pub text: Text,
}

/// Fails with `content_changed` if the edited version is not the newest.
pub async fn publish(app: &App, operator: &Caller, draft: &Draft) -> Result<db::content::VersionRow> {
    let Draft { page, language, from_version, text } = draft;
    let (page, language, now) = (page.key(), language.code(), app.clock.now());
    let mut tx = kit::db::begin(&app.pool).await?;
    let new = db::content::NewVersion {
        page,
        language,
        from_version: *from_version,
        title: &text.title,
        markdown: &text.markdown,
        operator: operator.account,
        at: now,
    };
    let version = db::content::insert(&mut tx, &new).await?.ok_or_else(|| Error::conflict("content_changed"))?;

    let subject = format!("{page}/{language}/{version}");
    let entry = Entry::new("content_published", "content", subject)
        .changed(json!({"version": from_version}), json!({"version": version}));
    audit::insert(&mut tx, operator, entry, now).await?;
    tx.commit().await?;
    let Text { title, markdown } = text.clone();
    Ok(db::content::VersionRow { version, title, markdown, published_at: now })
}

//! Publishes content pages. Versions are never deleted: an operator undoes a mistake by publishing an earlier text
//! again.

use kit::{Error, Language, Result, identity::Caller};

use crate::{
    App, db,
    domain::content::{Page, Text},
};

/// A text to publish, and the version it was made from.
pub struct Draft {
    pub page: Page,
    pub language: Language,
    pub from_version: i64,
    pub text: Text,
}

pub async fn publish(app: &App, operator: &Caller, draft: &Draft) -> Result<db::content::VersionRow> {
    let Draft { page, language, from_version, text } = draft;
    let (page, language, now) = (page.key(), language.code(), app.clock.now());
    let mut tx = app.pool.begin().await?;
    let new = db::content::NewVersion {
        page,
        language,
        from_version: *from_version,
        title: &text.title,
        markdown: &text.markdown,
        operator: operator.account,
        at: now,
    };
    // When another operator has published in the meantime, the newer text must be read before it is replaced.
    let version = db::content::insert(&mut tx, &new).await?.ok_or_else(|| Error::conflict("content_changed"))?;
    let subject = format!("{page}/{language}/{version}");
    db::audit::insert(&mut tx, operator.account, "content_published", &subject, now).await?;
    tx.commit().await?;
    let Text { title, markdown } = text.clone();
    Ok(db::content::VersionRow { version, title, markdown, published_at: now })
}

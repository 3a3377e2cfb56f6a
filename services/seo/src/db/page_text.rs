//! Texts by kind of page and language, for search engines and the page itself.

use kit::Language;
use sqlx::PgConnection;

use crate::domain::seo_texts::SeoTexts;

/// Falls back to Azerbaijani for all texts, so that two languages are not mixed.
pub async fn find(tx: &mut PgConnection, page: &str, language: Language) -> sqlx::Result<Option<SeoTexts>> {
    sqlx::query_as!(
        SeoTexts,
        "select title, description, keywords, heading, text, og_image
         from page_text
         where page = $1 and language in ($2, 'az')
         order by language = $2 desc
         limit 1",
        page,
        language.code(),
    )
    .fetch_optional(tx)
    .await
}

pub struct PageTextRow {
    /// The kind of page, such as `product-page`.
    pub page: String,
    pub language: String,
    pub title: String,
    pub description: String,
    pub keywords: String,
    pub heading: String,
    pub text: String,
    pub og_image: String,
}

pub async fn all(tx: &mut PgConnection) -> sqlx::Result<Vec<PageTextRow>> {
    sqlx::query_as!(
        PageTextRow,
        "select page, language, title, description, keywords, heading, text, og_image
         from page_text
         order by page, language",
    )
    .fetch_all(tx)
    .await
}

/// Returns the texts in all languages, or nothing if there is no such kind.
pub async fn lock_kind(tx: &mut PgConnection, page: &str) -> sqlx::Result<Vec<PageTextRow>> {
    sqlx::query_as!(
        PageTextRow,
        "select page, language, title, description, keywords, heading, text, og_image
         from page_text
         where page = $1
         order by language
         for update",
        page,
    )
    .fetch_all(tx)
    .await
}

/// Returns whether the texts are new or changed.
pub async fn save(tx: &mut PgConnection, page: &str, language: Language, texts: &SeoTexts) -> sqlx::Result<bool> {
    let saved = sqlx::query!(
        "insert into page_text (page, language, title, description, keywords, heading, text, og_image)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (page, language) do update
         set title = excluded.title, description = excluded.description, keywords = excluded.keywords,
             heading = excluded.heading, text = excluded.text, og_image = excluded.og_image
         where (page_text.title, page_text.description, page_text.keywords, page_text.heading, page_text.text, page_text.og_image)
               is distinct from
               (excluded.title, excluded.description, excluded.keywords, excluded.heading, excluded.text, excluded.og_image)",
        page,
        language.code(),
        texts.title,
        texts.description,
        texts.keywords,
        texts.heading,
        texts.text,
        texts.og_image,
    )
    .execute(tx)
    .await?;
    Ok(saved.rows_affected() == 1)
}

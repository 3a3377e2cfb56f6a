//! The templates of a kind of page, by language.

use kit::Language;
use sqlx::PgConnection;

use crate::domain::page::Texts;

/// In the language, or in Azerbaijani: a page is never half of one and half of the other.
pub async fn find(tx: &mut PgConnection, page: &str, language: Language) -> sqlx::Result<Option<Texts>> {
    sqlx::query_as!(
        Texts,
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

pub struct Row {
    pub page: String,
    pub language: String,
    pub title: String,
    pub description: String,
    pub keywords: String,
    pub heading: String,
    pub text: String,
    pub og_image: String,
}

/// A few kinds in three languages: bounded by what the shop is made of.
pub async fn all(tx: &mut PgConnection) -> sqlx::Result<Vec<Row>> {
    sqlx::query_as!(
        Row,
        "select page, language, title, description, keywords, heading, text, og_image
         from page_text
         order by page, language",
    )
    .fetch_all(tx)
    .await
}

/// Whether there is such a kind of page, in whatever language.
pub async fn is_kind(tx: &mut PgConnection, page: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select exists (select from page_text where page = $1) as "exists!""#, page)
        .fetch_one(tx)
        .await
}

/// True when it is new or differs from what was there.
pub async fn save(tx: &mut PgConnection, page: &str, language: Language, texts: &Texts) -> sqlx::Result<bool> {
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

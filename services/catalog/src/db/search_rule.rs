//! Stores search rules. The column `folded` is the key by which a rule's text is found.

use chrono::{DateTime, Utc};
use kit::{Error, db::OnConstraint as _, page::Page};
use search::Texts;
use sqlx::{PgConnection, types::Json};

use crate::domain::search_rule::{Content, Effect, SearchRule, key};

struct RuleRow {
    rule_id: i64,
    version: i64,
    text: String,
    instead: Option<String>,
    first_products: Vec<i64>,
    changed_at: DateTime<Utc>,
}

impl From<RuleRow> for SearchRule {
    fn from(row: RuleRow) -> Self {
        let effect = Effect { instead: row.instead, first_products: row.first_products };
        let content = Content { text: row.text, effect };
        Self { id: row.rule_id, version: row.version, content, changed_at: row.changed_at }
    }
}

pub struct RuleProduct {
    pub product_id: i64,
    pub name: Json<Texts>,
    pub is_for_sale: bool,
}

/// An empty `part` matches all.
pub async fn page(tx: &mut PgConnection, part: &str, page: Page) -> sqlx::Result<Vec<SearchRule>> {
    let rows = sqlx::query_as!(
        RuleRow,
        "select rule_id, version, text, instead, first_products, changed_at
         from search_rule
         where strpos(folded, $1) > 0
         order by folded
         limit $2 offset $3",
        part,
        page.limit(),
        page.offset(),
    );
    Ok(rows.fetch_all(tx).await?.into_iter().map(SearchRule::from).collect())
}

pub async fn count(tx: &mut PgConnection, part: &str) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select count(*) as "count!" from search_rule where strpos(folded, $1) > 0"#, part)
        .fetch_one(tx)
        .await
}

/// Returns the effect of every rule, with the key of its text.
pub async fn effects(tx: &mut PgConnection) -> sqlx::Result<Vec<(String, Effect)>> {
    let rows = sqlx::query!("select folded, instead, first_products from search_rule").fetch_all(tx).await?;
    let effects =
        rows.into_iter().map(|row| (row.folded, Effect { instead: row.instead, first_products: row.first_products }));
    Ok(effects.collect())
}

pub async fn lock(tx: &mut PgConnection, rule: i64) -> sqlx::Result<Option<SearchRule>> {
    let row = sqlx::query_as!(
        RuleRow,
        "select rule_id, version, text, instead, first_products, changed_at
         from search_rule
         where rule_id = $1
         for update",
        rule,
    );
    Ok(row.fetch_optional(tx).await?.map(SearchRule::from))
}

pub async fn insert(tx: &mut PgConnection, content: &Content, at: DateTime<Utc>) -> kit::Result<SearchRule> {
    let row = sqlx::query_as!(
        RuleRow,
        "insert into search_rule (text, folded, instead, first_products, changed_at)
         values ($1, $2, $3, $4, $5)
         returning rule_id, version, text, instead, first_products, changed_at",
        content.text,
        key(&content.text),
        content.effect.instead,
        &content.effect.first_products,
        at,
    );
    let row = row.fetch_one(tx).await.on_constraint("search_rule_folded_key", text_taken)?;
    Ok(row.into())
}

pub async fn update(tx: &mut PgConnection, rule: i64, content: &Content, at: DateTime<Utc>) -> kit::Result<SearchRule> {
    let row = sqlx::query_as!(
        RuleRow,
        "update search_rule
         set text = $2, folded = $3, instead = $4, first_products = $5, changed_at = $6, version = version + 1
         where rule_id = $1
         returning rule_id, version, text, instead, first_products, changed_at",
        rule,
        content.text,
        key(&content.text),
        content.effect.instead,
        &content.effect.first_products,
        at,
    );
    let row = row.fetch_one(tx).await.on_constraint("search_rule_folded_key", text_taken)?;
    Ok(row.into())
}

pub async fn delete(tx: &mut PgConnection, rule: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from search_rule where rule_id = $1", rule).execute(tx).await?;
    Ok(())
}

pub async fn products(tx: &mut PgConnection, ids: &[i64]) -> sqlx::Result<Vec<RuleProduct>> {
    sqlx::query_as!(
        RuleProduct,
        r#"select product_id, name as "name: Json<Texts>", is_published and store_is_open as "is_for_sale!"
           from product
           where product_id = any ($1)"#,
        ids,
    )
    .fetch_all(tx)
    .await
}

fn text_taken() -> Error {
    Error::invalid("text", "duplicate")
}

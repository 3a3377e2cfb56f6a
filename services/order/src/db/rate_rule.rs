//! Rates by which shoppers earn bonuses, and bloggers money. Each has a table, with the same columns.

use sqlx::{PgConnection, types::Json};

use crate::domain::{
    bonus::{Rule, Title},
    promo::Scope,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Earner {
    Shopper,
    Blogger,
}

pub async fn all(tx: &mut PgConnection, earner: Earner) -> sqlx::Result<Vec<Rule>> {
    let rows = sqlx::query!(
        r#"select title as "title!: Json<Title>", basis_points as "basis_points!", category_ids as "category_ids!",
                  store_ids as "store_ids!", starts_at as "starts_at?", ends_at as "ends_at?"
           from (
               select 'bonus_rule' as source, bonus_rule_id as rule_id, title, basis_points, category_ids, store_ids, starts_at,
                      ends_at
               from bonus_rule
               union all
               select 'influencer_rule', influencer_rule_id, title, basis_points, category_ids, store_ids, starts_at, ends_at
               from influencer_rule
           ) as rule
           where source = $1
           order by rule_id"#,
        earner.table(),
    )
    .fetch_all(tx)
    .await?;
    let rules = rows.into_iter().map(|row| Rule {
        basis_points: row.basis_points,
        scope: Scope { categories: row.category_ids, stores: row.store_ids },
        starts_at: row.starts_at,
        ends_at: row.ends_at,
        title: row.title.0,
    });
    Ok(rules.collect())
}

pub async fn replace(tx: &mut PgConnection, earner: Earner, rules: &[Rule]) -> sqlx::Result<()> {
    match earner {
        Earner::Shopper => sqlx::query!("delete from bonus_rule").execute(&mut *tx).await?,
        Earner::Blogger => sqlx::query!("delete from influencer_rule").execute(&mut *tx).await?,
    };
    for rule in rules {
        insert(tx, earner, rule).await?;
    }
    Ok(())
}

pub async fn insert(tx: &mut PgConnection, earner: Earner, rule: &Rule) -> sqlx::Result<()> {
    sqlx::query!(
        "with rule as (
             select $2::jsonb as title, $3::bigint as basis_points, $4::bigint[] as category_ids, $5::bigint[] as store_ids,
                    $6::timestamptz as starts_at, $7::timestamptz as ends_at
         ),
         of_shoppers as (
             insert into bonus_rule (title, basis_points, category_ids, store_ids, starts_at, ends_at)
             select * from rule where $1 = 'bonus_rule'
         )
         insert into influencer_rule (title, basis_points, category_ids, store_ids, starts_at, ends_at)
         select * from rule where $1 = 'influencer_rule'",
        earner.table(),
        Json(&rule.title) as _,
        rule.basis_points,
        &rule.scope.categories,
        &rule.scope.stores,
        rule.starts_at,
        rule.ends_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

impl Earner {
    fn table(self) -> &'static str {
        match self {
            Self::Shopper => "bonus_rule",
            Self::Blogger => "influencer_rule",
        }
    }
}

//! Data for baskets: cards, sizes, categories and likes. Concurrent requests share statements.

use std::collections::HashMap;

use kit::{Language, db::together};
use sqlx::{PgConnection, types::Json};

use super::{card, size};

pub struct Question {
    pub language: Language,
    pub account: Option<i64>,
    /// Without duplicates.
    pub products: Vec<i64>,
    pub sizes: Vec<i64>,
}

#[derive(Default)]
pub struct Answer {
    pub cards: Vec<card::Row>,
    /// Keyed by product.
    pub more: HashMap<i64, More>,
    /// Keyed by size.
    pub sizes: HashMap<i64, size::Row>,
}

pub struct More {
    /// All categories that list it, and their ancestors.
    pub categories: Vec<i64>,
    pub is_liked: bool,
    /// Keyed by language.
    pub names: HashMap<String, String>,
}

impl together::Question for Question {
    type Answer = Answer;

    async fn answer(tx: &mut PgConnection, questions: &[Self]) -> kit::Result<Vec<Answer>> {
        let mut answers: Vec<_> = questions.iter().map(|_| Answer::default()).collect();
        let wanted: Vec<_> = questions.iter().map(|asked| (asked.language, &*asked.products)).collect();
        for card in card::of_each(tx, &wanted).await? {
            if let Some(answer) = answers.get_mut(card.place as usize) {
                answer.cards.push(card);
            }
        }
        for row in more(tx, questions).await? {
            if let Some(answer) = answers.get_mut(row.place as usize) {
                answer.more.insert(
                    row.product_id,
                    More { categories: row.categories, is_liked: row.is_liked, names: row.names.0 },
                );
            }
        }
        let wanted: Vec<_> = questions.iter().map(|asked| (asked.language, &*asked.sizes)).collect();
        if wanted.iter().any(|(_, sizes)| !sizes.is_empty()) {
            for (place, size) in size::of_each(tx, &wanted).await? {
                answers.get_mut(place).map(|answer| answer.sizes.insert(size.size_id, size));
            }
        }
        Ok(answers)
    }
}

struct Row {
    place: i64,
    product_id: i64,
    categories: Vec<i64>,
    is_liked: bool,
    names: Json<HashMap<String, String>>,
}

/// Without an account nothing is liked. The arrays are hidden from the planner: see `card::of_each`.
async fn more(tx: &mut PgConnection, questions: &[Question]) -> sqlx::Result<Vec<Row>> {
    let accounts: Vec<_> = questions.iter().map(|asked| asked.account).collect();
    let each = questions.iter().zip(0i64..);
    let each = each.flat_map(|(asked, place)| asked.products.iter().map(move |product| (place, *product)));
    let (places, products): (Vec<_>, Vec<_>) = each.unzip();
    sqlx::query_as!(
        Row,
        r#"select place as "place!", product_id as "product_id!",
                  array(
                      select distinct category_path.ancestor_id
                      from product_category
                      join category_path on category_path.descendant_id = product_category.category_id
                      where product_category.product_id = wanted.product_id
                  ) as "categories!",
                  exists (
                      select
                      from product_like
                      where product_like.account_id = ($1::bigint[])[place + 1] and product_like.product_id = wanted.product_id
                  ) as "is_liked!",
                  coalesce((select name from product where product.product_id = wanted.product_id), '{}')
                      as "names!: Json<HashMap<String, String>>"
           from unnest((select $2::bigint[]), (select $3::bigint[])) as wanted (place, product_id)"#,
        &accounts as &[Option<i64>],
        &places,
        &products,
    )
    .fetch_all(tx)
    .await
}

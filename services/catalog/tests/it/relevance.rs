//! Measures the relevance (nDCG, 0 to 1) of the first ten results of every checked-in query, in a shop with the demo.
//! `cargo test -p catalog relevance -- --nocapture` prints the table.

mod judged;
mod measure;

use std::{collections::BTreeMap, fmt::Write as _, path::PathBuf};

use futures::{StreamExt as _, stream};
use kit::config::LoadArgs;
use proto::catalog::ListProductsRequest;
use sqlx::PgPool;

use crate::shop::{TestShop, in_language, slugs};

use judged::{JudgedQuery, Judgements};
use measure::{MAX_RESULTS, Score, ndcg};

const MIN_NDCG: f64 = 0.85;
const MIN_CLASS_NDCG: f64 = 0.80;
/// Share of queries that find nothing.
const MAX_EMPTY: f64 = 0.02;
const CONCURRENCY: usize = 4;
const MAX_WORST_LISTED: usize = 25;

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn judged_queries_find_relevant_products(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../deploy/local/demo");
    catalog::load(&shop.app, &LoadArgs { folder, pictures: None, sample: 1 }).await.unwrap();
    shop.wait_for_index().await;

    let judgements = Judgements::read();
    let found_products = stream::iter(judged::queries()).map(|query| run_query(&shop, query)).buffered(CONCURRENCY);
    let outcomes = found_products.map(|(query, found)| {
        let grades = judgements.grades(&query.meant, &found);
        let ndcg = ndcg(&grades, &judgements.possible(&query.meant));
        Outcome { query, found, ndcg }
    });
    let outcomes: Vec<Outcome> = outcomes.collect().await;

    let mut all = Score::default();
    let mut classes: BTreeMap<&str, Score> = BTreeMap::new();
    for Outcome { query, found, ndcg } in &outcomes {
        all.add(*ndcg, found.len());
        classes.entry(&query.class).or_default().add(*ndcg, found.len());
    }
    let report = report(&classes, &all, &outcomes);
    println!("{report}");
    assert!(all.queries >= 300, "too few judged queries");
    assert!(all.ndcg() >= MIN_NDCG, "{report}");
    assert!(all.empty() <= MAX_EMPTY, "{report}");
    for (class, score) in classes {
        assert!(score.ndcg() >= MIN_CLASS_NDCG, "{class}: {report}");
    }
}

/// `found` has slugs, best first.
struct Outcome {
    query: JudgedQuery,
    found: Vec<String>,
    ndcg: f64,
}

async fn run_query(shop: &TestShop, query: JudgedQuery) -> (JudgedQuery, Vec<String>) {
    let request =
        ListProductsRequest { search: Some(query.query.clone()), per_page: MAX_RESULTS as i64, ..Default::default() };
    let page = shop.products().list(in_language(query.language, request)).await;
    let page = page.unwrap_or_else(|refusal| panic!("“{}”: {refusal}", query.query)).into_inner();
    (query, slugs(&page))
}

/// A table of all classes, and the worst queries with their first four results.
fn report(classes: &BTreeMap<&str, Score>, all: &Score, outcomes: &[Outcome]) -> String {
    let mut report = format!("{:<36}{:>8}{:>9}{:>8}\n", "class", "queries", "nDCG@10", "empty");
    for (class, score) in classes.iter().map(|(class, score)| (*class, score)).chain([("all", all)]) {
        let (ndcg, empty) = (score.ndcg(), score.empty() * 100.0);
        writeln!(report, "{class:<36}{:>8}{ndcg:>9.3}{empty:>7.1}%", score.queries).unwrap();
    }

    let mut worst: Vec<&Outcome> = outcomes.iter().collect();
    worst.sort_by(|one, other| one.ndcg.total_cmp(&other.ndcg));
    for Outcome { query, found, ndcg } in worst.into_iter().take(MAX_WORST_LISTED) {
        let first = found.iter().take(4).map(String::as_str).collect::<Vec<_>>().join(" ");
        writeln!(report, "{ndcg:.2} {} “{}” ({}): {first}", query.language.code(), query.query, query.meant).unwrap();
    }
    report
}

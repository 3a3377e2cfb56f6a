//! Answers a list request from a snapshot.

use std::sync::Arc;

use super::{
    ask::Ask,
    facet::Facets,
    facets,
    hits::{Hits, Lookup, count},
    rescue,
    snapshot::{Front, Snapshot},
};

/// Number of products cached per list without filters.
const FRONT: usize = 480;

#[derive(Debug, Default)]
pub struct Answer {
    /// Product ids of the page.
    pub products: Vec<i64>,
    pub total: u64,
    pub facets: Option<Arc<Facets>>,
    /// The text that was searched for, if it differs from the typed one.
    pub corrected: Option<String>,
}

pub fn find(snapshot: &Snapshot, ask: &Ask) -> tantivy::Result<Answer> {
    let Some(text) = &ask.filters.text else { return Ok(browse(snapshot, ask)) };
    let lookup = Lookup::new(snapshot, ask);
    let Some((hits, corrected)) = rescue::best(&lookup, text)? else { return Ok(Answer::default()) };
    Ok(answer(&lookup, hits, corrected))
}

/// A list without search text. The first products of unfiltered lists are cached, because most visitors look at those.
fn browse(snapshot: &Snapshot, ask: &Ask) -> Answer {
    let end = ask.offset + ask.limit;
    if !ask.filters.is_whole_place() || end > FRONT {
        let lookup = Lookup::new(snapshot, ask);
        return answer(&lookup, lookup.everything(end), None);
    }
    let front = front(snapshot, ask);
    let products = front.products.iter().skip(ask.offset).take(ask.limit).copied().collect();
    let facets = ask.with_facets.then(|| {
        snapshot.facets.get_with((ask.category, ask.filters.store, ask.language), || {
            let lookup = Lookup::new(snapshot, ask);
            let hits = lookup.everything(0);
            Arc::new(facets::count(&lookup, &hits))
        })
    });
    Answer { products, total: front.total, facets, corrected: None }
}

fn front(snapshot: &Snapshot, ask: &Ask) -> Arc<Front> {
    snapshot.fronts.get_with((ask.category, ask.filters.store, ask.sort), || {
        let lookup = Lookup::new(snapshot, ask);
        let hits = lookup.everything(FRONT);
        Arc::new(Front { total: count(hits.chosen()), products: hits.products })
    })
}

/// Returns the most popular products of the category and of each ancestor, with the number of levels up.
pub fn popular_near(snapshot: &Snapshot, category: i64, most: usize) -> Vec<(i64, i64)> {
    let upwards = snapshot.places.upwards(category).zip(0..);
    let products = upwards.flat_map(|(category, levels)| {
        let ask = Ask { category: Some(category.id), ..Ask::everything() };
        let front = front(snapshot, &ask);
        front.products.iter().take(most).map(|product| (*product, levels)).collect::<Vec<_>>()
    });
    products.collect()
}

///
fn answer(lookup: &Lookup<'_>, hits: Hits, corrected: Option<String>) -> Answer {
    let ask = lookup.ask;
    let facets = ask.with_facets.then(|| Arc::new(facets::count(lookup, &hits)));
    let total = count(hits.chosen());
    let products = hits.products.into_iter().skip(ask.offset).take(ask.limit).collect();
    Answer { products, total, facets, corrected }
}

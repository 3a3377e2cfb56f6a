//! Finds suggestions while a shopper types.

use kit::Language;

use super::{
    find::find,
    list_request::ListRequest,
    snapshot::Snapshot,
    taxonomy::{Category, Taxonomy},
};
use crate::{
    listing::{Filters, Sort},
    text::fold,
};

/// More than are displayed, because near duplicates are removed later.
const MAX_PRODUCTS: usize = 12;
const MAX_CATEGORIES: usize = 3;
const MAX_STORES: usize = 3;
/// For fewer letters, popular products are suggested.
const MIN_LENGTH: usize = 2;

#[derive(Debug, Default, PartialEq, Eq)]
pub struct SuggestResult {
    pub products: Vec<i64>,
    pub categories: Vec<SuggestedName>,
    pub stores: Vec<SuggestedName>,
    /// The text that was searched for instead.
    pub corrected: Option<String>,
}

#[derive(Debug, PartialEq, Eq)]
pub struct SuggestedName {
    pub id: i64,
    pub name: String,
    pub slug: String,
}

impl SuggestResult {
    pub fn is_empty(&self) -> bool {
        self.products.is_empty() && self.categories.is_empty() && self.stores.is_empty()
    }
}

pub fn suggest(
    snapshot: &Snapshot,
    language: Language,
    typed: &str,
    first_products: Vec<i64>,
) -> tantivy::Result<SuggestResult> {
    let text = (typed.chars().count() >= MIN_LENGTH).then(|| typed.to_owned());
    let sort = if text.is_some() { Sort::Relevance } else { Sort::Popular };
    let filters = Filters { text: text.clone(), ..Filters::default() };
    let request =
        ListRequest { language, filters, first_products, sort, limit: MAX_PRODUCTS, ..ListRequest::everything() };
    let page = find(snapshot, &request)?;
    let (categories, stores) = match page.corrected.as_ref().or(text.as_ref()) {
        Some(text) => {
            let folded = fold(text);
            (find_categories(snapshot, language, &folded), find_stores(&snapshot.taxonomy, &folded))
        }
        None => (Vec::new(), Vec::new()),
    };
    Ok(SuggestResult { products: page.products, categories, stores, corrected: page.corrected })
}

fn find_categories(snapshot: &Snapshot, language: Language, text: &str) -> Vec<SuggestedName> {
    let taxonomy = &snapshot.taxonomy;
    let ranked = taxonomy.categories().filter_map(|category| {
        let rank = category.folded.iter().filter_map(|name| rank(name, text)).min()?;
        Some((rank, category))
    });
    let mut ranked: Vec<_> = ranked.collect();
    ranked.sort_by_cached_key(|(rank, category)| (*rank, depth(taxonomy, category), category.id));

    let with_products =
        ranked.into_iter().map(|(_, category)| category).filter(|category| has_products(snapshot, category));
    let suggested = with_products.take(MAX_CATEGORIES).map(|category| {
        let name = category.name.get(language.code()).unwrap_or(&category.name.az).to_owned();
        SuggestedName { id: category.id, name, slug: category.slug.clone() }
    });
    suggested.collect()
}

fn find_stores(taxonomy: &Taxonomy, text: &str) -> Vec<SuggestedName> {
    let ranked = taxonomy.stores().filter_map(|store| Some((rank(&store.folded, text)?, store)));
    let mut ranked: Vec<_> = ranked.collect();
    ranked.sort_unstable_by_key(|(rank, store)| (*rank, store.id));
    let suggested = ranked.into_iter().take(MAX_STORES).map(|(_, store)| SuggestedName {
        id: store.id,
        name: store.name.clone(),
        slug: store.slug.clone(),
    });
    suggested.collect()
}

/// Names that begin with the text come first, then shorter ones. `None` if no word begins with it.
fn rank(name: &str, text: &str) -> Option<(bool, usize)> {
    let starts = name.match_indices(text).map(|(offset, _)| offset);
    let mut starts = starts.filter(|offset| !name[..*offset].chars().next_back().is_some_and(char::is_alphanumeric));
    starts.next().map(|offset| (offset > 0, name.len()))
}

fn depth(taxonomy: &Taxonomy, category: &Category) -> usize {
    taxonomy.self_and_ancestors(category.id).count()
}

fn has_products(snapshot: &Snapshot, category: &Category) -> bool {
    snapshot.segments.iter().any(|segment| {
        let set = segment.data.columns.subtree(&snapshot.taxonomy, category.id);
        set.intersects(&segment.alive)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rank_is_some_when_a_word_begins_with_the_text() {
        assert_eq!(rank("gul ve buketler", "gul"), Some((false, 15)));
        assert_eq!(rank("ag guller", "gul"), Some((true, 9)));
        assert_eq!(rank("qizilgul", "gul"), None);
        assert_eq!(rank("«gul» evi", "gul"), Some((true, 11)));
    }
}

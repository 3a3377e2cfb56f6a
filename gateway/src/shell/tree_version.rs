//! The version of the category tree, as a part of the cache keys of pages.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    sync::{Arc, Mutex, PoisonError},
};

use kit::Language;
use proto::catalog::Category;
use serde::Deserialize;

use crate::{api_cache::ApiCache, buffered_response::BufferedResponse, request_context::RequestContext};

/// The response of this route is cached for a second.
const PATH: &str = "/api/v1/category/all/tree";

/// The last response in each language, with its version.
#[derive(Default)]
pub struct TreeVersions(Mutex<HashMap<Language, (Arc<BufferedResponse>, u64)>>);

#[derive(Deserialize)]
struct Tree {
    data: Vec<Category>,
}

impl TreeVersions {
    /// Returns the version, or the last known one if the catalogue does not answer.
    pub async fn current(&self, api_cache: &ApiCache, context: &RequestContext, language: Language) -> u64 {
        // This call must not replace the id of the page's trace.
        let context = RequestContext { trace: Arc::default(), ..context.clone() };
        let response = api_cache.get_anonymous(&context, language, PATH).await.ok();
        let response = response.filter(|response| response.status.is_success());
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(response) = response else { return last.get(&language).map_or(0, |(_, version)| *version) };
        if let Some((last_response, version)) = last.get(&language)
            && Arc::ptr_eq(last_response, &response)
        {
            return *version;
        }
        let version = version_of(&response.body);
        last.insert(language, (response, version));
        version
    }
}

/// Ignores the numbers of products, which change often.
fn version_of(body: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    match serde_json::from_slice::<Tree>(body) {
        Ok(tree) => hash_all(&tree.data, &mut hasher),
        Err(_) => body.hash(&mut hasher),
    }
    hasher.finish()
}

fn hash_all(categories: &[Category], hasher: &mut DefaultHasher) {
    categories.len().hash(hasher);
    for category in categories {
        (category.id, &category.name, &category.slug, &category.image_url).hash(hasher);
        hash_all(&category.children, hasher);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_changes_with_the_tree_but_not_with_the_numbers_of_products() {
        let tree = |name: &str, count: i64| {
            let child = serde_json::json!({"id": 2, "name": name, "slug": "b", "productCount": count});
            let tree = serde_json::json!({"data": [{"id": 1, "name": "A", "slug": "a", "children": [child]}]});
            version_of(tree.to_string().as_bytes())
        };
        assert_eq!(tree("B", 1), tree("B", 2));
        assert_ne!(tree("B", 1), tree("C", 1));
    }
}

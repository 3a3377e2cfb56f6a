//! Tags: numbers for what facets count, such as a store or a field value. Segments share them, so that counts can be
//! added.

use std::{collections::HashMap, sync::Arc};

pub type Tag = u32;

pub const DISCOUNTED: Tag = 0;
pub const IN_STOCK: Tag = 1;
pub const READY_TODAY: Tag = 2;
pub const BESTSELLER: Tag = 3;
const FIRST_RATED: Tag = 4;
/// Offered minimum ratings.
pub const STARS: [u8; 4] = [4, 3, 2, 1];

pub fn rated(stars: u8) -> Tag {
    FIRST_RATED + Tag::from(stars) - 1
}

#[derive(Clone)]
pub struct Tags {
    stores: HashMap<i64, Tag>,
    main_categories: HashMap<i64, Tag>,
    values: HashMap<String, HashMap<String, Tag>>,
    pub count: u32,
}

impl Default for Tags {
    fn default() -> Self {
        let [max, ..] = STARS;
        Self { stores: HashMap::new(), main_categories: HashMap::new(), values: HashMap::new(), count: rated(max) + 1 }
    }
}

impl Tags {
    pub fn stores(&self) -> impl Iterator<Item = (i64, Tag)> {
        self.stores.iter().map(|(id, tag)| (*id, *tag))
    }

    pub fn main_categories(&self) -> impl Iterator<Item = (i64, Tag)> {
        self.main_categories.iter().map(|(id, tag)| (*id, *tag))
    }

    pub fn store(&self, id: i64) -> Option<Tag> {
        self.stores.get(&id).copied()
    }

    pub fn values(&self, key: &str) -> Option<&HashMap<String, Tag>> {
        self.values.get(key)
    }

    pub fn value(&self, key: &str, value: &str) -> Option<Tag> {
        self.values(key)?.get(value).copied()
    }

    // The functions below copy a map that other snapshots share.

    pub fn assign_store(tags: &mut Arc<Self>, id: i64) -> Tag {
        tags.store(id).unwrap_or_else(|| {
            let tags = Arc::make_mut(tags);
            let tag = tags.assign_next();
            tags.stores.insert(id, tag);
            tag
        })
    }

    pub fn assign_main_category(tags: &mut Arc<Self>, id: i64) -> Tag {
        tags.main_categories.get(&id).copied().unwrap_or_else(|| {
            let tags = Arc::make_mut(tags);
            let tag = tags.assign_next();
            tags.main_categories.insert(id, tag);
            tag
        })
    }

    pub fn assign_value(tags: &mut Arc<Self>, key: &str, value: &str) -> Tag {
        tags.value(key, value).unwrap_or_else(|| {
            let tags = Arc::make_mut(tags);
            let tag = tags.assign_next();
            tags.values.entry(key.to_owned()).or_default().insert(value.to_owned(), tag);
            tag
        })
    }

    fn assign_next(&mut self) -> Tag {
        self.count += 1;
        self.count - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assign_returns_the_same_tag_again() {
        let mut tags = Arc::new(Tags::default());
        let before = tags.clone();
        let red = Tags::assign_value(&mut tags, "color", "red");
        let all = [
            Tags::assign_store(&mut tags, 7),
            Tags::assign_main_category(&mut tags, 7),
            Tags::assign_value(&mut tags, "wood", "red"),
        ];
        assert_eq!((red, all), (rated(4) + 1, [red + 1, red + 2, red + 3]));
        assert_eq!(Tags::assign_value(&mut tags, "color", "red"), red);
        assert_eq!((tags.count, before.count), (red + 4, red));
        assert_eq!((tags.value("color", "red"), before.value("color", "red")), (Some(red), None));
    }
}

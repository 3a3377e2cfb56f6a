//! The categories, their fields, and the stores, loaded again when one changes.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use kit::Language;

use super::named_categories::CategoryNames;
use crate::{
    Texts,
    attribute::FieldType,
    input::{CategoryRow, FieldRow, StoreRow, TaxonomyRows, ValueRow},
    text,
};

pub struct Category {
    pub id: i64,
    pub parent: Option<i64>,
    pub slug: String,
    pub name: Texts,
    /// The folded name in each language.
    pub folded: Vec<String>,
    /// Without inherited fields.
    fields: Vec<Arc<Field>>,
    /// Search terms of the name in all languages.
    terms: String,
}

pub struct Field {
    pub key: String,
    pub r#type: FieldType,
    pub name: Texts,
    pub unit: Option<Texts>,
    pub is_filterable: bool,
    /// In display order.
    pub values: Vec<Value>,
    /// Less than [`Taxonomy::field_count`].
    pub number: usize,
}

pub struct Value {
    pub text: String,
    pub label: Texts,
    /// The same for equal texts. Less than [`Taxonomy::value_count`].
    pub number: usize,
}

pub struct Store {
    pub id: i64,
    pub slug: String,
    pub name: String,
    pub folded: String,
    pub is_open: bool,
}

#[derive(Default)]
pub struct Taxonomy {
    categories: HashMap<i64, Category>,
    category_by_slug: HashMap<String, i64>,
    children: HashMap<Option<i64>, Vec<i64>>,
    stores: HashMap<i64, Store>,
    filterable: HashMap<i64, Vec<Arc<Field>>>,
    terms_of_values: HashMap<i64, HashMap<String, String>>,
    pub value_count: usize,
    pub field_count: usize,
    pub category_names: CategoryNames,
    /// Words as written, by folded form.
    spellings: HashMap<String, String>,
}

impl Taxonomy {
    pub fn new(rows: TaxonomyRows) -> Self {
        let mut taxonomy = Self::default();
        let values = taxonomy.add_values(rows.values);
        let fields = taxonomy.add_fields(rows.fields, values);
        taxonomy.add_categories(rows.categories, fields);
        taxonomy.add_stores(rows.stores);
        taxonomy
    }

    /// Returns the values by field.
    fn add_values(&mut self, rows: Vec<ValueRow>) -> HashMap<i64, Vec<Value>> {
        let mut values: HashMap<i64, Vec<Value>> = HashMap::new();
        let mut numbers: HashMap<String, usize> = HashMap::new();
        for row in rows {
            self.add_spellings(&row.label);
            let terms = self.terms_of_values.entry(row.field_id).or_default();
            terms.insert(row.value.clone(), search_terms(&row.label));
            let next = numbers.len();
            let number = *numbers.entry(row.value.clone()).or_insert(next);
            values.entry(row.field_id).or_default().push(Value { text: row.value, label: row.label, number });
        }
        self.value_count = numbers.len();
        values
    }

    /// Returns the fields by category.
    fn add_fields(
        &mut self,
        rows: Vec<FieldRow>,
        mut values: HashMap<i64, Vec<Value>>,
    ) -> HashMap<i64, Vec<Arc<Field>>> {
        let mut fields: HashMap<i64, Vec<Arc<Field>>> = HashMap::new();
        for row in rows {
            let Some(r#type) = FieldType::from_name(&row.r#type) else { continue };
            let values = values.remove(&row.field_id).unwrap_or_default();
            let (key, name, unit, is_filterable) = (row.key, row.name, row.unit, row.is_filterable);
            let field = Field { key, r#type, name, unit, is_filterable, values, number: self.field_count };
            self.field_count += 1;
            fields.entry(row.category_id).or_default().push(field.into());
        }
        fields
    }

    fn add_categories(&mut self, rows: Vec<CategoryRow>, mut fields: HashMap<i64, Vec<Arc<Field>>>) {
        for row in rows {
            let (id, parent, name) = (row.category_id, row.parent_id, row.name);
            self.add_spellings(&name);
            self.category_by_slug.insert(row.slug.clone(), id);
            self.children.entry(parent).or_default().push(id);
            let (terms, fields) = (search_terms(&name), fields.remove(&id).unwrap_or_default());
            let folded = name.each().map(|(_, name)| text::fold(name)).collect();
            self.categories.insert(id, Category { id, parent, slug: row.slug, name, folded, fields, terms });
        }
        let names = self.categories.values().map(|category| (category.id, &category.name));
        self.category_names = CategoryNames::new(names);
        self.filterable = self.categories.keys().map(|id| (*id, self.filterable_fields(*id))).collect();
    }

    fn add_stores(&mut self, rows: Vec<StoreRow>) {
        for row in rows {
            let folded = text::fold(&row.name);
            let (id, slug, name, is_open) = (row.store_id, row.slug, row.name, row.is_open);
            self.stores.insert(id, Store { id, slug, name, folded, is_open });
        }
    }

    fn add_spellings(&mut self, texts: &Texts) {
        let texts = Language::ALL.into_iter().filter_map(|language| Some((language, texts.get(language.code())?)));
        for (language, text) in texts {
            let terms = text::document(language, text);
            for (folded, exact) in terms.folded.into_iter().zip(terms.exact) {
                self.spellings.entry(folded).or_insert(exact);
            }
        }
    }

    pub fn spelling(&self, folded: &str) -> Option<&str> {
        self.spellings.get(folded).map(String::as_str)
    }

    pub fn category(&self, id: i64) -> Option<&Category> {
        self.categories.get(&id)
    }

    pub fn categories(&self) -> impl Iterator<Item = &Category> {
        self.categories.values()
    }

    pub fn find_category(&self, slug_or_id: &str) -> Option<&Category> {
        let id = self.category_by_slug.get(slug_or_id).copied().or_else(|| slug_or_id.parse().ok())?;
        self.category(id)
    }

    pub fn store(&self, id: i64) -> Option<&Store> {
        self.stores.get(&id)
    }

    pub fn stores(&self) -> impl Iterator<Item = &Store> {
        self.stores.values().filter(|store| store.is_open)
    }

    /// Two open stores may share a slug while they swap slugs.
    pub fn find_store(&self, slug_or_id: &str) -> Option<&Store> {
        let by_slug = self.stores().filter(|store| store.slug == slug_or_id).min_by_key(|store| store.id);
        by_slug.or_else(|| self.stores.get(&slug_or_id.parse().ok()?).filter(|store| store.is_open))
    }

    /// In display order.
    pub fn children(&self, parent: Option<i64>) -> &[i64] {
        self.children.get(&parent).map_or(&[], Vec::as_slice)
    }

    /// Ends even if parents form a cycle.
    pub fn subtree(&self, category: i64) -> HashSet<i64> {
        let mut subtree = HashSet::from([category]);
        let mut queue = vec![category];
        while let Some(parent) = queue.pop() {
            queue.extend(self.children(Some(parent)).iter().filter(|child| subtree.insert(**child)));
        }
        subtree
    }

    /// Ends even if parents form a cycle.
    pub fn self_and_ancestors(&self, category: i64) -> impl Iterator<Item = &Category> {
        let mut visited = HashSet::new();
        std::iter::successors(self.category(category), |category| self.category(category.parent?))
            .take_while(move |category| visited.insert(category.id))
    }

    pub fn filterable(&self, category: i64) -> &[Arc<Field>] {
        self.filterable.get(&category).map_or(&[], Vec::as_slice)
    }

    /// Inherited fields come first, unless the category overrides them.
    fn filterable_fields(&self, category: i64) -> Vec<Arc<Field>> {
        let mut nearer_keys = HashSet::new();
        let mut levels: Vec<Vec<_>> = Vec::new();
        for category in self.self_and_ancestors(category) {
            levels.push(category.fields.iter().filter(|field| nearer_keys.insert(field.key.as_str())).collect());
        }
        levels.into_iter().rev().flatten().filter(|field| field.is_filterable).cloned().collect()
    }

    pub fn terms_of_category(&self, category: i64) -> impl Iterator<Item = &str> {
        self.self_and_ancestors(category).map(|category| category.terms.as_str())
    }

    pub fn terms_of_value(&self, field: i64, value: &str) -> &str {
        self.terms_of_values.get(&field).and_then(|words| words.get(value)).map_or("", String::as_str)
    }
}

fn search_terms(texts: &Texts) -> String {
    let words = Language::ALL.into_iter().filter_map(|language| Some((language, texts.get(language.code())?)));
    words.map(|(language, text)| search_terms_in(language, text)).collect()
}

fn search_terms_in(language: Language, text: &str) -> String {
    let terms = text::document(language, text);
    text::joined(terms.folded.iter().chain(&terms.stems))
}

//! The schema of the index. Store names are not indexed: a search for roses must not return all products of a store
//! called "Rose Shop".

use kit::Language;
use tantivy::{
    TantivyDocument,
    schema::{FAST, Field, INDEXED, IndexRecordOption, Schema, TextFieldIndexing, TextOptions},
};

use super::taxonomy::Taxonomy;
use crate::{
    input::Product,
    ranking::Quality,
    text::{self, Terms},
};

/// Increase it when products must be indexed differently.
pub const FORMAT: u32 = 2;

/// Not part of any value, because `kit::input::text` rejects control characters.
const SEPARATOR: char = '\u{1}';

pub struct Fields {
    pub id: Field,
    pub exact: Field,
    pub folded: Field,
    pub stems: Field,
    /// Words of the categories and field values.
    pub about: Field,
    store: Field,
    main_category: Field,
    category: Field,
    price: Field,
    popularity: Field,
    published: Field,
    rating: Field,
    reviews: Field,
    discounted: Field,
    in_stock: Field,
    preparation: Field,
    bestseller: Field,
    quality: Field,
    name_length: Field,
    field_value: Field,
}

/// An encoded value of the column `fact`.
#[derive(Debug, PartialEq)]
pub enum FieldValue<'a> {
    Value { key: &'a str, value: &'a str },
    Number { key: &'a str, number: f64 },
}

impl<'a> FieldValue<'a> {
    pub fn parse(text: &'a str) -> Option<Self> {
        let (key, value) = text.split_once(SEPARATOR)?;
        match value.strip_prefix(SEPARATOR) {
            Some(number) => Some(Self::Number { key, number: number.parse().ok()? }),
            None => Some(Self::Value { key, value }),
        }
    }

    fn write(&self) -> String {
        match self {
            Self::Value { key, value } => format!("{key}{SEPARATOR}{value}"),
            Self::Number { key, number } => format!("{key}{SEPARATOR}{SEPARATOR}{number}"),
        }
    }
}

/// The columns `home` (main category) and `standing` (quality) keep old names, so that indexes stay valid.
pub fn schema() -> (Schema, Fields) {
    let words = TextFieldIndexing::default()
        .set_tokenizer("whitespace")
        .set_index_option(IndexRecordOption::Basic)
        .set_fieldnorms(false);
    let words = TextOptions::default().set_indexing_options(words);
    let mut schema = Schema::builder();
    let fields = Fields {
        id: schema.add_i64_field("id", INDEXED | FAST),
        exact: schema.add_text_field("exact", words.clone()),
        folded: schema.add_text_field("folded", words.clone()),
        stems: schema.add_text_field("stems", words.clone()),
        about: schema.add_text_field("about", words),
        store: schema.add_i64_field("store", FAST),
        main_category: schema.add_i64_field("home", FAST),
        category: schema.add_i64_field("category", FAST),
        price: schema.add_i64_field("price", FAST),
        popularity: schema.add_i64_field("popularity", FAST),
        published: schema.add_i64_field("published", FAST),
        rating: schema.add_i64_field("rating", FAST),
        reviews: schema.add_i64_field("reviews", FAST),
        discounted: schema.add_bool_field("discounted", FAST),
        in_stock: schema.add_bool_field("in_stock", FAST),
        preparation: schema.add_u64_field("preparation", FAST),
        bestseller: schema.add_bool_field("bestseller", FAST),
        quality: schema.add_u64_field("standing", FAST),
        name_length: schema.add_u64_field("name_length", FAST),
        field_value: schema.add_text_field("fact", TextOptions::default().set_fast("raw")),
    };
    (schema.build(), fields)
}

impl Fields {
    pub fn document(&self, product: &Product, taxonomy: &Taxonomy) -> TantivyDocument {
        let mut document = TantivyDocument::default();
        self.add_words(&mut document, product, taxonomy);
        for (field, number) in [
            (self.id, product.product_id),
            (self.store, product.store_id),
            (self.main_category, product.category_id),
            (self.price, product.price),
            (self.popularity, product.rank),
            (self.published, product.published_at.timestamp_micros()),
            (self.rating, product.rating.into()),
            (self.reviews, product.review_count),
        ] {
            document.add_i64(field, number);
        }

        document.add_bool(self.discounted, product.is_discounted);
        document.add_bool(self.in_stock, product.in_stock);
        document.add_bool(self.bestseller, product.is_bestseller);
        document.add_u64(self.preparation, product.preparation_days.unsigned_abs().into());

        let quality = Quality {
            popularity: product.popularity,
            has_picture: product.has_picture,
            is_in_stock: product.in_stock,
            is_discounted: product.is_discounted,
            rating: product.rating,
            review_count: product.review_count,
        };
        document.add_u64(self.quality, quality.points().into());

        for category in &product.categories {
            document.add_i64(self.category, *category);
        }
        for field_value in &product.field_values {
            let (key, value) = (field_value.key.as_str(), field_value.value.as_str());
            let encoded = field_value
                .number
                .map_or(FieldValue::Value { key, value }, |number| FieldValue::Number { key, number });
            document.add_text(self.field_value, encoded.write());
        }
        document
    }

    fn add_words(&self, document: &mut TantivyDocument, product: &Product, taxonomy: &Taxonomy) {
        let names = Language::ALL.into_iter().filter_map(|language| {
            let name = product.name.get(language.code())?;
            Some(text::document(language, name))
        });
        let names: Vec<Terms> = names.collect();

        let min_length = names.iter().map(|name| name.exact.len()).min().unwrap_or(0);
        document.add_u64(self.name_length, min_length as u64);
        document.add_text(self.exact, text::joined(names.iter().flat_map(|name| &name.exact)));
        document.add_text(self.folded, text::joined(names.iter().flat_map(|name| &name.folded)));
        document.add_text(self.stems, text::joined(names.iter().flat_map(|name| &name.stems)));

        for words in product.categories.iter().flat_map(|category| taxonomy.terms_of_category(*category)) {
            document.add_text(self.about, words);
        }
        for field_value in &product.field_values {
            document.add_text(self.about, taxonomy.terms_of_value(field_value.field_id, &field_value.value));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_returns_the_written_field_value() {
        for field_value in [
            FieldValue::Value { key: "color", value: "red" },
            FieldValue::Value { key: "color", value: "7" },
            FieldValue::Number { key: "stems", number: -2.5 },
        ] {
            assert_eq!(FieldValue::parse(&field_value.write()).as_ref(), Some(&field_value));
        }
        assert_eq!(FieldValue::parse("color"), None);
    }
}

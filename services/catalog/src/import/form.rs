//! Checks the forms in which staff edit a product, and converts them to the rows of an import.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use kit::{Error, Result, error::FieldError};
use search::FieldType;

use super::{
    batch::state_of_line,
    check,
    line::{FieldInput, Ignored, Line, Size},
    line_error::LineError,
    rows::{self, Places},
    shop::{Category, Shop},
};
use crate::{
    db::{
        import::{Batch, ImportState},
        properties::Properties,
    },
    domain::{
        product_form::{FieldValues, FormSize, ProductForm},
        publication::State,
    },
};

/// Stands for a slug that the shop makes later.
const ANY_SLUG: &str = "slug";

pub fn validate(form: &ProductForm) -> Vec<FieldError> {
    // Only the keys of fields are checked here.
    let line = line(form, form.slug.as_deref().unwrap_or(ANY_SLUG), |_, values| FieldInput::Choices(values.to_vec()));
    check::validate(&line).into_iter().map(into_field_error).collect()
}

pub struct FormRows<'a> {
    line: Line,
    places: Places<'a>,
    shop: &'a Shop,
}

impl<'a> FormRows<'a> {
    /// The caller has checked that the store exists.
    pub fn find(form: &ProductForm, slug: &str, shop: &'a Shop) -> Result<Self> {
        let mut errors = Vec::new();
        let main_category = shop.category_with_id(form.category_id);
        if main_category.is_none() {
            errors.push(field_error("categoryId", "category_not_found"));
        }
        for (index, category) in form.also_category_ids.iter().enumerate() {
            if shop.category_with_id(*category).is_none() {
                errors.push(field_error(format!("alsoCategoryIds[{index}]"), "category_not_found"));
            }
        }

        let Some(main_category) = main_category.filter(|_| errors.is_empty()) else {
            return Err(Error::Invalid(errors));
        };

        let line = line(form, slug, |key, values| input(key, values, main_category, shop));
        let categories: BTreeSet<_> = form.also_category_ids.iter().copied().chain([main_category.id]).collect();
        let places = Places { store_id: form.store_id, main_category, categories };
        Ok(Self { line, places, shop })
    }

    /// The stock is 0, because it is written by movements.
    pub fn batch(&self, product_id: i64, state: State, now: DateTime<Utc>) -> Result<Batch<'_>> {
        let invalid =
            |errors: Vec<LineError>| Error::Invalid(errors.into_iter().map(into_field_error).collect::<Vec<_>>());
        let no_errors = Vec::new();
        let mut batch =
            rows::convert_in(&self.places, product_id, &self.line, self.shop, no_errors).map_err(invalid)?;
        let written = state_of_line(product_id, &self.line, &batch, now).map_err(invalid)?;
        batch.import_states.push(ImportState { state, ..written });
        Ok(batch)
    }
}

fn line(form: &ProductForm, slug: &str, input: impl Fn(&str, &[String]) -> FieldInput) -> Line {
    let fields = |values: &FieldValues| {
        values.iter().map(|(key, values)| (key.clone(), input(key, values))).collect::<BTreeMap<_, _>>()
    };
    let size = |size: &FormSize| Size {
        name: size.name.clone(),
        price: size.price,
        stock: 0,
        picture: size.picture.clone(),
        fields: fields(&size.fields),
    };
    Line {
        slug: slug.to_owned(),
        // Needed only in texts of errors, which a form does not show.
        store: String::new(),
        category: String::new(),
        also: vec![String::new(); form.also_category_ids.len()],
        name: form.name.clone(),
        description: form.description.clone(),
        price: form.price,
        discounted: form.discounted_price,
        discount_from: form.discount_from,
        discount_until: form.discount_until,
        stock: Some(0),
        option: Some(form.option_kind),
        sizes: form.sizes.iter().map(size).collect(),
        fields: fields(&form.fields),
        pictures: Some(form.pictures.clone()),
        rating: None,
        reviews: None,
        popularity: None,
        sold: None,
        published_at: None,
        days: None,
        picture: Ignored,
        properties: Properties::prepared_in(form.preparation_days),
    }
}

/// `rows` reports an input of a wrong type.
fn input(key: &str, values: &[String], category: &Category, shop: &Shop) -> FieldInput {
    let is_choice = shop.field(category, key).is_some_and(|field| field.r#type == FieldType::Choice);
    match values {
        [value] if !is_choice => FieldInput::Text(value.clone()),
        values => FieldInput::Choices(values.to_vec()),
    }
}

fn field_error(field: impl Into<String>, code: &'static str) -> FieldError {
    FieldError { field: field.into().into(), code }
}

fn into_field_error(error: LineError) -> FieldError {
    let field = match error.field.as_str() {
        "discounted" => "discountedPrice".to_owned(),
        "also" => "alsoCategoryIds".to_owned(),
        _ => error.field,
    };
    field_error(field, error.code)
}

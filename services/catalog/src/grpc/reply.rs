//! Converts rows of the database to the messages for shoppers.

use kit::Language;
use proto::{
    catalog::{
        Attribute, CategoryRef, Field, FieldType as PbType, FieldValue, InstallmentPlan, OptionKind as PbOptionKind,
        Product, ProductCard, ProductSeo, Size, StoreRef,
    },
    json::to_timestamp,
};
use search::{Facet, FieldType, format_with_unit, yes_or_no};

use crate::{
    db::{card, product_page, size},
    domain::{discount, installment, option::OptionKind, seo},
};

/// Shown as "only n left".
const LOW_STOCK: std::ops::RangeInclusive<i64> = 1..=5;

pub fn card(row: card::CardRow, is_liked: bool) -> ProductCard {
    ProductCard {
        id: row.product_id,
        name: row.name,
        slug: row.slug,
        image_url: row.image_url,
        price: row.price,
        discounted_price: discounted(row.price, row.price_now),
        category: Some(CategoryRef { id: row.category_id, name: row.category_name, slug: row.category_slug }),
        store: Some(StoreRef { id: row.store_id, name: row.store_name, slug: row.store_slug }),
        rating: stars(row.rating),
        review_count: row.review_count,
        in_stock: row.available > 0,
        is_liked,
        left: low_stock(row.available),
        has_sizes: row.has_sizes,
        preparation_days: row.preparation_days.into(),
        monthly_from: installment::lowest_monthly(row.price_now),
    }
}

/// The caller adds the add-ons.
pub fn product(row: product_page::ProductPageRow, language: Language, is_liked: bool) -> Product {
    let (price, price_now) = (row.price, row.price_now);
    let breadcrumbs: Vec<_> = row.breadcrumbs.0.into_iter().map(into_crumb).collect();
    Product {
        id: row.product_id,
        seo: Some(ProductSeo { title: seo::title(&row.name), description: seo::excerpt(&row.description) }),
        name: row.name,
        slug: row.slug,
        image_url: row.pictures.first().cloned().unwrap_or_default(),
        price,
        discounted_price: discounted(price, price_now),
        category: breadcrumbs.last().cloned(),
        store: Some(StoreRef { id: row.store_id, name: row.store_name, slug: row.store_slug }),
        rating: stars(row.rating),
        review_count: row.review_count,
        in_stock: row.available > 0,
        is_liked,
        left: low_stock(row.available),
        has_sizes: row.has_sizes,
        description: row.description,
        images: row.pictures,
        stock: row.available,
        sizes: row.sizes.0.into_iter().map(|row| full_size(row, price, price_now, language)).collect(),
        option: option_kind(OptionKind::from_name(&row.option_kind)).into(),
        fields: attributes(row.attributes.0, language),
        breadcrumbs,
        installment: installment::plans(price_now).into_iter().map(into_plan).collect(),
        discount_until: row.discount_until.map(to_timestamp),
        category_ids: row.categories,
        add_ons: Vec::new(),
        preparation_days: row.properties.0.preparation_days,
    }
}

/// `price` and `price_now` are the product's.
pub fn size(row: size::SizeRow, price: i64, price_now: i64) -> Size {
    Size {
        id: row.size_id,
        name: row.name,
        price: discount::of_size(row.price, price, price_now),
        stock: row.available,
        ..Size::default()
    }
}

/// Like [`size()`], with picture and attributes.
fn full_size(own: product_page::Size, price: i64, price_now: i64, language: Language) -> Size {
    Size { image_url: own.picture, fields: attributes(own.attributes, language), ..size(own.row, price, price_now) }
}

pub fn option_kind(kind: Option<OptionKind>) -> PbOptionKind {
    match kind.unwrap_or_default() {
        OptionKind::Size => PbOptionKind::Size,
        OptionKind::Color => PbOptionKind::Color,
        OptionKind::Count => PbOptionKind::Count,
        OptionKind::Weight => PbOptionKind::Weight,
        OptionKind::Volume => PbOptionKind::Volume,
        OptionKind::Age => PbOptionKind::Age,
        OptionKind::People => PbOptionKind::People,
        OptionKind::Version => PbOptionKind::Version,
    }
}

pub fn facet(facet: Facet) -> Field {
    let values = facet.values.into_iter().map(|value| FieldValue {
        value: value.value,
        label: value.label,
        count: value.count as i64,
    });
    Field {
        key: facet.key,
        name: facet.name,
        r#type: field_type(Some(facet.r#type)).into(),
        values: values.collect(),
        min: facet.bounds.map(|(min, _)| min),
        max: facet.bounds.map(|(_, max)| max),
        unit: facet.unit,
    }
}

pub fn field_type(r#type: Option<FieldType>) -> PbType {
    match r#type {
        Some(FieldType::Choice) => PbType::Choice,
        Some(FieldType::Range) => PbType::Range,
        Some(FieldType::Toggle) => PbType::Toggle,
        None => PbType::Unspecified,
    }
}

/// `rows` of the same field are adjacent.
fn attributes(rows: Vec<product_page::Attribute>, language: Language) -> Vec<Attribute> {
    let mut attributes: Vec<(i64, Attribute)> = Vec::new();
    for row in rows {
        let value = match (FieldType::from_name(&row.r#type), row.number) {
            (Some(FieldType::Range), Some(number)) => format_with_unit(number, row.unit.as_deref(), language),
            (Some(FieldType::Toggle), _) => yes_or_no(&row.value, language).to_owned(),
            _ => row.label.unwrap_or(row.value),
        };
        match attributes.last_mut() {
            Some((field, attribute)) if *field == row.field_id => {
                attribute.value.push_str(", ");
                attribute.value.push_str(&value);
            }
            _ => attributes.push((row.field_id, Attribute { name: row.name, value })),
        }
    }
    attributes.into_iter().map(|(_, attribute)| attribute).collect()
}

fn into_crumb(crumb: product_page::Crumb) -> CategoryRef {
    CategoryRef { id: crumb.category_id, name: crumb.name, slug: crumb.slug }
}

fn into_plan(plan: installment::Plan) -> InstallmentPlan {
    InstallmentPlan { months: plan.months, monthly: plan.monthly }
}

fn discounted(price: i64, price_now: i64) -> Option<i64> {
    (price_now != price).then_some(price_now)
}

fn low_stock(available: i64) -> Option<i64> {
    LOW_STOCK.contains(&available).then_some(available)
}

fn stars(tenths: i16) -> f64 {
    f64::from(tenths) / 10.0
}

//! Generates products. Each depends only on the seed and its number.

use std::collections::{BTreeMap, HashMap};

use anyhow::{Context as _, ensure};
use search::Texts;

use super::{
    names,
    random::SplitMix64,
    words::{CATEGORY_WORDS, CategoryWords},
};
use crate::{
    db::properties::Properties,
    domain::option::OptionKind,
    import::line::{FieldInput, Ignored, Line, Size},
    load::files::{Field, Shop},
};

const STORES_PER_CATEGORY: usize = 4;
/// Consecutive categories that share the same stores.
const CATEGORIES_PER_STORE_GROUP: usize = 16;

pub struct ProductGenerator<'a> {
    seed: u64,
    shop: &'a Shop,
    categories: Vec<ProductCategory<'a>>,
}

/// `fields` includes inherited ones.
struct ProductCategory<'a> {
    slug: &'a str,
    words: &'static CategoryWords,
    fields: Vec<&'a Field>,
}

impl<'a> ProductGenerator<'a> {
    pub fn new(shop: &'a Shop, seed: u64) -> anyhow::Result<Self> {
        let by_slug: HashMap<_, _> =
            shop.categories.iter().map(|placed| (placed.category.slug.as_str(), placed)).collect();
        let categories = shop.categories.iter().filter_map(|placed| {
            let slug = placed.category.slug.as_str();
            let ancestors =
                std::iter::successors(Some(placed), |placed| by_slug.get(placed.parent.as_deref()?).copied());

            let mut fields: Vec<&Field> = Vec::new();
            for field in ancestors.flat_map(|placed| &placed.category.fields) {
                // A field overrides inherited fields with the same key.
                if !fields.iter().any(|nearer| nearer.key == field.key) {
                    fields.push(field);
                }
            }

            Some(ProductCategory { slug, words: CATEGORY_WORDS.get(slug)?, fields })
        });
        let categories: Vec<_> = categories.collect();
        ensure!(!categories.is_empty(), "no category of the shop has word lists");
        shop.stores.first().context("the shop has no stores")?;
        Ok(Self { seed, shop, categories })
    }

    /// Reordering the random draws changes all products.
    pub fn generate(&self, number: u64) -> Line {
        let mut random = SplitMix64::new(self.seed, number);
        let index = random.in_range(0..=self.categories.len() as i64 - 1) as usize;
        let (category, stores) = (&self.categories[index], &self.shop.stores);

        let first_store = index / CATEGORIES_PER_STORE_GROUP * STORES_PER_CATEGORY;
        let store_offset = random.in_range(0..=STORES_PER_CATEGORY as i64 - 1) as usize;
        let store = &stores[(first_store + store_offset) % stores.len()];
        let (mut fields, colour) = category.fields(&mut random);
        let name = names::name(category.words, colour, &mut random);
        let name = name.unwrap_or_else(|| Texts { az: category.slug.to_owned(), ru: None, en: None });

        let price = price(category.words, &mut random);
        let mut sizes = sizes(category.words.kind, price, &mut random);
        let option = option(category.words.kind, &mut fields, &mut sizes);
        let discounted = discounted(price, &mut random);
        let reviews = review_count(&mut random);
        let stars = random.in_range(35..=50) as f64 / 10.0;
        let also = random.pick(&self.categories).filter(|other| other.slug != category.slug && random.chance(15));

        Line {
            slug: names::slug(&name.az, number),
            store: store.slug.clone(),
            category: category.slug.to_owned(),
            also: also.map(|other| other.slug.to_owned()).into_iter().collect(),
            description: names::description(&name, &mut random),
            name,
            price,
            discounted,
            discount_from: None,
            discount_until: None,
            stock: sizes.is_empty().then(|| stock(&mut random)),
            option,
            sizes,
            fields,
            pictures: None,
            rating: Some(if reviews == 0 { 0.0 } else { stars }),
            reviews: Some(reviews),
            sold: None,
            popularity: Some((random.fraction().powi(2) * 100.0) as i64),
            published_at: None,
            days: Some(random.in_range(0..=400)),
            picture: Ignored,
            properties: Properties::prepared_in(preparation_days(&mut random)),
        }
    }
}

impl<'a> ProductCategory<'a> {
    /// Returns values for 85 % of the fields, and the label of the colour.
    fn fields(&self, random: &mut SplitMix64) -> (BTreeMap<String, FieldInput>, Option<&'a Texts>) {
        let (mut values, mut colour) = (BTreeMap::new(), None);
        for field in &self.fields {
            if random.chance(15) {
                continue;
            }
            let input = match field.r#type.as_str() {
                "toggle" => FieldInput::Toggle(random.chance(50)),
                "range" => FieldInput::Number(number_value(&field.key, random)),
                _ => {
                    let Some(value) = random.pick(&field.values) else { continue };
                    if field.key == "color" {
                        colour = Some(&value.label);
                    }
                    FieldInput::Text(value.value.clone())
                }
            };
            values.insert(field.key.clone(), input);
        }
        (values, colour)
    }
}

/// Qəpik, log-uniform, with a typical ending such as .99.
fn price(words: &CategoryWords, random: &mut SplitMix64) -> i64 {
    let (lowest, highest) = (words.lowest as f64, words.highest as f64);
    let manats = (lowest * (highest / lowest).powf(random.fraction())) as i64;
    manats * 100 + random.pick(&[0, 0, 50, 90, 99]).copied().unwrap_or_default()
}

/// A quarter of the products have 5 to 50 % off.
fn discounted(price: i64, random: &mut SplitMix64) -> Option<i64> {
    let discounted = random.chance(25).then(|| (price * random.in_range(50..=95) / 100).max(1));
    discounted.filter(|lower| *lower < price)
}

fn review_count(random: &mut SplitMix64) -> i64 {
    if random.chance(30) { 0 } else { (random.fraction().powi(3) * 400.0) as i64 }
}

fn preparation_days(random: &mut SplitMix64) -> i64 {
    if random.chance(10) { random.in_range(1..=3) } else { 0 }
}

/// Low stocks are more frequent than high ones.
fn stock(random: &mut SplitMix64) -> i64 {
    if random.chance(8) { 0 } else { 1 + (random.fraction().powi(2) * 200.0) as i64 }
}

fn number_value(key: &str, random: &mut SplitMix64) -> f64 {
    let (lowest, highest, step) = match key {
        "warranty" => (1, 6, 6.0),
        "power" => (1, 24, 5.0),
        "screen" => (60, 170, 0.1),
        "volume" => (1, 50, 10.0),
        "weight" => (1, 100, 50.0),
        "stems" => (2, 50, 2.0),
        "pieces" => (1, 40, 3.0),
        "cocoa" => (30, 99, 1.0),
        "players" | "heel" => (2, 10, 1.0),
        "minutes" => (1, 18, 10.0),
        "pages" => (2, 100, 4.0),
        "servings" | "items" | "batterydays" => (2, 30, 1.0),
        _ => (5, 120, 1.0),
    };
    (random.in_range(lowest..=highest) as f64 * step * 10.0).round() / 10.0
}

/// `price` is that of the first size.
fn sizes(kind: &str, price: i64, random: &mut SplitMix64) -> Vec<Size> {
    // Names in az, ru and en. Each further size costs this much more.
    let (names, price_step_percent): (&[[&str; 3]], i64) = match kind {
        "wear" => (&[["S", "S", "S"], ["M", "M", "M"], ["L", "L", "L"], ["XL", "XL", "XL"]], 0),
        "shoe" => {
            (&[["37", "37", "37"], ["38", "38", "38"], ["39", "39", "39"], ["40", "40", "40"], ["41", "41", "41"]], 0)
        }
        "sweet" => (&[["250 q", "250 г", "250 g"], ["500 q", "500 г", "500 g"], ["1 kq", "1 кг", "1 kg"]], 80),
        "flower" => (
            &[["15 ədəd", "15 шт.", "15 stems"], ["25 ədəd", "25 шт.", "25 stems"], ["51 ədəd", "51 шт.", "51 stems"]],
            60,
        ),
        _ => return Vec::new(),
    };
    if price_step_percent > 0 && !random.chance(35) {
        return Vec::new();
    }
    let sizes = (0..).zip(names).map(|(step, [az, ru, en])| Size {
        name: Texts { az: (*az).to_owned(), ru: Some((*ru).to_owned()), en: Some((*en).to_owned()) },
        price: price + price * price_step_percent * step / 100,
        stock: stock(random),
        picture: None,
        fields: BTreeMap::new(),
    });
    sizes.collect()
}

/// Returns in what the sizes differ, and moves the field for it from the product to the sizes.
fn option(kind: &str, fields: &mut BTreeMap<String, FieldInput>, sizes: &mut [Size]) -> Option<OptionKind> {
    let (option, field, numbers) = match kind {
        _ if sizes.is_empty() => return None,
        "flower" => (OptionKind::Count, "stems", [15.0, 25.0, 51.0]),
        "sweet" => (OptionKind::Weight, "weight", [250.0, 500.0, 1_000.0]),
        _ => return None,
    };
    if fields.remove(field).is_some() {
        for (size, number) in sizes.iter_mut().zip(numbers) {
            size.fields.insert(field.to_owned(), FieldInput::Number(number));
        }
    }
    Some(option)
}

//! Generates products.

use std::collections::{BTreeMap, HashMap};

use anyhow::{Context as _, ensure};
use search::Texts;

use super::{
    dice::Dice,
    names,
    words::{TRADES, Trade},
};
use crate::{
    db::properties::Properties,
    domain::option::OptionKind,
    import::line::{FieldInput, Ignored, Line, Size},
    load::files::{Field, Shop},
};

/// Number of stores that sell products of a category.
const STORES: usize = 4;

pub struct Maker<'a> {
    seed: u64,
    shop: &'a Shop,
    categories: Vec<ProductCategory<'a>>,
}

/// A category with word lists, and its own and inherited fields.
struct ProductCategory<'a> {
    slug: &'a str,
    trade: &'static Trade,
    fields: Vec<&'a Field>,
}

impl<'a> Maker<'a> {
    pub fn new(shop: &'a Shop, seed: u64) -> anyhow::Result<Self> {
        let by_slug: HashMap<_, _> =
            shop.categories.iter().map(|placed| (placed.category.slug.as_str(), placed)).collect();
        let categories = shop.categories.iter().filter_map(|placed| {
            let slug = placed.category.slug.as_str();
            let up = std::iter::successors(Some(placed), |placed| by_slug.get(placed.parent.as_deref()?).copied());
            let mut fields: Vec<&Field> = Vec::new();
            for field in up.flat_map(|placed| &placed.category.fields) {
                // The nearest definition is used.
                if !fields.iter().any(|own| own.key == field.key) {
                    fields.push(field);
                }
            }
            Some(ProductCategory { slug, trade: TRADES.get(slug)?, fields })
        });
        let categories: Vec<_> = categories.collect();
        ensure!(!categories.is_empty(), "no category of the shop has word lists");
        shop.stores.first().context("the shop has no stores")?;
        Ok(Self { seed, shop, categories })
    }

    pub fn make(&self, number: u64) -> Line {
        let mut dice = Dice::new(self.seed, number);
        let index = dice.within(0..=self.categories.len() as i64 - 1) as usize;
        let (category, stores) = (&self.categories[index], &self.shop.stores);
        let store = &stores[(index / 16 * STORES + dice.within(0..=STORES as i64 - 1) as usize) % stores.len()];
        let (mut fields, colour) = category.fields(&mut dice);
        let name = names::name(category.trade, colour, &mut dice);
        let name = name.unwrap_or_else(|| Texts { az: category.slug.to_owned(), ru: None, en: None });
        let price = price(category.trade, &mut dice);
        let mut sizes = sizes(category.trade.kind, price, &mut dice);
        let option = option(category.trade.kind, &mut fields, &mut sizes);
        let discounted =
            dice.chance(25).then(|| (price * dice.within(50..=95) / 100).max(1)).filter(|lower| *lower < price);
        let reviews = if dice.chance(30) { 0 } else { (dice.part().powi(3) * 400.0) as i64 };
        let stars = dice.within(35..=50) as f64 / 10.0;
        let also = dice.pick(&self.categories).filter(|other| other.slug != category.slug && dice.chance(15));
        Line {
            slug: names::slug(&name.az, number),
            store: store.slug.clone(),
            category: category.slug.to_owned(),
            also: also.map(|other| other.slug.to_owned()).into_iter().collect(),
            description: names::description(&name, &mut dice),
            name,
            price,
            discounted,
            discount_from: None,
            discount_until: None,
            stock: sizes.is_empty().then(|| stock(&mut dice)),
            option,
            sizes,
            fields,
            pictures: None,
            rating: Some(if reviews == 0 { 0.0 } else { stars }),
            reviews: Some(reviews),
            sold: None,
            popularity: Some((dice.part().powi(2) * 100.0) as i64),
            published_at: None,
            days: Some(dice.within(0..=400)),
            picture: Ignored,
            properties: Properties::prepared_in(if dice.chance(10) { dice.within(1..=3) } else { 0 }),
        }
    }
}

impl<'a> ProductCategory<'a> {
    /// Values for 85 % of the fields, and the label of the colour.
    fn fields(&self, dice: &mut Dice) -> (BTreeMap<String, FieldInput>, Option<&'a Texts>) {
        let (mut values, mut colour) = (BTreeMap::new(), None);
        for field in &self.fields {
            if dice.chance(15) {
                continue;
            }
            let given = match field.r#type.as_str() {
                "toggle" => FieldInput::Toggle(dice.chance(50)),
                "range" => FieldInput::Number(measure(&field.key, dice)),
                _ => {
                    let Some(value) = dice.pick(&field.values) else { continue };
                    if field.key == "color" {
                        colour = Some(&value.label);
                    }
                    FieldInput::Text(value.value.clone())
                }
            };
            values.insert(field.key.clone(), given);
        }
        (values, colour)
    }
}

/// Log-uniform between the lowest and highest price, with a typical ending.
fn price(trade: &Trade, dice: &mut Dice) -> i64 {
    let (lowest, highest) = (trade.lowest as f64, trade.highest as f64);
    let manats = (lowest * (highest / lowest).powf(dice.part())) as i64;
    manats * 100 + dice.pick(&[0, 0, 50, 90, 99]).copied().unwrap_or_default()
}

fn stock(dice: &mut Dice) -> i64 {
    if dice.chance(8) { 0 } else { 1 + (dice.part().powi(2) * 200.0) as i64 }
}

/// A plausible number for a field; the keys are the demo's.
fn measure(key: &str, dice: &mut Dice) -> f64 {
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
    (dice.within(lowest..=highest) as f64 * step * 10.0).round() / 10.0
}

fn sizes(kind: &str, price: i64, dice: &mut Dice) -> Vec<Size> {
    let (names, dearer): (&[[&str; 3]], i64) = match kind {
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
    // Only some products have sizes.
    if dearer > 0 && !dice.chance(35) {
        return Vec::new();
    }
    let sizes = (0..).zip(names).map(|(step, [az, ru, en])| Size {
        name: Texts { az: (*az).to_owned(), ru: Some((*ru).to_owned()), en: Some((*en).to_owned()) },
        price: price + price * dearer * step / 100,
        stock: stock(dice),
        picture: None,
        fields: BTreeMap::new(),
    });
    sizes.collect()
}

/// Returns the kind of the sizes, and moves the field that distinguishes them from the product to the sizes.
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

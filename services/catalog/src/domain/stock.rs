//! Quantities of products. A product with sizes is sold by size, and its own quantities are the sums of its sizes.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

/// The database locks rows in the derived order, to avoid deadlock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Item {
    pub product: i64,
    pub size: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Line {
    pub item: Item,
    pub count: i64,
}

/// Sorted, with one line for each item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Lines(Vec<Line>);

impl Lines {
    pub fn merge(lines: impl IntoIterator<Item = Line>) -> Self {
        let mut counts: BTreeMap<Item, i64> = BTreeMap::new();
        for line in lines {
            let count = counts.entry(line.item).or_default();
            *count = count.saturating_add(line.count);
        }
        Self(counts.into_iter().map(|(item, count)| Line { item, count }).collect())
    }

    pub fn iter(&self) -> impl Iterator<Item = &Line> {
        self.0.iter()
    }

    pub fn products(&self) -> Vec<i64> {
        let mut products: Vec<_> = self.0.iter().map(|line| line.item.product).collect();
        products.dedup();
        products
    }
}

/// Only `Held` stock is reserved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum ReservationState {
    Held,
    Sold,
    Released,
    Expired,
}

impl ReservationState {
    /// As in the check constraint.
    pub fn name(self) -> &'static str {
        self.into()
    }

    pub fn from_name(name: &str) -> Option<Self> {
        name.parse().ok()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    Hold,
    Release,
    Sell,
    /// Sells goods whose reservation has expired.
    SellUnreserved,
    Return,
    /// Staff add goods.
    Add,
    /// Staff remove goods.
    Remove,
}

impl Change {
    /// Returns by how much one unit changes the stock and the reserved quantity.
    pub fn factors(self) -> (i64, i64) {
        match self {
            Self::Hold => (0, 1),
            Self::Release => (0, -1),
            Self::Sell => (-1, -1),
            Self::SellUnreserved | Self::Remove => (-1, 0),
            Self::Return | Self::Add => (1, 0),
        }
    }
}

#[derive(Debug, Default)]
pub struct StockLevels {
    pub products: HashMap<i64, ProductStock>,
    pub sizes: HashMap<i64, SizeStock>,
}

#[derive(Debug)]
pub struct ProductStock {
    pub is_for_sale: bool,
    pub has_sizes: bool,
    pub unreserved: i64,
}

#[derive(Debug)]
pub struct SizeStock {
    pub product: i64,
    pub unreserved: i64,
}

impl StockLevels {
    /// Returns how much a new order can reserve.
    pub fn available(&self, item: Item) -> i64 {
        match self.products.get(&item.product) {
            Some(product) if product.is_for_sale => self.unreserved(item),
            _ => 0,
        }
    }

    /// Reserves all lines or none, in memory only: the next order of the same batch sees what is left.
    pub fn try_reserve(&mut self, lines: &Lines) -> bool {
        if lines.iter().any(|line| line.count > self.available(line.item)) {
            return false;
        }
        for line in lines.iter() {
            if let Some(product) = self.products.get_mut(&line.item.product) {
                product.unreserved -= line.count;
            }
            if let Some(size) = line.item.size.and_then(|size| self.sizes.get_mut(&size)) {
                size.unreserved -= line.count;
            }
        }
        true
    }

    /// Includes products that are not for sale.
    pub fn unreserved(&self, item: Item) -> i64 {
        self.find_unreserved(item).unwrap_or_default().max(0)
    }

    /// Whether the item has a stock: it is a product without sizes, or a size of its product.
    pub fn contains(&self, item: Item) -> bool {
        self.find_unreserved(item).is_some()
    }

    fn find_unreserved(&self, item: Item) -> Option<i64> {
        let product = self.products.get(&item.product)?;
        match item.size {
            None => (!product.has_sizes).then_some(product.unreserved),
            Some(size) => self.sizes.get(&size).filter(|size| size.product == item.product).map(|size| size.unreserved),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(product: i64, size: Option<i64>, count: i64) -> Line {
        Line { item: Item { product, size }, count }
    }

    #[test]
    fn merge_adds_counts_and_sorts_by_item() {
        let lines = Lines::merge([line(2, None, 1), line(1, Some(5), 2), line(2, None, 3), line(1, Some(4), i64::MAX)]);
        let merged = Lines::merge(lines.iter().copied().chain([line(1, Some(4), 1)]));
        assert_eq!(
            merged.iter().copied().collect::<Vec<_>>(),
            [line(1, Some(4), i64::MAX), line(1, Some(5), 2), line(2, None, 4)]
        );
        assert_eq!(merged.products(), [1, 2]);
    }

    #[test]
    fn available_counts_sizes_only_with_their_product() {
        // Product 1 has the size 10, product 2 has no sizes, and product 3 is not for sale.
        let product = |has_sizes, is_for_sale| ProductStock { is_for_sale, has_sizes, unreserved: 7 };
        let levels = StockLevels {
            products: HashMap::from([(1, product(true, true)), (2, product(false, true)), (3, product(false, false))]),
            sizes: HashMap::from([(10, SizeStock { product: 1, unreserved: 3 })]),
        };
        let available = |product, size| levels.available(Item { product, size });
        assert_eq!((available(1, Some(10)), available(1, None), available(2, Some(10))), (3, 0, 0));
        assert_eq!(
            (available(2, None), available(3, None), levels.unreserved(Item { product: 3, size: None })),
            (7, 0, 7)
        );
        assert_eq!(available(4, None), 0);
    }

    #[test]
    fn reserved_stock_is_not_available_to_the_next_order() {
        let mut levels = StockLevels {
            products: HashMap::from([
                (1, ProductStock { is_for_sale: true, has_sizes: true, unreserved: 5 }),
                (2, ProductStock { is_for_sale: true, has_sizes: false, unreserved: 3 }),
            ]),
            sizes: HashMap::from([
                (10, SizeStock { product: 1, unreserved: 3 }),
                (11, SizeStock { product: 1, unreserved: 2 }),
            ]),
        };
        let mut try_reserve = |lines: &[Line]| levels.try_reserve(&Lines::merge(lines.iter().copied()));
        assert!(try_reserve(&[line(1, Some(10), 2), line(2, None, 2)]));
        assert!(!try_reserve(&[line(1, Some(10), 1), line(2, None, 2)]), "all lines or none");
        assert!(try_reserve(&[line(1, Some(10), 1), line(1, Some(11), 2), line(2, None, 1)]));
        assert!(!try_reserve(&[line(1, Some(11), 1)]));
        assert!(!try_reserve(&[line(2, None, 1)]));
    }
}

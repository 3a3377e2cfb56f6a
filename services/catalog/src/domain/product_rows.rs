//! The staff's list of products: its filters, its orders, and positions in it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::publication::State;

/// Conditions of the list. `None` means no condition.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    pub state: Option<State>,
    /// Part of a name, a slug or an id.
    pub text: Option<String>,
    /// Products of this category and its descendants.
    pub category: Option<i64>,
    pub store: Option<i64>,
    pub scarcity: Option<Scarcity>,
    pub missing: Option<Missing>,
}

/// A filter for products of which few or no units are available.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scarcity {
    /// 1 to 5 available units.
    Low,
    SoldOut,
}

/// A filter for products without a translation or a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    Russian,
    English,
    Picture,
}

/// The value by which the list is sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sort {
    Newest,
    Name,
    Price,
    /// Available units. This sort needs a filter by scarcity, because only scarce products are indexed by it.
    Stock,
    Changed,
}

impl Sort {
    /// Returns the direction that is used if the request has none.
    pub fn default_direction(self) -> Direction {
        match self {
            Self::Newest | Self::Changed => Direction::Descending,
            Self::Name | Self::Price | Self::Stock => Direction::Ascending,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Direction {
    Ascending,
    Descending,
}

/// The order of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    pub sort: Sort,
    pub direction: Direction,
}

/// The last row of a page. The next page begins after it. Products with equal keys are in the order of their ids.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    pub order: Order,
    pub key: Key,
    pub id: i64,
}

/// The value of a row by which the list is sorted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Key {
    /// The list is sorted by id alone.
    Id,
    Number(i64),
    Text(String),
    Time(DateTime<Utc>),
}

impl Position {
    /// Whether the position is one of a list in this order. A client may send a position of another list.
    pub fn fits(&self, order: Order) -> bool {
        let is_fitting_key = match order.sort {
            Sort::Newest => self.key == Key::Id,
            Sort::Name => matches!(self.key, Key::Text(_)),
            Sort::Price | Sort::Stock => matches!(self.key, Key::Number(_)),
            Sort::Changed => matches!(self.key, Key::Time(_)),
        };
        self.order == order && is_fitting_key
    }
}

//! The staff's list of products: filters, orders and positions.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::publication::State;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    pub state: Option<State>,
    /// Part of a name, a slug or an id.
    pub text: Option<String>,
    /// Includes descendants.
    pub category: Option<i64>,
    pub store: Option<i64>,
    pub scarcity: Option<Scarcity>,
    pub missing: Option<Missing>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scarcity {
    /// 1 to 5 available units.
    Low,
    SoldOut,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    Russian,
    English,
    Picture,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sort {
    Newest,
    Name,
    Price,
    /// Needs a filter by scarcity, because only scarce products are indexed by available units.
    Stock,
    Changed,
}

impl Sort {
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    pub sort: Sort,
    pub direction: Direction,
}

/// The last row of a page. Products with equal keys are ordered by id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    pub order: Order,
    pub key: Key,
    pub id: i64,
}

/// The value by which the list is sorted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Key {
    /// Sorted by id alone.
    Id,
    Number(i64),
    Text(String),
    Time(DateTime<Utc>),
}

impl Position {
    /// A client may send a position of another list.
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

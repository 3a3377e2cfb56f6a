//! Lists of products for staff: filters, sorts and positions.

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
    /// Sorts by available units. Needs a filter by scarcity.
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

/// The order of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    pub sort: Sort,
    pub direction: Direction,
}

/// The position after a row. Products with equal keys are in order of their ids.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    pub order: Order,
    pub key: Key,
    pub id: i64,
}

/// The value by which a list is sorted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Key {
    /// The id alone.
    Id,
    Number(i64),
    Text(String),
    Time(DateTime<Utc>),
}

impl Position {
    /// Whether the position is one of a list in this order.
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

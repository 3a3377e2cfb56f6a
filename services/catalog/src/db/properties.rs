//! Declares the properties of a product: columns that an import writes and the page shows unchanged. They are declared
//! once, and used by JSON lines, tables, COPY, updates, the export and the page.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::import::CopyRows;

/// Names are in camelCase in JSON lines and in the contract, in snake_case in tables and in the database.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Properties {
    /// Days of preparation before the product can be sent.
    pub preparation_days: i64,
}

/// Calls `$then` with each property: name in JSON lines, column, and type of the column.
macro_rules! each_property {
    ($then:ident) => {
        $then! {
            "preparationDays" "preparation_days" "smallint",
        }
    };
}

pub(crate) use each_property;

macro_rules! names {
    ($($name:literal $column:literal $type:literal,)*) => { &[$(($name, $column)),*] };
}

/// Name in JSON lines and column of each property.
pub const NAMES: &[(&str, &str)] = each_property!(names);

impl Properties {
    pub fn prepared_in(days: i64) -> Self {
        Self { preparation_days: days }
    }

    /// Name, value and range of numeric properties. The column's constraint has the same range.
    pub fn numbers(&self) -> [(&'static str, Option<i64>, RangeInclusive<i64>); 1] {
        [("preparationDays", Some(self.preparation_days), 0..=10)]
    }

    /// Adds the values in the order of `each_property!`, converted to the types of the columns.
    pub(super) fn add_to(&self, rows: &mut CopyRows) -> sqlx::Result<()> {
        rows.add(self.preparation_days as i16)?;
        Ok(())
    }
}

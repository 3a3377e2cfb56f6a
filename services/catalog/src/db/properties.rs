//! Declares the properties of products: columns that an import writes and the product page shows unchanged. They are
//! declared once here, and import files (JSON lines and tables), COPY, updates, the export and the page use the
//! declaration.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::import::CopyRows;

/// The properties of one product. Their names are in camelCase in JSON lines and in the API, and in snake_case in
/// tables and in the database.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Properties {
    /// Days of preparation before the product can be sent.
    pub preparation_days: i64,
}

/// Calls the macro `$then` with three values for each property: its name in JSON lines, its column, and the type of the
/// column.
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

/// Name in JSON lines and name of the column, for each property.
pub const NAMES: &[(&str, &str)] = each_property!(names);

impl Properties {
    /// Returns the properties of a product that needs `days` of preparation.
    pub fn prepared_in(days: i64) -> Self {
        Self { preparation_days: days }
    }

    /// Returns name, value and allowed range of each numeric property. The constraint of the column has the same range.
    pub fn numbers(&self) -> [(&'static str, Option<i64>, RangeInclusive<i64>); 1] {
        [("preparationDays", Some(self.preparation_days), 0..=10)]
    }

    /// Adds the values in the order of `each_property!`, converted to the types of the columns.
    pub(super) fn add_to(&self, rows: &mut CopyRows) -> sqlx::Result<()> {
        rows.add(self.preparation_days as i16)?;
        Ok(())
    }
}

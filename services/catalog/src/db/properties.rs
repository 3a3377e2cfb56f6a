//! Declares the columns of products that imports write and the product page shows unchanged.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::import::CopyRows;

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Properties {
    pub preparation_days: i64,
}

/// Calls `$then` with each property's JSON name, column, and column type.
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

/// JSON name and column.
pub const NAMES: &[(&str, &str)] = each_property!(names);

impl Properties {
    pub fn prepared_in(days: i64) -> Self {
        Self { preparation_days: days }
    }

    /// Name, value and allowed range, as in the constraint of the column.
    pub fn numbers(&self) -> [(&'static str, Option<i64>, RangeInclusive<i64>); 1] {
        [("preparationDays", Some(self.preparation_days), 0..=10)]
    }

    pub(super) fn add_to(&self, rows: &mut CopyRows) -> sqlx::Result<()> {
        rows.add(self.preparation_days as i16)?;
        Ok(())
    }
}

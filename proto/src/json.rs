//! Serde functions for the fields of messages. `build.rs` refers to them.

/// Implemented by `build.rs` for every enum.
pub trait Named: Copy + Default + Into<i32> + TryFrom<i32> {
    /// The prefix of all values, for example `PRODUCT_SORT_`.
    const PREFIX: &'static str;
    fn proto_name(self) -> &'static str;
    fn from_proto_name(name: &str) -> Option<Self>;
}

/// `PRODUCT_SORT_PRICE_ASC` becomes `price_asc`.
pub fn to_name<E: Named>(value: E) -> String {
    value.proto_name().trim_start_matches(E::PREFIX).to_lowercase()
}

pub fn from_name<E: Named>(name: &str) -> Option<E> {
    E::from_proto_name(&format!("{}{}", E::PREFIX, name.to_uppercase()))
}

/// Enums are names in snake_case.
pub mod enumeration {
    use serde::{Deserialize, Deserializer, Serializer, de};

    use super::{Named, from_name, to_name};

    pub fn serialize<E: Named, S: Serializer>(value: &i32, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&to_name(E::try_from(*value).unwrap_or_default()))
    }

    pub fn deserialize<'de, E: Named, D: Deserializer<'de>>(deserializer: D) -> Result<i32, D::Error> {
        let name = String::deserialize(deserializer)?;
        from_name::<E>(&name)
            .map(Into::into)
            .ok_or_else(|| de::Error::custom(format!("`{name}` is none of the values")))
    }
}

/// An absent enum is left out.
pub mod optional_enumeration {
    use serde::{Deserialize, Deserializer, Serializer, de};

    use super::{Named, enumeration, from_name};

    pub fn serialize<E: Named, S: Serializer>(value: &Option<i32>, serializer: S) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => enumeration::serialize::<E, S>(value, serializer),
            None => serializer.serialize_none(),
        }
    }

    pub fn deserialize<'de, E: Named, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i32>, D::Error> {
        let Some(name) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
        let value = from_name::<E>(&name).map(Into::into);
        value.map(Some).ok_or_else(|| de::Error::custom(format!("`{name}` is none of the values")))
    }
}

/// Times are RFC 3339.
pub mod timestamp {
    use chrono::{DateTime, SecondsFormat, Utc};
    use prost_types::Timestamp;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(value: &Option<Timestamp>, serializer: S) -> Result<S::Ok, S::Error> {
        let time = value.and_then(|timestamp| {
            DateTime::<Utc>::from_timestamp(timestamp.seconds, u32::try_from(timestamp.nanos).unwrap_or(0))
        });
        match time {
            Some(time) => serializer.serialize_str(&time.to_rfc3339_opts(SecondsFormat::AutoSi, true)),
            None => serializer.serialize_none(),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Timestamp>, D::Error> {
        let time = Option::<DateTime<Utc>>::deserialize(deserializer)?;
        Ok(time.map(super::to_timestamp))
    }
}

pub fn to_timestamp(time: chrono::DateTime<chrono::Utc>) -> prost_types::Timestamp {
    prost_types::Timestamp {
        seconds: time.timestamp(),
        nanos: i32::try_from(time.timestamp_subsec_nanos()).unwrap_or(0),
    }
}

//! Defines the relations between the owner of an account and a person whose birthday the shop reminds them of, such as
//! mother or friend.

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Relation {
    Mother,
    Father,
    Spouse,
    Child,
    Sister,
    Brother,
    Grandparent,
    Relative,
    Friend,
    Colleague,
}

impl Relation {
    /// Returns the value stored in the database.
    pub fn key(self) -> &'static str {
        self.into()
    }

    /// Parses a stored value, or the same value in a request.
    pub fn of_key(key: &str) -> Option<Self> {
        key.parse().ok()
    }
}

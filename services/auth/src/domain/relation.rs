//! The relation of a person to the owner of an account.

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
    pub fn key(self) -> &'static str {
        self.into()
    }

    pub fn of_key(key: &str) -> Option<Self> {
        key.parse().ok()
    }
}

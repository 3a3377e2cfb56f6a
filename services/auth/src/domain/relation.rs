//! Who somebody is to the account's owner.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    pub const ALL: [Self; 10] = [
        Self::Mother,
        Self::Father,
        Self::Spouse,
        Self::Child,
        Self::Sister,
        Self::Brother,
        Self::Grandparent,
        Self::Relative,
        Self::Friend,
        Self::Colleague,
    ];

    /// As it is stored.
    pub fn key(self) -> &'static str {
        match self {
            Self::Mother => "mother",
            Self::Father => "father",
            Self::Spouse => "spouse",
            Self::Child => "child",
            Self::Sister => "sister",
            Self::Brother => "brother",
            Self::Grandparent => "grandparent",
            Self::Relative => "relative",
            Self::Friend => "friend",
            Self::Colleague => "colleague",
        }
    }

    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|relation| relation.key() == key)
    }
}

//! How a person is related to the reader.

use kit::Language;

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
    /// A relation of a newer release.
    Other,
}

impl Relation {
    pub fn from_key(key: &str) -> Self {
        match key {
            "mother" => Self::Mother,
            "father" => Self::Father,
            "spouse" => Self::Spouse,
            "child" => Self::Child,
            "sister" => Self::Sister,
            "brother" => Self::Brother,
            "grandparent" => Self::Grandparent,
            "relative" => Self::Relative,
            "friend" => Self::Friend,
            "colleague" => Self::Colleague,
            _ => Self::Other,
        }
    }

    /// As in "your mother's".
    pub fn genitive(self, language: Language) -> &'static str {
        let (az, ru, en) = match self {
            Self::Mother => ("ananızın", "вашей мамы", "your mother's"),
            Self::Father => ("atanızın", "вашего папы", "your father's"),
            Self::Spouse => ("həyat yoldaşınızın", "вашего супруга или супруги", "your spouse's"),
            Self::Child => ("övladınızın", "вашего ребёнка", "your child's"),
            Self::Sister => ("bacınızın", "вашей сестры", "your sister's"),
            Self::Brother => ("qardaşınızın", "вашего брата", "your brother's"),
            Self::Grandparent => ("nənənizin və ya babanızın", "вашей бабушки или дедушки", "your grandparent's"),
            Self::Relative => ("qohumunuzun", "вашего родственника", "your relative's"),
            Self::Friend => ("dostunuzun", "вашего друга", "your friend's"),
            Self::Colleague => ("həmkarınızın", "вашего коллеги", "your colleague's"),
            Self::Other => ("yaxınınızın", "вашего близкого человека", "your loved one's"),
        };
        match language {
            Language::Az => az,
            Language::Ru => ru,
            Language::En => en,
        }
    }
}

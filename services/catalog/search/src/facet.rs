//! Facets: the filters beside a list of products.

use kit::Language;

use super::attribute::FieldType;

#[derive(Debug, Clone, PartialEq)]
pub struct Facet {
    pub key: String,
    pub name: String,
    pub r#type: FieldType,
    pub values: Vec<FacetValue>,
    pub bounds: Option<(f64, f64)>,
    pub unit: Option<String>,
}

pub type Facets = Vec<Facet>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FacetValue {
    pub value: String,
    /// The text that shoppers see.
    pub label: String,
    /// The number of products if the value were chosen.
    pub count: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum BuiltInFacet {
    Category,
    Store,
    Price,
    Rating,
    Discounted,
    InStock,
    ReadyToday,
}

impl BuiltInFacet {
    pub fn key(self) -> &'static str {
        self.into()
    }

    pub fn r#type(self) -> FieldType {
        match self {
            Self::Category | Self::Store | Self::Rating => FieldType::Choice,
            Self::Price => FieldType::Range,
            Self::Discounted | Self::InStock | Self::ReadyToday => FieldType::Toggle,
        }
    }

    pub fn name(self, language: Language) -> &'static str {
        let (az, ru, en) = match self {
            Self::Category => ("Kateqoriya", "Категория", "Category"),
            Self::Store => ("Mağaza", "Магазин", "Store"),
            Self::Price => ("Qiymət", "Цена", "Price"),
            Self::Rating => ("Reytinq", "Оценка", "Rating"),
            Self::Discounted => ("Endirimli", "Со скидкой", "On sale"),
            Self::InStock => ("Stokda var", "В наличии", "In stock"),
            Self::ReadyToday => ("Sifariş günü hazırdır", "Готово в день заказа", "Ready on the day of the order"),
        };
        match language {
            Language::Az => az,
            Language::Ru => ru,
            Language::En => en,
        }
    }

    pub fn facet(self, language: Language, values: Vec<FacetValue>) -> Facet {
        let (key, name) = (self.key().to_owned(), self.name(language).to_owned());
        Facet { key, name, r#type: self.r#type(), values, bounds: None, unit: None }
    }
}

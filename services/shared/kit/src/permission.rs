//! Roles of staff, and their permissions. Services check permissions, never roles.

use std::{fmt, str::FromStr};

use proto::{common::Permission, json::to_name};

/// `docs/PERMISSIONS.md` is generated from [`Role::permissions`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumString, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Role {
    Owner,
    Manager,
    Catalogue,
    Orders,
    Finance,
    Marketing,
    Support,
    Courier,
    StoreOwner,
    StoreStaff,
}

/// A role for the whole shop, or for one store, such as `store_owner@17`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grant {
    pub role: Role,
    pub store: Option<i64>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    Shop,
    /// Never empty.
    Stores(Vec<i64>),
}

impl Role {
    pub const ALL: &'static [Self] = <Self as strum::VariantArray>::VARIANTS;

    pub fn key(self) -> &'static str {
        self.into()
    }

    pub fn is_of_store(self) -> bool {
        matches!(self, Self::StoreOwner | Self::StoreStaff)
    }

    pub fn permissions(self) -> &'static [Permission] {
        use Permission::{
            ApplicationsDecide, ApplicationsRead, ColleaguesRead, ContentRead, ContentWrite, CustomersRead,
            CustomersWrite, DashboardRead, LedgerAudit, LedgerRead, OrdersRead, OrdersWrite, PaymentsWrite,
            PayoutsDecide, PayoutsRead, ProductsRead, ProductsWrite, PromotionsRead, PromotionsWrite, RefundsDecide,
            ReviewsModerate, ReviewsRead, RulesRead, RulesWrite, SearchesRead, SeoRead, SeoWrite, StaffRead,
            StoresRead, StoresWrite, SystemRead, TicketsRead, TicketsWrite, WholesaleRead, WholesaleWrite,
        };
        match self {
            Self::Owner => all(),
            Self::Manager => &[
                OrdersRead,
                OrdersWrite,
                RefundsDecide,
                LedgerRead,
                PayoutsRead,
                WholesaleRead,
                WholesaleWrite,
                RulesRead,
                RulesWrite,
                PromotionsRead,
                PromotionsWrite,
                ProductsRead,
                ProductsWrite,
                StoresRead,
                StoresWrite,
                ReviewsRead,
                ReviewsModerate,
                SearchesRead,
                ApplicationsRead,
                ApplicationsDecide,
                TicketsRead,
                TicketsWrite,
                ContentRead,
                ContentWrite,
                SeoRead,
                SeoWrite,
                StaffRead,
                CustomersRead,
                CustomersWrite,
                SystemRead,
                DashboardRead,
                ColleaguesRead,
            ],
            Self::Catalogue => {
                &[ProductsRead, ProductsWrite, StoresRead, ReviewsRead, ReviewsModerate, SearchesRead, ColleaguesRead]
            }
            Self::Orders => &[
                OrdersRead,
                OrdersWrite,
                WholesaleRead,
                WholesaleWrite,
                RulesRead,
                ProductsRead,
                StoresRead,
                TicketsRead,
                ColleaguesRead,
            ],
            Self::Finance => &[
                OrdersRead,
                RefundsDecide,
                PaymentsWrite,
                LedgerRead,
                LedgerAudit,
                PayoutsRead,
                PayoutsDecide,
                WholesaleRead,
                DashboardRead,
                ColleaguesRead,
            ],
            Self::Marketing => &[
                PromotionsRead,
                PromotionsWrite,
                ProductsRead,
                StoresRead,
                SearchesRead,
                ApplicationsRead,
                ApplicationsDecide,
                ContentRead,
                ContentWrite,
                SeoRead,
                SeoWrite,
                DashboardRead,
                ColleaguesRead,
            ],
            Self::Support => &[
                OrdersRead,
                ProductsRead,
                StoresRead,
                ReviewsRead,
                TicketsRead,
                TicketsWrite,
                CustomersRead,
                ColleaguesRead,
            ],
            Self::Courier => &[],
            Self::StoreOwner => &[PromotionsRead, PromotionsWrite],
            Self::StoreStaff => &[PromotionsRead],
        }
    }
}

impl FromStr for Grant {
    type Err = UnknownGrant;

    fn from_str(text: &str) -> Result<Self, UnknownGrant> {
        let (role, store) = match text.split_once('@') {
            Some((role, store)) => (role, Some(store.parse().ok().filter(|id| *id > 0).ok_or(UnknownGrant)?)),
            None => (text, None),
        };
        let role: Role = role.parse().map_err(|_| UnknownGrant)?;
        if role.is_of_store() == store.is_some() { Ok(Self { role, store }) } else { Err(UnknownGrant) }
    }
}

#[derive(Debug, thiserror::Error)]
#[error("no such role")]
pub struct UnknownGrant;

impl fmt::Display for Grant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.role.key())?;
        self.store.map_or(Ok(()), |store| write!(formatter, "@{store}"))
    }
}

impl Scope {
    pub fn includes(&self, store: i64) -> bool {
        match self {
            Self::Shop => true,
            Self::Stores(stores) => stores.contains(&store),
        }
    }
}

pub fn all() -> &'static [Permission] {
    static ALL: std::sync::LazyLock<Vec<Permission>> =
        std::sync::LazyLock::new(|| (1..).map_while(|number| Permission::try_from(number).ok()).collect());
    &ALL
}

pub fn name(permission: Permission) -> String {
    to_name(permission)
}

/// Returns the permissions for the whole shop. Unknown grants give none.
pub fn granted<'a>(grants: impl IntoIterator<Item = &'a str> + Clone) -> impl Iterator<Item = Permission> {
    all().iter().copied().filter(move |permission| is_granted(grants.clone(), *permission))
}

/// Tells whether the permission is granted for the whole shop.
pub fn is_granted<'a>(grants: impl IntoIterator<Item = &'a str>, permission: Permission) -> bool {
    scope(grants, permission) == Some(Scope::Shop)
}

pub fn scope<'a>(grants: impl IntoIterator<Item = &'a str>, permission: Permission) -> Option<Scope> {
    let grants = grants.into_iter().filter_map(|grant| grant.parse::<Grant>().ok());
    let mut stores = Vec::new();
    for grant in grants.filter(|grant| grant.role.permissions().contains(&permission)) {
        match grant.store {
            None => return Some(Scope::Shop),
            Some(store) => stores.push(store),
        }
    }
    (!stores.is_empty()).then_some(Scope::Stores(stores))
}

//! Roles of staff and their permissions. A method of the contract names the permission that it needs
//! (`option (sovqat.common.v1.permission)`); services check permissions, never roles.

use proto::{common::Permission, json::to_name};

/// A role that the shop grants to an account. `docs/PERMISSIONS.md` is generated from [`Role::permissions`].
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
}

impl Role {
    pub const ALL: &'static [Self] = <Self as strum::VariantArray>::VARIANTS;

    /// Returns the name in tokens, the database and the API.
    pub fn key(self) -> &'static str {
        self.into()
    }

    pub fn permissions(self) -> &'static [Permission] {
        use Permission::{
            ApplicationsDecide, ApplicationsRead, ContentRead, ContentWrite, LedgerAudit, LedgerRead, OrdersRead,
            OrdersWrite, PaymentsWrite, PayoutsDecide, PayoutsRead, ProductsWrite, PromotionsRead, PromotionsWrite,
            RefundsDecide, ReviewsModerate, ReviewsRead, RulesRead, RulesWrite, SearchesRead, SeoRead, SeoWrite,
            StaffRead, TicketsRead, TicketsWrite, WholesaleRead, WholesaleWrite,
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
                ProductsWrite,
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
            ],
            Self::Catalogue => &[ProductsWrite, ReviewsRead, ReviewsModerate, SearchesRead],
            Self::Orders => &[OrdersRead, OrdersWrite, WholesaleRead, WholesaleWrite, RulesRead, TicketsRead],
            Self::Finance => &[
                OrdersRead,
                RefundsDecide,
                PaymentsWrite,
                LedgerRead,
                LedgerAudit,
                PayoutsRead,
                PayoutsDecide,
                WholesaleRead,
            ],
            Self::Marketing => &[
                PromotionsRead,
                PromotionsWrite,
                SearchesRead,
                ApplicationsRead,
                ApplicationsDecide,
                ContentRead,
                ContentWrite,
                SeoRead,
                SeoWrite,
            ],
            Self::Support => &[OrdersRead, ReviewsRead, TicketsRead, TicketsWrite],
        }
    }
}

/// Returns every permission, in the order of the contract.
pub fn all() -> &'static [Permission] {
    static ALL: std::sync::LazyLock<Vec<Permission>> =
        std::sync::LazyLock::new(|| (1..).map_while(|number| Permission::try_from(number).ok()).collect());
    &ALL
}

/// Returns the name in the API and in documents, for example `orders_read`.
pub fn name(permission: Permission) -> String {
    to_name(permission)
}

/// Returns the permissions of a person with these roles, in the order of the contract. Unknown roles give none.
pub fn granted<'a>(roles: impl IntoIterator<Item = &'a str> + Clone) -> impl Iterator<Item = Permission> {
    all().iter().copied().filter(move |permission| is_granted(roles.clone(), *permission))
}

pub fn is_granted<'a>(roles: impl IntoIterator<Item = &'a str>, permission: Permission) -> bool {
    let mut roles = roles.into_iter().filter_map(|role| role.parse::<Role>().ok());
    roles.any(|role| role.permissions().contains(&permission))
}

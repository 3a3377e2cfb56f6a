//! The events that programs outside the shop receive. They name no person. `docs/EVENTS.md` describes them.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublishedKind {
    pub service: &'static str,
    pub kind: &'static str,
    /// The members of the payload that are published.
    pub members: &'static [&'static str],
    /// The other members: accounts, cards, and texts about people.
    pub removed: &'static [&'static str],
}

const fn published(
    service: &'static str,
    kind: &'static str,
    members: &'static [&'static str],
    removed: &'static [&'static str],
) -> PublishedKind {
    PublishedKind { service, kind, members, removed }
}

pub const PUBLISHED: &[PublishedKind] = &[
    published("auth", "user_registered", &["language"], &["accountId"]),
    published("catalog", "product_changed", &["productId", "storeId", "isPublished"], &[]),
    published("catalog", "price_dropped", &["productId", "from", "to", "names", "slug"], &[]),
    published("catalog", "back_in_stock", &["productId", "names", "slug"], &[]),
    published("catalog", "product_rated", &["productId", "reviewCount", "starSum"], &[]),
    published("catalog", "product_liked", &["productId", "isLiked"], &["accountId"]),
    published("catalog", "review_decided", &["reviewId", "productId", "isPublished"], &["accountId", "reason"]),
    published("catalog", "review_answered", &["reviewId", "productId"], &["accountId"]),
    published("order", "order_moved", &["order", "status", "awaitsPayment"], &["accountId"]),
    published("order", "order_paid", &["order", "paymentStatus", "method"], &["accountId"]),
    published("order", "order_delivered", &["order", "lines"], &["accountId"]),
    published("order", "cashout_ended", &["cashout", "status", "amount"], &["accountId", "card"]),
    published("store", "store_changed", &["storeId", "name", "slug", "isOpen"], &[]),
    published(
        "store",
        "campaign_started",
        &["campaignId", "storeId", "percent", "startsAt", "endsAt", "productIds", "names", "storeName", "storeSlug"],
        &[],
    ),
    published("store", "campaign_changed", &["campaignId", "endsAt"], &[]),
    published("store", "campaign_ended", &["campaignId", "storeId"], &[]),
];

/// Kinds that stay inside: producer, kind and reason.
pub const WITHHELD: &[(&str, &str, &str)] = &[
    ("auth", "session_reuse_detected", "security of one account"),
    ("auth", "password_changed", "security of one account"),
    ("auth", "email_changed", "security of one account"),
    ("auth", "birthday_near", "birthday of a person"),
    ("auth", "birthday_today", "birthday of a person"),
    ("auth", "influencer_decided", "application of one account"),
    ("auth", "account_erased", "no published event names an account, so there is nothing to erase"),
    ("order", "bonuses_expiring", "money of one account"),
    ("seo", "contact_changed", "mailbox and numbers of the shop's staff; the contact page shows them"),
];

pub fn published_by(service: &str) -> Vec<&'static PublishedKind> {
    PUBLISHED.iter().filter(|kind| kind.service == service).collect()
}

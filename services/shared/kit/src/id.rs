//! Types for ids of the database, for functions with several ids: the compiler finds swapped arguments. Functions with
//! a single id take an `i64`.

macro_rules! ids {
    ($($name:ident),* $(,)?) => {
        $(
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
            pub struct $name(pub i64);
        )*
    };
}

ids! {
    AccountId,
    ListId,
    ProductId,
    ReviewId,
    StoreId,
}

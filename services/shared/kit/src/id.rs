//! Id types for functions that take several ids: the compiler finds swapped arguments.

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

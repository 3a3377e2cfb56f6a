//! Types for ids. A function that takes two ids uses them, so that the compiler finds swapped arguments. A function
//! with a single id takes an `i64`.

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

pub mod campaign;
pub mod store;

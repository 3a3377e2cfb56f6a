//! Who tells search engines what changed, where the shop has a key for that.

use kit::client::Channel;

use crate::{App, catalog::Catalog, indexnow::IndexNow};

#[derive(Clone)]
pub struct Herald {
    pub app: App,
    pub(crate) catalog: Catalog,
    pub(crate) indexnow: IndexNow,
}

impl Herald {
    pub fn new(app: App, indexnow: IndexNow, catalog: Channel) -> Self {
        Self { app, catalog: Catalog::new(catalog), indexnow }
    }
}

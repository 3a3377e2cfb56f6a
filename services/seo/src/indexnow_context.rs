//! Dependencies of the submissions to IndexNow.

use kit::client::Channel;

use crate::{App, catalog::Catalog, indexnow::IndexNow};

#[derive(Clone)]
pub struct IndexNowContext {
    pub app: App,
    pub(crate) catalog: Catalog,
    pub(crate) indexnow: IndexNow,
}

impl IndexNowContext {
    pub fn new(app: App, indexnow: IndexNow, catalog: Channel) -> Self {
        Self { app, catalog: Catalog::new(catalog), indexnow }
    }
}

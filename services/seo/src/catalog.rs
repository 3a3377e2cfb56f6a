//! Asks the catalog service for the slugs of products.

use std::collections::HashMap;

use kit::client::{CallContext, Channel, retry};
use proto::catalog::{ListProductsRequest, products_client::ProductsClient};
use tonic::Status;

/// The catalog's limit per call.
const BATCH: usize = 100;

#[derive(Clone)]
pub struct Catalog(ProductsClient<Channel>);

impl Catalog {
    pub fn new(channel: Channel) -> Self {
        Self(ProductsClient::new(channel))
    }

    /// Returns the slugs by product id. Withdrawn products are missing.
    pub async fn slugs(&self, products: &[i64]) -> Result<HashMap<i64, String>, Status> {
        let mut slugs = HashMap::with_capacity(products.len());
        for batch in products.chunks(BATCH) {
            let request =
                ListProductsRequest { ids: batch.to_vec(), per_page: BATCH as i64, ..ListProductsRequest::default() };
            let signed = || CallContext::default().sign(request.clone());
            let page = retry(async || self.0.clone().list(signed()).await).await?.into_inner();
            slugs.extend(page.products.into_iter().map(|product| (product.id, product.slug)));
        }
        Ok(slugs)
    }
}

//! What a page is about, read from the answers it begins with.

use proto::{
    catalog::{Category, Product, ProductCard},
    store::Store,
};
use serde::Deserialize;
use serde_json::Value;

use crate::{
    answer::Answer,
    shell::structured::{self, Links},
};

#[derive(Default)]
pub struct Subject {
    product: Option<Product>,
    store: Option<Store>,
    /// From the top category down.
    chain: Vec<Category>,
    products: Vec<ProductCard>,
}

#[derive(Deserialize)]
struct Data<T> {
    data: T,
}

#[derive(Deserialize)]
struct List {
    products: Vec<ProductCard>,
}

fn read<T: serde::de::DeserializeOwned>(answer: &Answer) -> Option<T> {
    serde_json::from_slice::<Data<T>>(&answer.body).ok().map(|envelope| envelope.data)
}

impl Subject {
    /// Takes in one of the page's answers; `path` says what it is.
    pub fn hear(&mut self, path: &str, answer: &Answer) {
        if path == "/product/all" {
            self.products = read::<List>(answer).map(|list| list.products).unwrap_or_default();
        } else if path.starts_with("/product/") {
            self.product = read(answer);
        } else if path.starts_with("/category/parent/") {
            self.chain = read(answer).unwrap_or_default();
        } else if path.starts_with("/store/") && path != "/store/all" {
            self.store = read(answer);
        }
    }

    pub fn is_product(&self) -> bool {
        self.product.is_some()
    }

    /// For previews.
    pub fn picture(&self) -> Option<&str> {
        let product = self.product.as_ref().map(|product| product.image_url.as_str());
        let store = self.store.as_ref().map(|store| store.cover_url.as_str());
        let category = self.chain.last().map(|category| category.image_url.as_str());
        product.or(store).or(category).filter(|url| !url.is_empty())
    }

    pub fn structured(&self, links: &impl Links) -> Vec<Value> {
        let mut values = Vec::new();
        if let Some(product) = &self.product {
            values.push(structured::product(links, product));
            values.push(structured::breadcrumbs(links, structured::of_breadcrumbs(&product.breadcrumbs)));
        }
        if !self.chain.is_empty() {
            values.push(structured::breadcrumbs(links, structured::of_categories(&self.chain)));
        }
        if !self.products.is_empty() {
            values.push(structured::items(links, &self.products));
        }
        values
    }
}

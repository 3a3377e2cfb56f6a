//! What a page is about, read from the answers it begins with.

use proto::{
    catalog::{Category, Product, ProductCard, ProductList, Review},
    seo::PageTexts,
    store::Store,
};
use serde::Deserialize;
use serde_json::Value;

use crate::{
    answer::Answer,
    shell::{
        page::NAME,
        structured::{self, Links},
    },
};

#[derive(Default)]
pub struct Subject {
    product: Option<Product>,
    store: Option<Store>,
    /// From the top category down.
    chain: Vec<Category>,
    products: Vec<ProductCard>,
    list: Option<PublicListing>,
    /// Some of the product's.
    reviews: Vec<Review>,
}

#[derive(Deserialize)]
struct Data<T> {
    data: T,
}

#[derive(Deserialize)]
struct List {
    products: Vec<ProductCard>,
}

#[derive(Deserialize)]
struct PublicListing {
    list: ProductList,
    products: Vec<ProductCard>,
}

#[derive(Deserialize)]
struct Named {
    slug: String,
}

#[derive(Deserialize)]
struct Reviewed {
    reviews: Vec<Review>,
}

fn read<T: serde::de::DeserializeOwned>(answer: &Answer) -> Option<T> {
    serde_json::from_slice::<Data<T>>(&answer.body).ok().map(|envelope| envelope.data)
}

/// What the subject is called in addresses now; an old name and a number find it too.
pub fn name(answer: &Answer) -> Option<String> {
    read::<Named>(answer).map(|named| named.slug).filter(|slug| !slug.is_empty())
}

pub fn reviews(answer: &Answer) -> Vec<Review> {
    read::<Reviewed>(answer).map(|reviewed| reviewed.reviews).unwrap_or_default()
}

impl Subject {
    pub fn reviewed(reviews: Vec<Review>) -> Self {
        Self { reviews, ..Self::default() }
    }

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
        } else if path.starts_with("/list/") {
            self.list = read(answer);
        }
    }

    /// Of what people have given a name and a description themselves.
    pub fn texts(&self) -> Option<PageTexts> {
        let ProductList { name, description, .. } = &self.list.as_ref()?.list;
        let title = format!("{name} · {NAME}");
        Some(PageTexts { title, description: description.clone(), ..PageTexts::default() })
    }

    pub fn is_product(&self) -> bool {
        self.product.is_some()
    }

    /// For previews.
    pub fn picture(&self) -> Option<&str> {
        let product = self.product.as_ref().map(|product| product.image_url.as_str());
        let store = self.store.as_ref().map(|store| store.cover_url.as_str());
        let category = self.chain.last().map(|category| category.image_url.as_str());
        let list = self.list.as_ref().and_then(|listing| listing.list.images.first()).map(String::as_str);
        product.or(store).or(category).or(list).filter(|url| !url.is_empty())
    }

    pub fn structured(&self, links: &impl Links) -> Vec<Value> {
        let mut values = Vec::new();
        if let Some(product) = &self.product {
            values.push(structured::product(links, product, &self.reviews));
            values.push(structured::breadcrumbs(links, structured::of_breadcrumbs(&product.breadcrumbs)));
        }
        if !self.chain.is_empty() {
            values.push(structured::breadcrumbs(links, structured::of_categories(&self.chain)));
        }
        if !self.products.is_empty() {
            values.push(structured::items(links, &self.products));
        }
        if let Some(PublicListing { list, products }) = &self.list {
            values.push(structured::list(links, list, products));
        }
        values
    }
}

//! The subject of a page, for example a product. It determines title, picture and structured data.

use proto::{
    catalog::{Category, Product, ProductCard, ProductList, Review},
    common::PageMeta,
    order::ShopPromises,
    seo::{ContactInfo, ContentPage, PageTexts, SiteSettings},
    store::{Campaign, Store},
};
use serde::Deserialize;
use serde_json::Value;

use crate::{
    buffered_response::BufferedResponse,
    shell::{
        head::NAME,
        structured::{self, Links},
    },
};

/// Search engines show about as many characters.
const MAX_DESCRIPTION_CHARS: usize = 160;

#[derive(Default)]
pub struct Subject {
    settings: SiteSettings,
    promises: Option<ShopPromises>,
    product: Option<Product>,
    store: Option<Store>,
    /// The category and its ancestors, from the top level down.
    category_path: Vec<Category>,
    products: Vec<ProductCard>,
    list: Option<PublicListing>,
    campaign: Option<CampaignListing>,
    contact: Option<ContactInfo>,
    content: Option<ContentPage>,
    reviews: Vec<Review>,
    has_empty_list: bool,
}

#[derive(Deserialize)]
struct Data<T> {
    data: T,
}

#[derive(Deserialize)]
struct ProductsOnly {
    products: Vec<ProductCard>,
}

#[derive(Deserialize)]
struct PublicListing {
    list: ProductList,
    products: Vec<ProductCard>,
}

#[derive(Deserialize)]
struct CampaignListing {
    campaign: Campaign,
    products: Vec<ProductCard>,
}

#[derive(Deserialize)]
struct WithSlug {
    slug: String,
}

#[derive(Deserialize)]
struct WithReviews {
    reviews: Vec<Review>,
}

#[derive(Deserialize)]
struct WithMeta {
    meta: PageMeta,
}

/// Returns `None` if the response has another form.
pub fn read<T: serde::de::DeserializeOwned>(response: &BufferedResponse) -> Option<T> {
    serde_json::from_slice::<Data<T>>(&response.body).ok().map(|envelope| envelope.data)
}

/// Returns the slug of the subject, which may have been found by a previous slug or an id.
pub fn current_slug(response: &BufferedResponse) -> Option<String> {
    read::<WithSlug>(response).map(|subject| subject.slug).filter(|slug| !slug.is_empty())
}

pub fn reviews(response: &BufferedResponse) -> Vec<Review> {
    read::<WithReviews>(response).map(|with_reviews| with_reviews.reviews).unwrap_or_default()
}

/// Returns `None` if the response is no list.
pub fn paging(response: &BufferedResponse) -> Option<PageMeta> {
    serde_json::from_slice::<WithMeta>(&response.body).ok().map(|list| list.meta)
}

impl Subject {
    pub fn with_reviews(reviews: Vec<Review>) -> Self {
        Self { reviews, ..Self::default() }
    }

    pub fn read_response(&mut self, path: &str, response: &BufferedResponse) {
        let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
        match segments[..] {
            ["settings"] => self.settings = read(response).unwrap_or_default(),
            ["promises"] => self.promises = read(response),
            ["product", "all"] => {
                self.products = read::<ProductsOnly>(response).map(|list| list.products).unwrap_or_default();
            }
            ["product", _] => self.product = read(response),
            ["category", "parent", _] => self.category_path = read(response).unwrap_or_default(),
            // This list is not about one store.
            ["store", "all"] => {}
            ["store", _] => self.store = read(response),
            ["list", _] => self.list = read(response),
            ["campaign", _] => self.campaign = read(response),
            ["content", "contact"] => self.contact = read(response),
            ["content", _] => self.content = read(response),
            _ => {}
        }
    }

    pub fn record_paging(&mut self, paging: &PageMeta) {
        self.has_empty_list |= paging.total == 0;
    }

    /// A store without products still has its description.
    pub fn is_empty(&self) -> bool {
        self.has_empty_list && self.store.is_none()
    }

    /// Returns title and description of a list or campaign, whose authors write them.
    pub fn texts(&self) -> Option<PageTexts> {
        let (title, description) = if let Some(PublicListing { list, products }) = &self.list {
            let names = || products.iter().map(|product| product.name.as_str()).collect::<Vec<_>>().join(", ");
            let description = if list.description.is_empty() { names() } else { list.description.clone() };
            (format!("{} · {NAME}", list.name), description)
        } else {
            let Campaign { name, text, store_name, percent, .. } = &self.campaign.as_ref()?.campaign;
            let title = format!("{name} · {store_name} · {NAME}");
            (title, if text.is_empty() { format!("{store_name}: {name}, −{percent}%") } else { text.clone() })
        };
        Some(PageTexts { title, description: truncated(&description), ..PageTexts::default() })
    }

    pub fn is_product(&self) -> bool {
        self.product.is_some()
    }

    /// Returns the picture for link previews.
    pub fn picture(&self) -> Option<&str> {
        let product = self.product.as_ref().map(|product| product.image_url.as_str());
        let store = self.store.as_ref().map(|store| store.cover_url.as_str());
        let category = self.category_path.last().map(|category| category.image_url.as_str());
        let list = self.list.as_ref().and_then(|listing| listing.list.images.first()).map(String::as_str);
        let campaign = self.campaign.as_ref().map(|running| running.campaign.image_url.as_str());
        product.or(store).or(category).or(list).or(campaign).filter(|url| !url.is_empty())
    }

    pub fn describe_shop(&self, links: &impl Links) -> Vec<Value> {
        vec![structured::organization(links, &self.settings), structured::website(links)]
    }

    pub fn structured(&self, links: &impl Links, title: &str) -> Vec<Value> {
        let mut values = Vec::new();
        if let Some(product) = &self.product {
            values.push(structured::product(links, product, &self.reviews, self.promises.as_ref()));
            values.push(structured::breadcrumbs(links, structured::ancestor_links(links, &product.breadcrumbs)));
        }
        if !self.category_path.is_empty() {
            values.push(structured::breadcrumbs(links, structured::category_links(links, &self.category_path)));
        }
        if let Some(store) = &self.store {
            values.push(structured::store(links, store));
            values.push(structured::breadcrumbs(links, [(store.name.as_str(), links.page())]));
        }
        if !self.products.is_empty() {
            values.push(structured::items(links, &self.products));
        }
        if let Some(PublicListing { list, products }) = &self.list {
            values.push(structured::list(links, list, products));
            values.push(structured::breadcrumbs(links, [(list.name.as_str(), links.page())]));
        }
        if let Some(CampaignListing { campaign, products }) = &self.campaign {
            values.push(structured::campaign(links, campaign, products));
            values.push(structured::breadcrumbs(links, structured::campaign_links(links, campaign)));
        }
        if let Some(contact) = &self.contact {
            values.push(structured::contact(links, title, contact));
        }
        if let Some(content) = &self.content {
            values.extend(structured::questions(content));
            values.push(structured::breadcrumbs(links, [(content.title.as_str(), links.page())]));
        }
        values
    }
}

/// Cuts a text at a word boundary.
fn truncated(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(MAX_DESCRIPTION_CHARS) {
        None => text,
        Some((end, _)) => format!("{}…", text[..end].rsplit_once(' ').map_or(&text[..end], |(whole, _)| whole)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_descriptions_are_truncated_between_words() {
        assert_eq!(truncated(" bir\n iki "), "bir iki");
        let long = truncated(&"hədiyyə ".repeat(40));
        assert!(long.ends_with("hədiyyə…"), "{long}");
        assert!(long.chars().count() <= MAX_DESCRIPTION_CHARS + 1, "{long}");
    }
}

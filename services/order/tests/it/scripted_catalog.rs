//! A fake catalog service with offers (products with price and stock) and bloggers' lists of products.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard},
};

use proto::{
    catalog::{
        CreateListRequest, DeleteListRequest, GetListRequest, GetProductRequest, ListOwner, ListOwnerRequest,
        ListProductRequest, ListProductsRequest, LookupRequest, LookupResponse, MyListsRequest, Offer, Product,
        ProductCard, ProductList, ProductLists, ProductPage, PublicList, SimilarProducts, SimilarProductsRequest, Size,
        StoreRef, UpdateListRequest,
        lists_server::{Lists, ListsServer},
        products_server::{Products, ProductsServer},
    },
    common::Done,
};
use testkit::server::TestServer;
use tonic::{Request, Response, Status, service::Routes};

#[derive(Clone, Default)]
pub struct ScriptedCatalog(Arc<Mutex<Script>>);

#[derive(Default)]
struct Script {
    /// Offers by product id and size id.
    offers: BTreeMap<(i64, Option<i64>), Offer>,
    /// Lists by slug.
    lists: BTreeMap<String, BloggerList>,
    lookups: usize,
}

#[derive(Clone, Copy)]
struct BloggerList {
    id: i64,
    /// The blogger's account.
    owner: i64,
}

impl ScriptedCatalog {
    pub async fn serve(&self) -> TestServer {
        let mut routes = Routes::builder();
        routes.add_service(ProductsServer::new(self.clone())).add_service(ListsServer::new(self.clone()));
        TestServer::start(routes.routes()).await
    }

    pub fn add_offer(&self, product: i64, price: i64, stock: i64) {
        let has_sizes = false;
        self.put(offer(product, None, price, stock, has_sizes));
    }

    /// Offers a size, and also the product without a size, which cannot be bought.
    pub fn add_size_offer(&self, product: i64, size: i64, price: i64, stock: i64) {
        let has_sizes = true;
        self.put(offer(product, Some(size), price, stock, has_sizes));
        self.put(offer(product, None, price, stock, has_sizes));
    }

    pub fn set_discounted_price(&self, product: i64, discounted_price: i64) {
        let mut script = self.script();
        let offer = script.offers.get_mut(&(product, None)).expect("the product is offered");
        offer.unit_price = discounted_price;
        offer.product.as_mut().expect("every offer has its card").discounted_price = Some(discounted_price);
    }

    pub fn set_store_and_categories(&self, product: i64, store: i64, categories: &[i64]) {
        let mut script = self.script();
        let offer = script.offers.get_mut(&(product, None)).expect("the product is offered");
        offer.category_ids = categories.to_vec();
        let card = offer.product.as_mut().expect("every offer has its card");
        card.store = Some(StoreRef { id: store, name: format!("Store {store}"), slug: format!("store-{store}") });
    }

    pub fn set_stock(&self, product: i64, stock: i64) {
        if let Some(offer) = self.script().offers.get_mut(&(product, None)) {
            offer.available = stock;
            offer.product.get_or_insert_default().in_stock = stock > 0;
        }
    }

    pub fn withdraw(&self, product: i64) {
        self.script().offers.retain(|(id, _), _| *id != product);
    }

    /// `owner` is the blogger's account.
    pub fn add_list(&self, id: i64, owner: i64, slug: &str) {
        self.script().lists.insert(slug.to_owned(), BloggerList { id, owner });
    }

    pub fn lookups(&self) -> usize {
        self.script().lookups
    }

    pub fn set_preparation_days(&self, product_id: i64, days: i64) {
        for offer in self.script().offers.values_mut().filter(|offer| offer.product_id == product_id) {
            offer.product.get_or_insert_default().preparation_days = days;
        }
    }

    fn put(&self, offer: Offer) {
        self.script().offers.insert((offer.product_id, offer.size_id), offer);
    }

    fn script(&self) -> MutexGuard<'_, Script> {
        self.0.lock().expect("no test panics while it holds the script")
    }
}

fn in_all_languages(name: &str) -> HashMap<String, String> {
    let other = |language: &str| (language.to_owned(), format!("{name} ({language})"));
    HashMap::from([("az".to_owned(), name.to_owned()), other("ru"), other("en")])
}

fn offer(product_id: i64, size_id: Option<i64>, price: i64, available: i64, has_sizes: bool) -> Offer {
    let name = format!("Product {product_id}");
    let card = ProductCard {
        id: product_id,
        slug: format!("product-{product_id}"),
        name,
        price,
        has_sizes,
        in_stock: available > 0,
        store: Some(StoreRef { id: 1, name: "Store 1".to_owned(), slug: "store-1".to_owned() }),
        ..ProductCard::default()
    };
    let size = size_id.map(|id| Size { id, name: format!("Size {id}"), price, stock: available, ..Size::default() });
    Offer {
        product_id,
        size_id,
        product: Some(card),
        size,
        unit_price: price,
        full_price: price,
        available,
        category_ids: Vec::new(),
        names: in_all_languages(&format!("Product {product_id}")),
        size_names: size_id.map(|id| in_all_languages(&format!("Size {id}"))).unwrap_or_default(),
    }
}

#[tonic::async_trait]
impl Products for ScriptedCatalog {
    async fn lookup(&self, request: Request<LookupRequest>) -> Result<Response<LookupResponse>, Status> {
        let mut script = self.script();
        script.lookups += 1;
        let lines = request.into_inner().lines;
        let offers =
            lines.iter().filter_map(|line| script.offers.get(&(line.product_id, line.size_id)).cloned()).collect();
        Ok(Response::new(LookupResponse { offers }))
    }

    async fn list(&self, _: Request<ListProductsRequest>) -> Result<Response<ProductPage>, Status> {
        Err(Status::unimplemented("orders only look up offers"))
    }

    async fn similar(&self, _: Request<SimilarProductsRequest>) -> Result<Response<SimilarProducts>, Status> {
        Err(Status::unimplemented("orders only look up offers"))
    }

    async fn get(&self, _: Request<GetProductRequest>) -> Result<Response<Product>, Status> {
        Err(Status::unimplemented("orders only look up offers"))
    }
}

#[tonic::async_trait]
impl Lists for ScriptedCatalog {
    async fn owner(&self, request: Request<ListOwnerRequest>) -> Result<Response<ListOwner>, Status> {
        let found = self.script().lists.get(&request.get_ref().slug).copied();
        let owner = found.map(|list| ListOwner { list_id: Some(list.id), account_id: list.owner });
        Ok(Response::new(owner.unwrap_or_default()))
    }

    /// Returns all lists, because only one blogger reads lists in the tests.
    async fn mine(&self, _: Request<MyListsRequest>) -> Result<Response<ProductLists>, Status> {
        let list = |(slug, list): (&String, &BloggerList)| ProductList {
            id: list.id,
            slug: slug.clone(),
            name: format!("List {}", list.id),
            ..ProductList::default()
        };
        Ok(Response::new(ProductLists { lists: self.script().lists.iter().map(list).collect() }))
    }

    async fn create(&self, _: Request<CreateListRequest>) -> Result<Response<ProductList>, Status> {
        Err(Status::unimplemented("orders only read owners of lists"))
    }

    async fn update(&self, _: Request<UpdateListRequest>) -> Result<Response<ProductList>, Status> {
        Err(Status::unimplemented("orders only read owners of lists"))
    }

    async fn delete(&self, _: Request<DeleteListRequest>) -> Result<Response<Done>, Status> {
        Err(Status::unimplemented("orders only read owners of lists"))
    }

    async fn add_product(&self, _: Request<ListProductRequest>) -> Result<Response<ProductList>, Status> {
        Err(Status::unimplemented("orders only read owners of lists"))
    }

    async fn remove_product(&self, _: Request<ListProductRequest>) -> Result<Response<ProductList>, Status> {
        Err(Status::unimplemented("orders only read owners of lists"))
    }

    async fn get(&self, _: Request<GetListRequest>) -> Result<Response<PublicList>, Status> {
        Err(Status::unimplemented("orders only read owners of lists"))
    }
}

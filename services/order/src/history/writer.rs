//! Carries out the events of the demo's history by calling the functions of the API.

use anyhow::Context as _;
use chrono::TimeDelta;
use kit::client::Channel;
use proto::catalog::{
    CreateListRequest, ListProductRequest, ListProductsRequest, MyListsRequest, ProductCard, ProductList,
    lists_client::ListsClient, products_client::ProductsClient,
};
use rand::{Rng as _, SeedableRng as _, rngs::StdRng};

use super::{Cashout, CashoutEnd, HistoryClock, Order, people::People};
use crate::{
    App,
    app::{self, Move, PlaceOrder, Placed, bonus, cashout, influencer, order_jobs, refund},
    domain::{
        cart::{Count, LineKey},
        cashout::CardNumber,
        check::Intent,
        code::Code,
        method::Method,
        order::Request,
        referral::{Claim, Link},
        refund::{Ground, Wanted},
        status::Status,
    },
};

/// “My favourite gifts”.
const LIST: &str = "Sevdiyim hədiyyələr";
/// Time between two steps of an order.
const STEP: TimeDelta = TimeDelta::minutes(50);
const DELIVERY_STEPS: [Status; 6] = [
    Status::Confirmed,
    Status::SearchingCourier,
    Status::CourierAppointed,
    Status::HandedToCourier,
    Status::OnTheWay,
    Status::Delivered,
];

pub struct HistoryWriter {
    pub app: App,
    pub history_clock: HistoryClock,
    pub people: People,
    products: ProductsClient<Channel>,
    lists: ListsClient<Channel>,
    /// The blogger's list.
    list: ProductList,
    /// Products that the shopper bought before.
    bought: Vec<i64>,
    /// Seeded so that the history is the same each time.
    rng: StdRng,
}

/// No request is repeated, so the hash of its content does not matter.
pub fn idempotent(key: String) -> Request {
    Request { key, hash: [0; 32] }
}

impl HistoryWriter {
    /// Creates the blogger's list if there is none.
    pub async fn new(app: App, history_clock: HistoryClock, people: People, catalog: Channel) -> anyhow::Result<Self> {
        let mut lists = ListsClient::new(catalog.clone());
        let blogger = &people.blogger.context;
        let existing = lists.mine(blogger.sign(MyListsRequest { product_id: None })).await?.into_inner().lists;
        let list = if let Some(list) = existing.into_iter().next() {
            list
        } else {
            let request = CreateListRequest { name: LIST.to_owned(), description: None };
            lists.create(blogger.sign(request)).await?.into_inner()
        };
        let products = ProductsClient::new(catalog);
        Ok(Self { app, history_clock, people, products, lists, list, bought: vec![], rng: StdRng::seed_from_u64(2026) })
    }

    /// `number` makes the idempotency key unique.
    pub async fn order(&mut self, number: usize, order: &Order) -> anyhow::Result<()> {
        self.expire_bonuses().await?;
        let product = self.find_product(order).await?;
        let claim =
            if order.by_blogger { Some(self.add_to_list_and_click(product.id, order.clicks).await?) } else { None };
        let code = self.place(number, product.id, claim.as_ref()).await?;
        for status in DELIVERY_STEPS {
            if order.end.is_some_and(|end| status > end) {
                break;
            }
            self.history_clock.advance(STEP);
            let step = Move { to: status, store: None, reason: None };
            app::move_to(&self.app, &self.people.operator, &code, step).await?;
        }
        if let Some(days) = order.returned_after {
            self.history_clock.advance(TimeDelta::days(days));
            self.return_order(number, &code).await?;
        }
        Ok(())
    }

    pub async fn cash_out(&mut self, number: usize, wanted: &Cashout) -> anyhow::Result<()> {
        let card = CardNumber::parse(&wanted.card).map_err(anyhow::Error::msg)?;
        let request = cashout::Request { amount: wanted.amount, card, key: format!("history-{number}") };
        let requested = cashout::request(&self.app, &self.people.blogger, &request).await?;
        if wanted.end == CashoutEnd::Sent {
            self.history_clock.advance(TimeDelta::hours(2));
            cashout::approve(&self.app, &self.people.operator, &requested.code).await?;
            cashout::send_due(&self.app).await?;
        }
        Ok(())
    }

    pub async fn expire_bonuses(&self) -> anyhow::Result<()> {
        bonus::expire_due(&self.app).await?;
        bonus::warn_due(&self.app).await?;
        Ok(())
    }

    /// The small demo may have only more expensive products.
    async fn find_product(&mut self, order: &Order) -> anyhow::Result<ProductCard> {
        let product = match self.find_product_between(order.min_price, Some(order.max_price)).await? {
            Some(product) => Some(product),
            None => self.find_product_between(order.min_price, None).await?,
        };
        let product = product.with_context(|| format!("no product from {} qəpik is for sale", order.min_price))?;
        self.bought.push(product.id);
        Ok(product)
    }

    /// Prefers products that were not bought before.
    async fn find_product_between(&mut self, min: i64, max: Option<i64>) -> anyhow::Result<Option<ProductCard>> {
        let request = ListProductsRequest {
            min_price: Some(min),
            max_price: max,
            in_stock: Some(true),
            per_page: 50,
            ..ListProductsRequest::default()
        };
        let page = self.products.list(self.people.shopper.context.sign(request)).await?.into_inner();
        let sizeless = || page.products.iter().filter(|card| !card.has_sizes);
        Ok(sizeless().find(|card| !self.bought.contains(&card.id)).or_else(|| sizeless().next()).cloned())
    }

    /// Returns the shopper's click.
    async fn add_to_list_and_click(&mut self, product: i64, clicks: u8) -> anyhow::Result<Claim> {
        let request = ListProductRequest { list_id: self.list.id, product_id: product };
        self.lists.add_product(self.people.blogger.context.sign(request)).await?;
        let visitors: Vec<[u8; 32]> = (0..clicks).map(|_| self.rng.r#gen()).collect();
        let blogger = self.people.blogger.account;
        influencer::count_visitors(&self.app, blogger, self.list.id, product, &visitors).await?;
        Ok(Claim { link: Link::List(self.list.slug.clone()), clicked_at: self.app.clock.now() })
    }

    async fn place(&self, number: usize, product: i64, claim: Option<&Claim>) -> anyhow::Result<Code> {
        let (app, shopper) = (&self.app, &self.people.shopper);
        app::add(app, shopper, LineKey { product, size: None }, Count::ONE, claim).await?;
        let intent = Intent { address: Some(self.people.address), method: Some(Method::Cash), ..Intent::default() };
        let checked = app::check(app, shopper, &intent).await?;
        let quote = checked.quote.with_context(|| format!("not for sale: {:?}", checked.assessment.obstacles))?;
        let request = idempotent(format!("history-{number}"));
        let wanted = PlaceOrder { quote, intent, other: None, note: None, card_text: None, request };
        let Placed::Ordered(payable) = app::place(app, shopper, &wanted).await? else {
            anyhow::bail!("the cart has changed after its check");
        };
        while order_jobs::run_order_jobs(app).await? > 0 {}
        Ok(payable.order.code.clone())
    }

    async fn return_order(&self, number: usize, code: &Code) -> anyhow::Result<()> {
        let request = refund::RefundRequest {
            pictures: Vec::new(),
            ground: Ground::ChangedMind,
            reason: "Hədiyyə uyğun gəlmədi".to_owned(),
            wanted: Wanted::Everything,
            idempotency: idempotent(format!("history-{number}-return")),
        };
        let requested =
            refund::request(&self.app, refund::Requester::Shopper(self.people.shopper.account), code, &request).await?;
        let decision = refund::Decision::Approve { answer: None, is_restocked: true };
        self.history_clock.advance(TimeDelta::hours(1));
        refund::decide(&self.app, &self.people.operator, requested.refund.refund_id, &decision).await?;
        self.history_clock.advance(TimeDelta::hours(1));
        Ok(refund::restock_due(&self.app).await?)
    }
}

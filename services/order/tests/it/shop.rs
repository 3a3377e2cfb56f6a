//! The fixture of all tests: the order service with fakes of the other services.

use std::sync::Arc;

use chrono::TimeDelta;
use kit::{
    client::{CallContext, Channel},
    db::warm_pool::WarmPool,
    keyed::KeyedHasher,
    seal::Seal,
    serve::Routes,
};
use order::{
    App, Auth, Batches, BonusRules, Catalog, Mail, Notifier, ReturnRules, Seller, Stock, Tracker, Wholesale, Zones,
    bank::{Bank, Banks, Epoint},
    domain::{
        order_limits::OrderLimits, payment::PaymentTime, quote::QuoteKey, two_people::TwoPeopleLimits,
        wholesale::link::LinkKey,
    },
};
use proto::order::{
    AddRequest, Cart, CheckRequest, CheckedCart, ClearRequest, CountCartRequest, DeliverySlots, DeliverySlotsRequest,
    GetCartRequest, RemoveRequest, UpdateRequest, auditor_client::AuditorClient, bonuses_client::BonusesClient,
    carts_client::CartsClient, cashout_desk_client::CashoutDeskClient, cashouts_client::CashoutsClient,
    deliveries_client::DeliveriesClient, desk_client::DeskClient, earnings_client::EarningsClient,
    orders_client::OrdersClient, phone_desk_client::PhoneDeskClient, promo_desk_client::PromoDeskClient,
    wholesale_client::WholesaleClient, wholesale_desk_client::WholesaleDeskClient, zone_desk_client::ZoneDeskClient,
};
use sqlx::PgPool;
use testkit::{clock::TestClock, database::eventually, server::TestServer, tokens::TestKeys};
use tokio_util::sync::CancellationToken;
use tonic::Status;
use tonic_types::StatusExt as _;

use crate::{
    sandbox::Sandbox, scripted_auth::ScriptedAuth, scripted_catalog::ScriptedCatalog,
    scripted_notification::ScriptedNotification, scripted_stock::ScriptedStock,
};

/// Signs quotes and links.
pub const SECRET: &str = "the quotes of these tests, thirty-two or more";
pub const CARD_SECRET: [u8; 32] = [7; 32];
/// The id of a product, and of its size if it has sizes.
pub type Item = (i64, Option<i64>);

pub struct TestShop {
    pub app: App,
    pub auth: ScriptedAuth,
    pub auth_server: TestServer,
    pub catalog: ScriptedCatalog,
    pub catalog_server: TestServer,
    pub stock: ScriptedStock,
    _stock_server: TestServer,
    pub notification: ScriptedNotification,
    _notification_server: TestServer,
    pub bank: Sandbox,
    pub clock: TestClock,
    pub keys: TestKeys,
    order_server: TestServer,
}

#[derive(Clone, Copy)]
struct Limits {
    orders: OrderLimits,
    /// Amounts from which refunds and cash-outs need the approval of two operators.
    two_people: TwoPeopleLimits,
}

/// Clients with the token of a shopper, guest or operator.
#[derive(Clone)]
pub struct Shopper {
    pub carts: CartsClient<Channel>,
    pub orders: OrdersClient<Channel>,
    pub bonuses: BonusesClient<Channel>,
    pub earnings: EarningsClient<Channel>,
    pub cashouts: CashoutsClient<Channel>,
    pub cashout_desk: CashoutDeskClient<Channel>,
    pub desk: DeskClient<Channel>,
    pub phone_desk: PhoneDeskClient<Channel>,
    pub promos: PromoDeskClient<Channel>,
    pub wholesale: WholesaleClient<Channel>,
    pub wholesale_desk: WholesaleDeskClient<Channel>,
    pub auditor: AuditorClient<Channel>,
    pub zones: ZoneDeskClient<Channel>,
    pub context: CallContext,
}

impl TestShop {
    /// One operator can approve every refund and cash-out.
    pub async fn start(pool: PgPool) -> Self {
        Self::start_with(pool, OrderLimits::default(), |bank| Arc::new(bank), |routes| routes).await
    }

    pub async fn start_without_limits(pool: PgPool) -> Self {
        Self::start_with(pool, OrderLimits::OFF, |bank| Arc::new(bank), |routes| routes).await
    }

    pub async fn start_with_two_people(pool: PgPool, two_people: TwoPeopleLimits) -> Self {
        let limits = Limits { orders: OrderLimits::default(), two_people };
        Self::start_with_limits(pool, limits, |bank| Arc::new(bank), |routes| routes).await
    }

    /// The wrappers can make calls to the bank or to the order service fail.
    pub async fn start_with(
        pool: PgPool,
        order_limits: OrderLimits,
        wrap_bank: impl FnOnce(Epoint) -> Arc<dyn Bank>,
        wrap_routes: impl FnOnce(Routes) -> Routes,
    ) -> Self {
        let limits = Limits { orders: order_limits, two_people: TwoPeopleLimits::OFF };
        Self::start_with_limits(pool, limits, wrap_bank, wrap_routes).await
    }

    async fn start_with_limits(
        pool: PgPool,
        limits: Limits,
        wrap_bank: impl FnOnce(Epoint) -> Arc<dyn Bank>,
        wrap_routes: impl FnOnce(Routes) -> Routes,
    ) -> Self {
        let clock = TestClock::new();
        let keys = TestKeys::new(&clock);
        let auth = ScriptedAuth::default();
        let auth_server = auth.serve().await;
        let catalog = ScriptedCatalog::default();
        let catalog_server = catalog.serve().await;
        let stock = ScriptedStock::default();
        let stock_server = stock.serve().await;
        let notification = ScriptedNotification::default();
        let notification_server = notification.serve().await;
        let bank = Sandbox::start().await;
        let warm_pool = WarmPool::new(pool.clone());
        let app = App {
            batches: Batches::open(&warm_pool),
            zones: Zones::new(&warm_pool),
            bonus_rules: BonusRules::new(&warm_pool),
            returns: ReturnRules::new(&warm_pool),
            warm_pool,
            pool,
            clock: clock.clock(),
            auth: Auth::new(auth_server.channel()),
            catalog: Catalog::new(catalog_server.channel()),
            stock: Stock::new(stock_server.channel()),
            quote_key: QuoteKey::new(SECRET).expect("the secret is long enough"),
            banks: Banks::new(Some(wrap_bank(bank.merchant_client())), vec![]),
            card_seal: Seal::new(CARD_SECRET),
            keyed_hasher: KeyedHasher::new(&CARD_SECRET, "test").expect("the key is valid"),
            site_url: "http://shop.test".to_owned(),
            payment_time: PaymentTime::of(TimeDelta::minutes(20)),
            order_limits: limits.orders,
            two_people: limits.two_people,
            notifier: Notifier::default(),
            tracker: Tracker::default(),
            wholesale: Wholesale {
                link_key: LinkKey::new(SECRET).expect("the secret is long enough"),
                payment_days: 5,
                seller: Some(Seller::demo()),
                mail: Mail::new(notification_server.channel()),
            },
        };
        let outbox = order::outbox(&app.pool);
        let routes = order::routes(&app, &keys.identity(), &outbox, CancellationToken::new());
        let server = TestServer::start(wrap_routes(routes)).await;
        Self {
            app,
            auth,
            auth_server,
            catalog,
            catalog_server,
            stock,
            _stock_server: stock_server,
            notification,
            _notification_server: notification_server,
            bank,
            clock,
            keys,
            order_server: server,
        }
    }

    pub fn shopper(&self, account: i64) -> Shopper {
        self.client_with_token(Some(self.keys.token(account)))
    }

    /// The operator's account does not matter.
    pub fn any_operator(&self) -> Shopper {
        self.operator(9)
    }

    /// Returns a member of staff with all permissions.
    pub fn operator(&self, account: i64) -> Shopper {
        self.client_with_token(Some(self.keys.token_with_roles(account, &["owner"])))
    }

    /// Runs order jobs until none is due. One round may skip an order that the transaction of a refused call still
    /// locks.
    pub async fn run_due_jobs(&self) {
        let is_done = async || {
            while order::run_order_jobs(&self.app).await.expect("order jobs run") > 0 {}
            sqlx::query_scalar("select not exists (select from purchase where due_at <= $1)")
                .bind(self.app.clock.now())
                .fetch_one(&self.app.pool)
                .await
                .expect("the due dates can be read")
        };
        eventually("the end of all jobs that are due", is_done).await;
    }

    pub fn channel(&self) -> Channel {
        self.order_server.channel()
    }

    /// Returns the delivery slots as a guest sees them.
    pub async fn slots(&self, city_id: i64, district_id: Option<i64>) -> Result<DeliverySlots, Status> {
        let mut deliveries = DeliveriesClient::new(self.order_server.channel());
        Ok(deliveries.slots(DeliverySlotsRequest { city_id, district_id, preparation_days: None }).await?.into_inner())
    }

    pub async fn assert_violates(&self, constraint: &str, statement: &str) {
        let outcome = sqlx::raw_sql(sqlx::AssertSqlSafe(statement.to_owned())).execute(&self.app.pool).await;
        let error = outcome.expect_err(statement);
        let violated = error.as_database_error().and_then(sqlx::error::DatabaseError::constraint);
        assert_eq!(violated, Some(constraint), "{statement}: {error}");
    }

    pub fn client_with_token(&self, token: Option<String>) -> Shopper {
        let context = CallContext { token: token.map(Into::into), ..CallContext::default() };
        let channel = self.order_server.channel();
        Shopper {
            carts: CartsClient::new(channel.clone()),
            orders: OrdersClient::new(channel.clone()),
            bonuses: BonusesClient::new(channel.clone()),
            earnings: EarningsClient::new(channel.clone()),
            cashouts: CashoutsClient::new(channel.clone()),
            cashout_desk: CashoutDeskClient::new(channel.clone()),
            desk: DeskClient::new(channel.clone()),
            phone_desk: PhoneDeskClient::new(channel.clone()),
            promos: PromoDeskClient::new(channel.clone()),
            wholesale: WholesaleClient::new(channel.clone()),
            wholesale_desk: WholesaleDeskClient::new(channel.clone()),
            auditor: AuditorClient::new(channel.clone()),
            zones: ZoneDeskClient::new(channel),
            context,
        }
    }
}

impl Shopper {
    pub async fn add(&self, (product_id, size_id): Item, count: i64) -> Result<Cart, Status> {
        let request = AddRequest { product_id, size_id, count: Some(count), referral: None };
        Ok(self.carts.clone().add(self.context.sign(request)).await?.into_inner())
    }

    pub async fn add_one(&self, product_id: i64) -> Result<Cart, Status> {
        let request = AddRequest { product_id, ..AddRequest::default() };
        Ok(self.carts.clone().add(self.context.sign(request)).await?.into_inner())
    }

    pub async fn update(&self, (product_id, size_id): Item, count: i64) -> Result<Cart, Status> {
        let request = UpdateRequest { product_id, size_id, count, referral: None };
        Ok(self.carts.clone().update(self.context.sign(request)).await?.into_inner())
    }

    /// Without a size, removes all sizes.
    pub async fn remove(&self, (product_id, size_id): Item) -> Result<Cart, Status> {
        let request = RemoveRequest { product_id, size_id };
        Ok(self.carts.clone().remove(self.context.sign(request)).await?.into_inner())
    }

    pub async fn clear(&self) -> Result<Cart, Status> {
        Ok(self.carts.clone().clear(self.context.sign(ClearRequest {})).await?.into_inner())
    }

    pub async fn cart(&self) -> Result<Cart, Status> {
        Ok(self.carts.clone().get(self.context.sign(GetCartRequest {})).await?.into_inner())
    }

    pub async fn units(&self) -> Result<i64, Status> {
        Ok(self.carts.clone().count(self.context.sign(CountCartRequest {})).await?.into_inner().cart_count)
    }

    pub async fn check(&self, request: CheckRequest) -> Result<CheckedCart, Status> {
        Ok(self.carts.clone().check(self.context.sign(request)).await?.into_inner())
    }
}

/// Returns for each line `product/size ×count = price problem`, then `full price − discount = total`. Amounts are in
/// qəpik (1/100 ₼), as in all tests.
pub fn cart_text(cart: &Cart) -> String {
    let lines = cart.items.iter().map(|item| {
        let size = item.size_id.map(|size| format!("/{size}")).unwrap_or_default();
        let problem = item.problem.as_ref().map(|problem| format!(" {problem}")).unwrap_or_default();
        format!("{}{size} ×{} = {}{problem}", item.product_id, item.count, item.line_total)
    });
    let lines: Vec<_> = lines.collect();
    format!("{} | {} − {} = {}", lines.join("; "), cart.subtotal, cart.discount, cart.total)
}

/// Returns the code, its details as `name=value`, and the invalid fields.
pub fn refused<T: std::fmt::Debug>(outcome: Result<T, Status>) -> String {
    let details = outcome.expect_err("a refusal").get_error_details();
    let info = details.error_info().cloned().expect("a refusal of the order service has a reason");
    let mut words = vec![info.reason];
    words.extend(info.metadata.iter().map(|(name, value)| format!("{name}={value}")));
    let fields = details.bad_request().map(|request| request.field_violations.clone()).unwrap_or_default();
    words.extend(fields.into_iter().map(|field| format!("{}: {}", field.field, field.description)));
    words.join(" ")
}

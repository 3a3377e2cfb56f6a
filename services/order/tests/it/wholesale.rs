//! Tests wholesale requests, and helps other tests of them. An operator answers a request with a quote, which becomes
//! an order when the customer accepts it.

use chrono::TimeDelta;
use insta::assert_snapshot;
use proto::{
    json::{to_name, to_timestamp},
    order::{
        AcceptWholesaleRequest, AskWholesaleRequest, CancelWholesaleRequest, DeclineWholesaleRequest,
        GetWholesaleRequest, PayWholesaleRequest, PaymentMethod, QuoteWholesaleRequest, WholesaleAddress,
        WholesaleAnswer, WholesaleAsked, WholesaleFile, WholesaleLink, WholesaleListRequest, WholesaleOffer,
        WholesalePage, WholesaleRequest, WholesaleState, WholesaleWish,
    },
};
use sqlx::PgPool;
use tonic::Status;

use crate::shop::{Shopper, TestShop, refused};

pub const COMPANY: &str = "Xəzər Treyd MMC";

/// `key` is filled up to the minimal length of eight characters.
pub fn request_form(key: &str) -> AskWholesaleRequest {
    AskWholesaleRequest {
        company_name: Some(COMPANY.to_owned()),
        voen: Some("1234567890".to_owned()),
        name: "Aygün Əliyeva".to_owned(),
        phone_number: "050 123 45 67".to_owned(),
        email: Some("Aygun@Xezer.example".to_owned()),
        lines: vec![line(1, 200), line(2, 50)],
        text: None,
        wished_date: None,
        note: Some("Loqo ilə".to_owned()),
        idempotency_key: format!("{key:-<8}"),
    }
}

pub fn line(product_id: i64, count: i64) -> WholesaleWish {
    WholesaleWish { product_id, size_id: None, count }
}

pub fn offer(product_id: i64, count: i64, unit_price: i64) -> WholesaleOffer {
    WholesaleOffer { product_id: Some(product_id), size_id: None, count: Some(count), unit_price: Some(unit_price) }
}

pub fn acceptance(requested: &WholesaleAsked, method: PaymentMethod, key: &str) -> AcceptWholesaleRequest {
    AcceptWholesaleRequest {
        code: requested.code.clone(),
        token: requested.token.clone(),
        version: Some(1),
        payment_method: method.into(),
        address: Some(WholesaleAddress {
            city: "Bakı".to_owned(),
            street: "Nizami".to_owned(),
            building: "10".to_owned(),
            postcode: "1010".to_owned(),
            note: None,
        }),
        idempotency_key: format!("{key:-<8}"),
    }
}

pub fn link(requested: &WholesaleAsked) -> WholesaleLink {
    WholesaleLink { code: requested.code.clone(), token: requested.token.clone() }
}

impl Shopper {
    pub async fn request_wholesale(&self, request: AskWholesaleRequest) -> Result<WholesaleAsked, Status> {
        Ok(self.wholesale.clone().ask(self.context.sign(request)).await?.into_inner())
    }

    /// Opens the request with the customer's link.
    pub async fn open_request(&self, requested: &WholesaleAsked) -> Result<WholesaleRequest, Status> {
        Ok(self.wholesale.clone().get(self.context.sign(link(requested))).await?.into_inner())
    }

    pub async fn accept_quote(&self, request: AcceptWholesaleRequest) -> Result<WholesaleAnswer, Status> {
        Ok(self.wholesale.clone().accept(self.context.sign(request)).await?.into_inner())
    }

    pub async fn pay_wholesale(
        &self,
        requested: &WholesaleAsked,
        method: PaymentMethod,
        key: &str,
    ) -> Result<WholesaleAnswer, Status> {
        let request = PayWholesaleRequest {
            code: requested.code.clone(),
            token: requested.token.clone(),
            payment_method: method.into(),
            idempotency_key: format!("{key:-<8}"),
        };
        Ok(self.wholesale.clone().pay(self.context.sign(request)).await?.into_inner())
    }

    pub async fn decline_quote(&self, requested: &WholesaleAsked) -> Result<WholesaleRequest, Status> {
        let reason = Some("Bahadır".to_owned());
        let request = DeclineWholesaleRequest { code: requested.code.clone(), token: requested.token.clone(), reason };
        Ok(self.wholesale.clone().decline(self.context.sign(request)).await?.into_inner())
    }

    pub async fn invoice(&self, requested: &WholesaleAsked) -> Result<WholesaleFile, Status> {
        Ok(self.wholesale.clone().invoice_file(self.context.sign(link(requested))).await?.into_inner())
    }

    pub async fn quote_file(&self, requested: &WholesaleAsked) -> Result<WholesaleFile, Status> {
        Ok(self.wholesale.clone().quote_file(self.context.sign(link(requested))).await?.into_inner())
    }

    pub async fn send_quote(&self, request: QuoteWholesaleRequest) -> Result<WholesaleRequest, Status> {
        Ok(self.wholesale_desk.clone().quote(self.context.sign(request)).await?.into_inner())
    }

    pub async fn wholesale_as_operator(&self, code: &str) -> Result<WholesaleRequest, Status> {
        let request = GetWholesaleRequest { code: code.to_owned() };
        Ok(self.wholesale_desk.clone().get(self.context.sign(request)).await?.into_inner())
    }

    pub async fn cancel_wholesale(&self, code: &str) -> Result<WholesaleRequest, Status> {
        let request = CancelWholesaleRequest { code: code.to_owned(), reason: Some("Stok bitdi".to_owned()) };
        Ok(self.wholesale_desk.clone().cancel(self.context.sign(request)).await?.into_inner())
    }

    pub async fn list_wholesale(&self, text: &str) -> Result<WholesalePage, Status> {
        let text = Some(text.to_owned());
        let request = WholesaleListRequest { status: WholesaleState::Unspecified.into(), text, page: 1, per_page: 20 };
        Ok(self.wholesale_desk.clone().list(self.context.sign(request)).await?.into_inner())
    }

    pub async fn search_wholesale(&self, text: &str) -> Vec<String> {
        let page = self.list_wholesale(text).await.expect("the requests can be listed");
        page.requests.into_iter().map(|request| request.code).collect()
    }
}

impl TestShop {
    pub async fn for_wholesale(pool: PgPool) -> Self {
        let shop = Self::start(pool).await;
        shop.catalog.add_offer(1, 1_500, 9_999);
        shop.catalog.add_offer(2, 4_000, 9_999);
        shop
    }

    /// A quote of 4,170.00 ₼ for a week: 200 units at 12.00 ₼, 50 at 35.00 ₼, and 20.00 ₼ for delivery.
    pub fn terms(&self, code: &str) -> QuoteWholesaleRequest {
        QuoteWholesaleRequest {
            code: code.to_owned(),
            lines: vec![offer(1, 200, 1_200), offer(2, 50, 3_500)],
            valid_until: Some(to_timestamp(self.clock.now() + TimeDelta::days(7))),
            delivery_fee: Some(2_000),
            delivery_terms: Some("Üç iş günü".to_owned()),
            note: None,
        }
    }

    pub async fn request_and_quote(&self, customer: &Shopper) -> WholesaleAsked {
        let requested = customer.request_wholesale(request_form("requested")).await.expect("the request is accepted");
        self.any_operator().send_quote(self.terms(&requested.code)).await.expect("the quote is valid");
        requested
    }

    pub fn guest(&self) -> Shopper {
        self.client_with_token(None)
    }

    /// Returns recipients and titles of all e-mails so far.
    pub async fn send_emails(&self) -> Vec<String> {
        while order::send_emails_due(&self.app).await.expect("the job runs") > 0 {}
        self.notification.titles()
    }

    /// Excludes orders that were refused while they were placed.
    pub async fn order_count(&self) -> i64 {
        sqlx::query_scalar("select count(*) from purchase where stage <> 'refused'")
            .fetch_one(&self.app.pool)
            .await
            .expect("the orders can be counted")
    }
}

/// Returns for example `quoted`.
pub fn state(request: &WholesaleRequest) -> String {
    to_name(request.status())
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_accepted_quote_becomes_an_order_at_the_quoted_prices(pool: PgPool) {
    let shop = TestShop::for_wholesale(pool).await;
    let aygun = shop.shopper(1);
    let requested = aygun.request_wholesale(request_form("requested")).await.unwrap();
    assert_eq!(requested.status(), WholesaleState::Requested);
    let quoted = shop.any_operator().send_quote(shop.terms(&requested.code)).await.unwrap();
    let quote = quoted.quote.unwrap();
    assert_eq!((quote.goods, quote.delivery_fee, quote.total, quote.vat), (415_000, 2_000, 417_000, 63_610));

    let answer = aygun.accept_quote(acceptance(&requested, PaymentMethod::Transfer, "yes")).await.unwrap();
    let request = answer.request.unwrap();
    assert_eq!(state(&request), "accepted");
    let code = request.order.unwrap().code;
    // Neither the cart nor the catalog's prices affect the order.
    let order = aygun.order(&code).await.unwrap();
    let amounts = order.amounts.unwrap();
    assert_eq!((amounts.subtotal, amounts.discount, amounts.total, amounts.vat), (415_000, 0, 417_000, 63_610));
    assert_eq!(
        order.lines.iter().map(|line| (line.count, line.unit_price)).collect::<Vec<_>>(),
        [(200, 1_200), (50, 3_500)]
    );
    assert_eq!(order.payment_method(), PaymentMethod::Transfer);
    assert!(order.pay_until.is_some());
    assert!(order.can_cancel);
    assert!(aygun.invoice(&requested).await.unwrap().content.starts_with(b"%PDF-"));
    assert!(aygun.quote_file(&requested).await.unwrap().content.starts_with(b"%PDF-"));
    assert_snapshot!(shop.send_emails().await.join("\n").replace(&requested.code, "TS").replace(&code, "SQ"));
    assert!(shop.notification.link().contains(&format!("/topdan-satis/{}?token={}", requested.code, requested.token)));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn bad_requests_name_their_fields_and_write_nothing(pool: PgPool) {
    let shop = TestShop::for_wholesale(pool).await;
    let guest = shop.guest();
    let request_with = |change: fn(&mut AskWholesaleRequest)| {
        let mut request = request_form("bad");
        change(&mut request);
        guest.request_wholesale(request)
    };
    let refusals = [
        refused(request_with(|request| request.voen = Some("123456789".to_owned())).await),
        refused(request_with(|request| request.voen = Some("12345678901".to_owned())).await),
        refused(request_with(|request| request.voen = None).await),
        refused(request_with(|request| request.company_name = None).await),
        refused(request_with(|request| request.lines.clear()).await),
        refused(request_with(|request| request.lines[0].count = 0).await),
        refused(request_with(|request| request.lines[1].count = -5).await),
        refused(request_with(|request| request.lines[1].count = 100_000).await),
        refused(request_with(|request| request.lines[1].product_id = 77).await),
        refused(request_with(|request| request.lines[1].product_id = 1).await),
        refused(request_with(|request| request.name.clear()).await),
        refused(request_with(|request| request.phone_number = "12".to_owned()).await),
        refused(request_with(|request| request.email = Some("a@b".to_owned())).await),
        refused(request_with(|request| request.wished_date = Some("2020-01-01".to_owned())).await),
        refused(request_with(|request| request.wished_date = Some("soon".to_owned())).await),
    ];
    assert_snapshot!(refusals.join("\n"), @r"
    validation_failed voen: invalid_tax_number
    validation_failed voen: invalid_tax_number
    validation_failed voen: required
    validation_failed companyName: required
    validation_failed lines: required
    validation_failed lines[0].count: out_of_range
    validation_failed lines[1].count: out_of_range
    validation_failed lines[1].count: out_of_range
    validation_failed lines[1].productId: unknown_value
    validation_failed lines[1].productId: duplicate
    validation_failed name: required
    validation_failed phoneNumber: invalid_phone
    validation_failed email: invalid_email
    validation_failed wishedDate: in_the_past
    validation_failed wishedDate: invalid_date
    ");
    let written: i64 =
        sqlx::query_scalar("select count(*) from wholesale_request").fetch_one(&shop.app.pool).await.unwrap();
    assert_eq!(written, 0);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn requests_are_idempotent_and_limited_per_hour(pool: PgPool) {
    let shop = TestShop::for_wholesale(pool).await;
    let guest = shop.guest();
    let first = guest.request_wholesale(request_form("first")).await.unwrap();
    assert_eq!(guest.request_wholesale(request_form("first")).await.unwrap(), first);
    let changed = AskWholesaleRequest { note: None, ..request_form("first") };
    assert_eq!(refused(guest.request_wholesale(changed).await), "idempotency_key_reused");
    // Five requests an hour are allowed.
    for key in ["second", "third", "fourth", "fifth"] {
        guest.request_wholesale(request_form(key)).await.unwrap();
    }
    assert_eq!(refused(guest.request_wholesale(request_form("sixth")).await), "too_many_requests");
    shop.clock.advance(TimeDelta::minutes(61));
    guest.request_wholesale(request_form("sixth")).await.unwrap();
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_request_needs_its_link_or_an_operator(pool: PgPool) {
    let shop = TestShop::for_wholesale(pool).await;
    let requested = shop.request_and_quote(&shop.guest()).await;
    let stranger = shop.shopper(5);
    for token in ["", "wrong", "a b"] {
        let with_wrong_token = WholesaleAsked { token: token.to_owned(), ..requested.clone() };
        assert_eq!(refused(stranger.open_request(&with_wrong_token).await), "wholesale_not_found", "{token}");
        assert_eq!(
            refused(stranger.accept_quote(acceptance(&with_wrong_token, PaymentMethod::Card, "no")).await),
            "wholesale_not_found"
        );
        assert_eq!(refused(stranger.decline_quote(&with_wrong_token).await), "wholesale_not_found");
    }

    // The link opens the request, but does not show what only operators see.
    let opened = stranger.open_request(&requested).await.unwrap();
    assert_eq!((opened.link, opened.transfers.len(), opened.changes[0].actor.clone()), (None, 0, None));
    assert_eq!(refused(stranger.wholesale_as_operator(&requested.code).await), "forbidden");
    assert_eq!(refused(stranger.send_quote(shop.terms(&requested.code)).await), "forbidden");
    let seen_by_operator = shop.any_operator().wholesale_as_operator(&requested.code).await.unwrap();
    assert!(seen_by_operator.link.unwrap().contains(&requested.token));
    let operator = shop.any_operator();
    for text in [&requested.code, "xəzər", "1234567890", "+99450123"] {
        assert_eq!(operator.search_wholesale(text).await, std::slice::from_ref(&requested.code), "{text}");
    }
    assert!(operator.search_wholesale("%").await.is_empty());
}

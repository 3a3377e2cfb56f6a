//! Tests which clicks on a blogger's links are counted.

use chrono::TimeDelta;
use kit::client::ClientInfo;
use order::delete_click_visitors;
use proto::order::ClickRequest;
use sqlx::PgPool;
use tonic::Status;

use crate::{
    influencers::{LEYLA, LIST, figures_text},
    shop::{Shopper, TestShop, refused},
};

pub const BROWSER: &[u8] = b"Mozilla/5.0 (Linux; Android 15) Chrome/130.0";

impl TestShop {
    /// A guest with the IP address `10.0.0.last_byte`.
    pub fn visitor(&self, last_byte: u8, agent: &[u8]) -> Shopper {
        let mut visitor = self.client_with_token(None);
        visitor.context.origin = ClientInfo::new(Some([10, 0, 0, last_byte].into()), agent);
        visitor
    }
}

impl Shopper {
    pub async fn click_list(&self, list: &str, product_id: i64) -> Result<(), Status> {
        let request = ClickRequest { list: Some(list.to_owned()), code: None, product_id: Some(product_id) };
        self.click(request).await
    }

    async fn click_code(&self, code: &str, product_id: Option<i64>) -> Result<(), Status> {
        let request = ClickRequest { list: None, code: Some(code.to_owned()), product_id };
        self.click(request).await
    }

    async fn click(&self, request: ClickRequest) -> Result<(), Status> {
        self.earnings.clone().click(self.context.sign(request)).await.map(drop)
    }
}

/// Four of these clicks count.
async fn click_links(shop: &TestShop) {
    let (first, second) = (shop.visitor(1, BROWSER), shop.visitor(2, BROWSER));
    // A visitor's second click on a product does not count.
    for visitor in [&first, &first, &second] {
        visitor.click_list(LIST, 1).await.expect("the click is accepted");
    }
    first.click_list(LIST, 2).await.expect("the click is accepted");
    first.click_code("leyla-h", None).await.expect("the click is accepted");
    first.click_code("leyla-h", Some(404)).await.expect("the click is accepted");

    // These clicks do not count: a bot, no user agent, an unknown list, and the blogger.
    shop.visitor(3, b"Googlebot/2.1").click_list(LIST, 1).await.expect("the click is accepted");
    shop.visitor(3, b"").click_list(LIST, 1).await.expect("the click is accepted");
    shop.visitor(3, BROWSER).click_list("gone-b3kd9x", 1).await.expect("the click is accepted");
    let mut leyla = shop.shopper(LEYLA);
    leyla.context.origin = ClientInfo::new(Some([10, 0, 0, 4].into()), BROWSER);
    leyla.click_list(LIST, 1).await.expect("the click is accepted");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn clicks_count_once_per_visitor_and_day_except_bots_and_the_blogger(pool: PgPool) {
    let shop = TestShop::with_blogger(&pool).await;
    click_links(&shop).await;
    let order = shop.order_by_referral(&shop.shopper(1)).await;
    shop.order_by_referral(&shop.shopper(2)).await;
    let leyla = shop.shopper(LEYLA);
    let earnings = leyla.earnings().await;
    assert_eq!(figures_text(earnings.total.as_ref()), "4 clicks, 2 orders, +0 −0");
    let lists: Vec<_> =
        earnings.by_list.iter().map(|row| (row.name.as_deref(), figures_text(row.figures.as_ref()))).collect();
    assert_eq!(
        lists,
        [(Some("List 4"), "3 clicks, 2 orders, +0 −0".to_owned()), (None, "1 clicks, 2 orders, +0 −0".to_owned())]
    );
    let products: Vec<_> =
        earnings.by_product.iter().map(|row| (row.name.as_deref(), figures_text(row.figures.as_ref()))).collect();
    assert_eq!(
        products,
        [
            (Some("Product 1"), "2 clicks, 2 orders, +0 −0".to_owned()),
            (Some("Product 2"), "1 clicks, 2 orders, +0 −0".to_owned())
        ]
    );
    assert_eq!((earnings.days, earnings.by_day.len()), (30, 30));
    assert_eq!(figures_text(earnings.by_day[29].figures.as_ref()), "4 clicks, 2 orders, +0 −0");

    // A cancelled order no longer counts.
    shop.shopper(1).cancel(&order.code).await.unwrap();
    assert_eq!(figures_text(leyla.earnings().await.total.as_ref()), "4 clicks, 1 orders, +0 −0");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn visitors_count_again_the_next_day_and_their_data_is_deleted_a_day_later(pool: PgPool) {
    let shop = TestShop::with_blogger(&pool).await;
    click_links(&shop).await;
    shop.clock.advance(TimeDelta::days(1));
    assert_eq!(delete_click_visitors(&shop.app).await.unwrap(), 0);
    shop.visitor(1, BROWSER).click_list(LIST, 1).await.unwrap();
    assert_eq!(figures_text(shop.shopper(LEYLA).earnings().await.total.as_ref()), "5 clicks, 0 orders, +0 −0");
    shop.clock.advance(TimeDelta::days(1));
    assert_eq!(delete_click_visitors(&shop.app).await.unwrap(), 4);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_click_names_a_list_or_a_code(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let without_link = ClickRequest { list: None, code: None, product_id: Some(-1) };
    let refusal = refused(shop.visitor(1, BROWSER).click(without_link).await);
    assert_eq!(refusal, "validation_failed list: required productId: invalid");
}

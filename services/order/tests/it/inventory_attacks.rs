//! Tests attackers who try to take all slots and stock with orders that they never accept or pay. The limits are in
//! `kit::budget`.

use chrono::TimeDelta;
use futures::future::join_all;
use kit::client::{CallContext, ClientInfo};
use proto::order::{
    CheckRequest, OrderStatus, PaymentMethod, PlaceOrderRequest, PlacedOrder, Recipient, RecipientType,
};
use sqlx::PgPool;
use tonic::Status;

use crate::{
    ordering::{assert_all_settled, new_key, order_request, stages},
    paying::GOOD_CARD,
    scripted_auth::{HOME, HOME_CITY, HOME_DISTRICT},
    scripted_stock::State,
    shop::{Shopper, TestShop, refused},
};

/// Baku, tomorrow at 10:00.
const SLOT: &str = "baku-2026-09-22-10";
/// Orders per slot.
const CAPACITY: i32 = 20;
/// Accounts 1 to 40.
const ATTACKERS: i64 = 40;
/// The first account of an honest customer.
const HONEST: i64 = 1_000;
const HONEST_CUSTOMERS: i64 = 10;
const PRICE: i64 = 1_000;
const STOCK: i64 = 9_999;

/// The windows have the smallest capacity.
async fn open_shop(pool: &PgPool) -> TestShop {
    with_small_windows(TestShop::start(pool.clone()).await, pool).await
}

async fn with_small_windows(shop: TestShop, pool: &PgPool) -> TestShop {
    let set_capacity = sqlx::query("update zone_window set capacity = $1").bind(CAPACITY);
    set_capacity.execute(pool).await.expect("the capacity can be set");
    shop.catalog.add_offer(1, PRICE, STOCK);
    shop.stock.set_count(1, STOCK);
    shop
}

impl Shopper {
    async fn request_in_slot(&self, units: i64, method: PaymentMethod) -> PlaceOrderRequest {
        self.clear().await.expect("the cart can be emptied");
        self.add((1, None), units).await.expect("product 1 is for sale");
        let delivery_slot = Some(SLOT.to_owned());
        let check =
            CheckRequest { address_id: Some(HOME), delivery_slot: delivery_slot.clone(), ..CheckRequest::default() };
        let checked = self.check(check).await.expect("the cart can be checked");
        assert_eq!(checked.problems, []);
        PlaceOrderRequest { delivery_slot, ..order_request(&checked.quote, method, &new_key()) }
    }

    async fn try_to_order(&self, units: i64, method: PaymentMethod) -> Result<PlacedOrder, Status> {
        self.place(self.request_in_slot(units, method).await).await
    }

    async fn place_in_slot(&self, method: PaymentMethod) -> String {
        let placed = self.try_to_order(1, method).await.expect("the limits allow the order");
        placed.order.expect("the slot has a place").code
    }

    fn with_ip_address(&self, address: &str) -> Self {
        let origin = ClientInfo::new(address.parse().ok(), b"");
        Self { context: CallContext { origin, ..self.context.clone() }, ..self.clone() }
    }
}

async fn booked_places(shop: &TestShop) -> i64 {
    let booked = sqlx::query_scalar("select coalesce(sum(taken), 0) from slot");
    booked.fetch_one(&shop.app.pool).await.expect("the slots can be read")
}

async fn full_slots(shop: &TestShop) -> Vec<String> {
    // The service caches the zones and their slots.
    shop.app.zones.forget();
    let slots = shop.slots(HOME_CITY, Some(HOME_DISTRICT)).await.expect("the slots of Baku");
    slots.days.into_iter().flat_map(|day| day.slots).filter(|slot| slot.is_full).map(|slot| slot.id).collect()
}

async fn assert_others_can_order(shop: &TestShop) {
    assert!(full_slots(shop).await.is_empty());
    shop.shopper(HONEST).place_in_slot(PaymentMethod::Cash).await;
}

/// All honest customers must succeed. Returns how many attackers succeed; the others must be refused with `code`.
async fn attack_together(shop: &TestShop, attackers: Vec<Shopper>, code: &str) -> usize {
    let honest: Vec<_> = (HONEST + 1..=HONEST + HONEST_CUSTOMERS).map(|account| shop.shopper(account)).collect();
    let mut requests = Vec::new();
    for shopper in attackers.iter().chain(&honest) {
        requests.push((shopper, shopper.request_in_slot(1, PaymentMethod::Cash).await));
    }
    let mut results = join_all(requests.into_iter().map(|(shopper, request)| shopper.place(request))).await;
    let honest_results = results.split_off(attackers.len());
    assert!(honest_results.iter().all(|result| matches!(result, Ok(placed) if placed.order.is_some())));
    let (orders, refusals): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
    assert!(refusals.into_iter().all(|result| refused(result) == code));
    let orders = orders.len();
    assert_eq!(booked_places(shop).await, orders as i64 + HONEST_CUSTOMERS);
    shop.run_due_jobs().await;
    assert_all_settled(shop).await;
    assert_eq!(shop.stock.free(1), STOCK - orders as i64 - HONEST_CUSTOMERS);
    orders
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn without_limits_twenty_unconfirmed_orders_of_one_account_close_a_window(pool: PgPool) {
    let shop = with_small_windows(TestShop::start_without_limits(pool.clone()).await, &pool).await;
    for _ in 0..CAPACITY {
        shop.shopper(1).place_in_slot(PaymentMethod::Cash).await;
    }
    assert_eq!(full_slots(&shop).await, [SLOT]);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn one_account_cannot_close_a_window_with_cash_orders(pool: PgPool) {
    let shop = open_shop(&pool).await;
    let attacker = shop.shopper(1);
    let mut orders = 0;
    for _ in 0..ATTACKERS {
        match attacker.try_to_order(1, PaymentMethod::Cash).await {
            Ok(placed) => orders += i32::from(placed.order.is_some()),
            refusal => assert_eq!(refused(refusal), "cash_orders_exceeded"),
        }
    }
    assert_eq!(orders, 5, "the limit of an account");
    assert_eq!(attacker.units().await.unwrap(), 1, "the cart is kept");
    shop.run_due_jobs().await;
    assert_all_settled(&shop).await;
    assert_others_can_order(&shop).await;
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn one_phone_with_forty_accounts_places_six_orders(pool: PgPool) {
    let shop = open_shop(&pool).await;
    for account in 1..=ATTACKERS {
        shop.auth.set_phone(account, "+994507654321");
    }
    let attackers = (1..=ATTACKERS).map(|account| shop.shopper(account)).collect();
    assert_eq!(attack_together(&shop, attackers, "cash_orders_exceeded").await, 6);
    assert_others_can_order(&shop).await;
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn one_building_however_it_is_spelled_receives_ten_orders_of_new_accounts(pool: PgPool) {
    let shop = open_shop(&pool).await;
    for account in 1..=ATTACKERS {
        shop.auth.set_building(account, ["10A", "10 a", "10-A", " 10a."][account as usize % 4]);
    }
    let attackers = (1..=ATTACKERS).map(|account| shop.shopper(account)).collect();
    // The ten honest orders go to other buildings.
    assert_eq!(attack_together(&shop, attackers, "cash_orders_exceeded").await, 10);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn one_network_places_thirteen_orders_of_new_accounts(pool: PgPool) {
    let shop = open_shop(&pool).await;
    sqlx::query("update zone_window set capacity = 30").execute(&pool).await.unwrap();
    shop.app.zones.forget();
    let attacker = |account: i64| shop.shopper(account).with_ip_address(&format!("2001:db8:1:2::{account}"));
    let attackers = (1..=ATTACKERS).map(attacker).collect();
    assert_eq!(attack_together(&shop, attackers, "cash_orders_exceeded").await, 13);
    assert!(full_slots(&shop).await.is_empty());
    shop.shopper(HONEST).with_ip_address("2001:db8:1:3::1").place_in_slot(PaymentMethod::Cash).await;
}

fn for_recipient(phone_number: &str, request: PlaceOrderRequest) -> PlaceOrderRequest {
    let (first_name, last_name) = ("Nigar".to_owned(), "Əliyeva".to_owned());
    let recipient = Some(Recipient { first_name, last_name, phone_number: phone_number.to_owned() });
    PlaceOrderRequest { recipient_type: RecipientType::Other.into(), recipient, ..request }
}

/// Orders for a recipient's number have a budget of their own.
#[sqlx::test(migrator = "order::MIGRATOR")]
async fn attackers_cannot_keep_the_owner_of_a_number_from_ordering(pool: PgPool) {
    let shop = open_shop(&pool).await;
    let phone = "+994557654321";
    shop.auth.set_phone(HONEST, phone);
    let mut placed = 0;
    for account in 1..=10 {
        let attacker = shop.shopper(account);
        let request = for_recipient(phone, attacker.request_in_slot(1, PaymentMethod::Cash).await);
        placed += i32::from(attacker.place(request).await.is_ok());
    }
    assert_eq!(placed, 6, "the limit of a recipient's number");
    for _ in 0..5 {
        shop.shopper(HONEST).place_in_slot(PaymentMethod::Cash).await;
    }
}

/// The number of the account counts, too, when somebody else receives the goods.
#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_number_that_signs_up_again_has_no_new_budget(pool: PgPool) {
    let shop = open_shop(&pool).await;
    let mut results = Vec::new();
    for account in 1..=8 {
        shop.auth.set_phone(account, "+994507654321");
        let shopper = shop.shopper(account);
        let request =
            for_recipient(&format!("+99455000000{account}"), shopper.request_in_slot(1, PaymentMethod::Cash).await);
        results.push(shopper.place(request).await.is_ok());
    }
    assert_eq!(results, [[true; 6].as_slice(), &[false; 2]].concat());
}

/// An unpaid card order holds a place and stock for 20 minutes. The limit is one and a half times that of cash orders,
/// five.
#[sqlx::test(migrator = "order::MIGRATOR")]
async fn repeated_unpaid_card_orders_end_after_seven_payment_times(pool: PgPool) {
    let shop = open_shop(&pool).await;
    for _ in 0..7 {
        // Signs in again, because the old token has expired.
        let code = shop.shopper(1).place_in_slot(PaymentMethod::Card).await;
        assert_eq!((booked_places(&shop).await, shop.stock.free(1)), (1, STOCK - 1));
        shop.clock.advance(TimeDelta::minutes(21));
        shop.run_due_jobs().await;
        assert_eq!((booked_places(&shop).await, shop.stock.state(&code)), (0, Some(State::Released)));
    }
    let attacker = shop.shopper(1);
    assert_eq!(refused(attacker.try_to_order(1, PaymentMethod::Card).await), "unpaid_orders_exceeded");
    assert_eq!(refused(attacker.try_to_order(1, PaymentMethod::Cash).await), "cash_orders_exceeded");
    assert_all_settled(&shop).await;
    assert_others_can_order(&shop).await;
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn dropped_orders_are_forgotten_after_a_day(pool: PgPool) {
    let shop = open_shop(&pool).await;
    let aygun = shop.shopper(1);
    for _ in 0..5 {
        let code = aygun.place_in_slot(PaymentMethod::Cash).await;
        aygun.cancel(&code).await.unwrap();
    }
    assert_eq!(refused(aygun.try_to_order(1, PaymentMethod::Cash).await), "cash_orders_exceeded");
    shop.run_due_jobs().await;
    shop.clock.advance(TimeDelta::hours(25));
    assert!(order::forget_order_subjects(&shop.app).await.unwrap() > 0);
    let aygun = shop.shopper(1);
    aygun.add((1, None), 1).await.unwrap();
    aygun.order_cart(PaymentMethod::Cash).await;
    assert_eq!(order::forget_order_subjects(&shop.app).await.unwrap(), 0);
    shop.clock.advance(TimeDelta::hours(25));
    assert_eq!(order::forget_order_subjects(&shop.app).await.unwrap(), 0, "an open order still counts");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_unpaid_order_cannot_be_changed_to_cash_beyond_the_limit(pool: PgPool) {
    let shop = open_shop(&pool).await;
    let attacker = shop.shopper(1);
    let first = attacker.place_in_slot(PaymentMethod::Cash).await;
    for _ in 0..4 {
        attacker.place_in_slot(PaymentMethod::Cash).await;
    }
    let by_card = attacker.place_in_slot(PaymentMethod::Card).await;
    assert_eq!(refused(attacker.pay(&by_card, PaymentMethod::Cash, "in cash").await), "cash_orders_exceeded");
    assert!(attacker.order(&by_card).await.unwrap().can_pay);
    // A confirmed order no longer counts.
    shop.run_due_jobs().await;
    shop.any_operator().move_order(&first, OrderStatus::Confirmed, None).await.unwrap();
    assert!(!attacker.pay(&by_card, PaymentMethod::Cash, "in cash again").await.unwrap().order.unwrap().can_pay);
    shop.run_due_jobs().await;
    assert_all_settled(&shop).await;
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn the_stock_cannot_be_taken_by_huge_counts(pool: PgPool) {
    let shop = open_shop(&pool).await;
    let attacker = shop.shopper(1);
    for method in [PaymentMethod::Cash, PaymentMethod::Card] {
        assert_eq!(refused(attacker.try_to_order(999, method).await), "order_units_exceeded");
    }
    assert_eq!((shop.stock.free(1), stages(&pool).await.len()), (STOCK, 0));
    assert!(attacker.try_to_order(150, PaymentMethod::Cash).await.is_ok());
    assert_eq!(refused(attacker.try_to_order(51, PaymentMethod::Card).await), "order_units_exceeded");
    assert!(attacker.try_to_order(50, PaymentMethod::Card).await.is_ok(), "the rest of 200");
}

/// The answer to the last allowed order is lost.
#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_repeated_request_is_answered_at_the_limit(pool: PgPool) {
    let shop = open_shop(&pool).await;
    let aygun = shop.shopper(1);
    for _ in 0..4 {
        aygun.place_in_slot(PaymentMethod::Cash).await;
    }
    let request = aygun.request_in_slot(1, PaymentMethod::Cash).await;
    let answers = join_all((0..5).map(|_| aygun.place_until_answered(request.clone()))).await;
    let codes: Vec<_> = answers.into_iter().map(|placed| placed.order.expect("the order is placed").code).collect();
    assert!(codes.iter().all(|code| *code == codes[0]));
    assert_eq!(stages(&pool).await.len(), 5);
}

/// A building and a network are shared with attackers, who have used up the limits of both.
#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_customer_with_history_is_not_refused_because_of_others(pool: PgPool) {
    let shop = open_shop(&pool).await;
    let at_shared_address = |account: i64| {
        shop.auth.set_building(account, "10A");
        shop.shopper(account).with_ip_address("10.1.2.3")
    };
    let regular = at_shared_address(HONEST);
    for _ in 0..3 {
        let code = regular.place_in_slot(PaymentMethod::Cash).await;
        shop.deliver(&code).await;
    }
    for account in 1..=10 {
        at_shared_address(account).place_in_slot(PaymentMethod::Cash).await;
    }
    assert_eq!(refused(at_shared_address(11).try_to_order(1, PaymentMethod::Cash).await), "cash_orders_exceeded");
    assert!(at_shared_address(11).try_to_order(1, PaymentMethod::Card).await.is_ok(), "a new customer can pay by card");

    // Each of the three delivered orders adds one to the customer's limit of five.
    sqlx::query("update zone_window set capacity = 100").execute(&pool).await.unwrap();
    shop.app.zones.forget();
    for _ in 0..8 {
        regular.place_in_slot(PaymentMethod::Cash).await;
    }
    assert_eq!(refused(regular.try_to_order(1, PaymentMethod::Cash).await), "cash_orders_exceeded");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_unconfirmed_cash_order_of_a_new_account_is_cancelled_after_a_day(pool: PgPool) {
    let shop = open_shop(&pool).await;
    let (newcomer, regular) = (shop.shopper(1), shop.shopper(2));
    let delivered = regular.place_in_slot(PaymentMethod::Cash).await;
    shop.deliver(&delivered).await;
    let of_regular = regular.place_in_slot(PaymentMethod::Cash).await;
    let unconfirmed = newcomer.place_in_slot(PaymentMethod::Cash).await;
    let confirmed = newcomer.place_in_slot(PaymentMethod::Cash).await;
    shop.run_due_jobs().await;
    shop.any_operator().move_order(&confirmed, OrderStatus::Confirmed, None).await.unwrap();
    let free = shop.stock.free(1);

    shop.clock.advance(TimeDelta::hours(24));
    assert_eq!(order::cancel_unconfirmed_orders(&shop.app).await.unwrap(), 0);
    shop.clock.advance(TimeDelta::minutes(1));
    assert_eq!(order::cancel_unconfirmed_orders(&shop.app).await.unwrap(), 1);
    assert_eq!(order::cancel_unconfirmed_orders(&shop.app).await.unwrap(), 0);
    shop.run_due_jobs().await;
    let operator = shop.any_operator();
    for (code, status) in [
        (&unconfirmed, OrderStatus::Cancelled),
        (&confirmed, OrderStatus::Confirmed),
        (&of_regular, OrderStatus::Waiting),
    ] {
        assert_eq!(operator.order_as_operator(code).await.unwrap().status(), status);
    }
    assert_eq!(shop.desk_history(&unconfirmed).await, "waiting by shopper; cancelled by clock");
    assert_eq!(shop.stock.free(1), free + 1);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn paid_and_confirmed_orders_do_not_count(pool: PgPool) {
    let shop = open_shop(&pool).await;
    sqlx::query("update zone_window set capacity = 100").execute(&pool).await.unwrap();
    shop.app.zones.forget();
    let aygun = shop.shopper(1);
    for _ in 0..9 {
        let code = aygun.place_in_slot(PaymentMethod::Cash).await;
        shop.run_due_jobs().await;
        shop.any_operator().move_order(&code, OrderStatus::Confirmed, None).await.unwrap();
    }
    for number in 1..=9 {
        let placed = aygun.try_to_order(1, PaymentMethod::Card).await.unwrap();
        let page = placed.payment.and_then(|payment| payment.redirect_url).expect("the bank has opened a page");
        shop.bank.pay(&page, GOOD_CARD).await;
        shop.deliver_callback(number).await;
    }
    for _ in 0..5 {
        aygun.place_in_slot(PaymentMethod::Cash).await;
    }
    shop.run_due_jobs().await;
    assert_all_settled(&shop).await;
}

//! Tests placing an order, and reading it later.

use insta::assert_snapshot;
use kit::Language;
use proto::order::{OrderStatus, PaymentMethod, PaymentStatus, PlaceOrderRequest, Recipient, RecipientType};
use sqlx::PgPool;
use testkit::database::announced;

use crate::{
    ordering::{assert_all_settled, changes, order_request},
    scripted_auth::{HOME, HOME_CITY, HOME_DISTRICT},
    scripted_stock::State,
    shop::{TestShop, refused},
};

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_cash_order_equals_its_quote_and_empties_the_cart(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.catalog.add_offer(1, 1_990, 9);
    shop.catalog.set_discounted_price(1, 1_490);
    shop.catalog.add_size_offer(2, 7, 500, 9);
    shop.catalog.set_store_and_categories(1, 5, &[]);
    let aygun = shop.shopper(1);
    aygun.add((1, None), 2).await.unwrap();
    aygun.add((2, Some(7)), 1).await.unwrap();

    let order = aygun.order_cart(PaymentMethod::Cash).await;
    assert_eq!((order.status(), order.payment_status()), (OrderStatus::Waiting, PaymentStatus::Unpaid));
    let amounts = order.amounts.unwrap();
    assert_eq!((amounts.subtotal, amounts.discount, amounts.promo_discount), (4_480, 1_000, 0));
    // Two units at 14.90 ₼ and one at 5.00 ₼.
    assert_eq!(amounts.total, 3_480 + amounts.delivery_fee);

    let lines: Vec<_> =
        order.lines.iter().map(|line| (&*line.name, line.size.as_deref(), line.count, line.line_total)).collect();
    assert_eq!(lines, [("Product 1", None, 2, 2_980), ("Product 2", Some("Size 7"), 1, 500)]);
    let stores: Vec<_> = order.stores.iter().map(|part| (part.store_id, part.total, part.line_ids.len())).collect();
    assert_eq!(stores, [(1, 500, 1), (5, 2_980, 1)], "store, total and number of lines of each part");

    assert_eq!(order.recipient.as_ref().unwrap().first_name, "Aygün");
    assert_eq!(order.address.as_ref().unwrap().city, "City 1");
    assert!(order.delivery.is_some());
    assert!(order.can_cancel);
    assert!(!order.can_pay);
    assert!(!order.can_refund);
    assert_eq!((order.status_history.len(), order.status_history[0].actor.clone()), (1, None));
    assert_eq!(aygun.order(&order.code).await.unwrap(), order, "reading returns the same as placing");

    for (language, name, size) in [
        (Language::Az, "Product 1", "Size 7"),
        (Language::Ru, "Product 1 (ru)", "Size 7 (ru)"),
        (Language::En, "Product 1 (en)", "Size 7 (en)"),
    ] {
        let read = aygun.order_in(language, &order.code).await.unwrap();
        assert_eq!((&*read.lines[0].name, read.lines[1].size.as_deref()), (name, Some(size)));
    }

    assert_eq!(aygun.units().await.unwrap(), 0);
    shop.run_due_jobs().await;
    assert_eq!(shop.stock.state(&order.code), Some(State::Sold));
    assert_eq!(announced(&pool).await, ["order_moved"]);
    assert_all_settled(&shop).await;
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_order_for_another_recipient_has_a_card(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 1_000, 9);
    let aygun = shop.shopper(1);
    aygun.add_one(1).await.unwrap();
    let request = PlaceOrderRequest {
        recipient_type: RecipientType::Other.into(),
        recipient: Some(Recipient {
            first_name: " Nənə ".to_owned(),
            last_name: "Quliyeva".to_owned(),
            phone_number: "050 765 43 21".to_owned(),
        }),
        note: Some("  ".to_owned()),
        card_text: Some("Ad günün mübarək!".to_owned()),
        ..order_request(&aygun.quote().await, PaymentMethod::Cash, "present")
    };
    let order = aygun.place(request).await.unwrap().order.unwrap();
    let recipient = order.recipient.as_ref().unwrap();
    assert_eq!((&*recipient.first_name, &*recipient.phone_number), ("Nənə", "+994507654321"));
    assert_eq!((order.recipient_type(), order.note.clone()), (RecipientType::Other, None));
    assert_eq!(order.card_text.as_deref(), Some("Ad günün mübarək!"));
    assert_eq!(aygun.order(&order.code).await.unwrap(), order);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_order_keeps_the_phone_station_and_postcode_of_its_address(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 1_000, 9);
    shop.auth.add_contact_to_home();
    let (aygun, desk) = (shop.shopper(1), shop.any_operator());
    let order = aygun.order_one().await;
    let address = order.address.as_ref().unwrap();
    let contact = (address.phone_number.as_deref(), address.station.as_deref(), address.postcode.as_deref());
    assert_eq!(contact, (Some("+994551112233"), Some("Nizami"), Some("1010")));
    assert_eq!(aygun.order(&order.code).await.unwrap().address, order.address);
    assert_eq!(desk.order_as_operator(&order.code).await.unwrap().address, order.address);

    // The order keeps its copy of the address.
    shop.auth.add_address(HOME, HOME_CITY, Some(HOME_DISTRICT));
    assert_eq!(aygun.order(&order.code).await.unwrap().address, order.address);
    assert_eq!(aygun.order_one().await.address.unwrap().phone_number, None);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn the_database_refuses_a_malformed_postcode_or_phone_of_an_address(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.catalog.add_offer(1, 1_000, 9);
    shop.auth.add_contact_to_home();
    let code = shop.shopper(1).order_one().await.code;
    for (member, value) in
        [("postcode", "AZ1010"), ("postcode", "101"), ("phone_number", "055 111 22 33"), ("phone_number", "+1")]
    {
        let update = "update purchase set address = address || jsonb_build_object($2::text, $3::text) where code = $1";
        let error = sqlx::query(update).bind(&code).bind(member).bind(value).execute(&pool).await.unwrap_err();
        let constraint = error.as_database_error().and_then(|cause| cause.constraint());
        assert_eq!(constraint, Some("purchase_address_check"), "{member} {value}");
    }
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_invalid_form_is_refused_with_every_field(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let aygun = shop.shopper(1);
    let invalid = PlaceOrderRequest {
        address_id: -1,
        recipient_type: RecipientType::Other.into(),
        recipient: Some(Recipient {
            first_name: String::new(),
            last_name: "Q".repeat(101),
            phone_number: "12".to_owned(),
        }),
        note: Some("n".repeat(501)),
        payment_method: 99,
        idempotency_key: "short".to_owned(),
        ..PlaceOrderRequest::default()
    };
    assert_snapshot!(refused(aygun.place(invalid).await), @"validation_failed idempotencyKey: too_short addressId: invalid paymentMethod: unknown_value recipient.firstName: required recipient.lastName: too_long recipient.phoneNumber: invalid_phone note: too_long quote: required");
    assert_snapshot!(refused(aygun.place(PlaceOrderRequest::default()).await), @"validation_failed idempotencyKey: required addressId: required paymentMethod: required recipientType: required quote: required");
    // `{}` in base64, without a signature.
    let forged = order_request("e30", PaymentMethod::Cash, "forged");
    assert_snapshot!(refused(aygun.place(forged).await), @"validation_failed quote: invalid");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn changes_since_the_quote_are_returned_and_nothing_is_ordered(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    for product in 1..=3 {
        shop.catalog.add_offer(product, 1_000, 9);
    }
    let aygun = shop.shopper(1);
    for product in 1..=3 {
        aygun.add((product, None), 2).await.unwrap();
    }
    let quote = aygun.quote().await;
    shop.catalog.set_discounted_price(1, 900);
    shop.catalog.add_offer(2, 1_000, 1);
    shop.catalog.withdraw(3);
    let placed = aygun.place(order_request(&quote, PaymentMethod::Cash, "changed")).await.unwrap();
    assert!(placed.order.is_none());
    assert_snapshot!(changes(&placed), @"price of 1: 1000 → 900; delivery: 0 → 300; total: 6000 → 3100; stock of 2: 2 → 1; gone of 3: ? → ?");
    assert_eq!(aygun.units().await.unwrap(), 3 * 2, "the cart is kept");
    assert_eq!(shop.stock.reserve_calls(), 0);
    assert_eq!(aygun.history(1, 10).await.unwrap().orders, []);

    aygun.clear().await.unwrap();
    aygun.add_one(1).await.unwrap();
    let quote = aygun.quote().await;
    // A quote is valid for ten minutes.
    shop.clock.advance(chrono::TimeDelta::minutes(10));
    assert_eq!(
        refused(shop.shopper(1).place(order_request(&quote, PaymentMethod::Cash, "late")).await),
        "quote_expired"
    );
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn shortages_are_returned_and_the_cart_is_kept(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.catalog.add_offer(1, 1_000, 9);
    shop.catalog.add_offer(2, 1_000, 9);
    shop.stock.set_count(2, 1);
    let aygun = shop.shopper(1);
    aygun.add((1, None), 1).await.unwrap();
    aygun.add((2, None), 3).await.unwrap();
    let request = order_request(&aygun.quote().await, PaymentMethod::Card, "too few");
    for _ in 0..2 {
        let placed = aygun.place(request.clone()).await.unwrap();
        assert_eq!((changes(&placed).as_str(), placed.order), ("stock of 2: 3 → 1", None));
    }
    assert_eq!(aygun.units().await.unwrap(), 1 + 3, "the cart is kept");
    assert_eq!(aygun.history(1, 10).await.unwrap().orders.len(), 0);
    assert_eq!(announced(&pool).await, [] as [String; 0]);
    shop.run_due_jobs().await;
    assert_all_settled(&shop).await;
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn orders_are_private(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 1_000, 99);
    let (aygun, rauf) = (shop.shopper(1), shop.shopper(2));
    let order = aygun.order_one().await;
    for refusal in [
        refused(rauf.order(&order.code).await),
        refused(rauf.cancel(&order.code).await),
        refused(rauf.pay(&order.code, PaymentMethod::Cash, "mine").await),
        refused(rauf.reorder(&order.code).await),
        refused(aygun.order("SQ-2222-22").await),
        refused(aygun.order("' or true --").await),
    ] {
        assert_eq!(refusal, "order_not_found");
    }
    assert_eq!(rauf.history(1, 10).await.unwrap().orders, []);
    assert_eq!(aygun.order(&order.code.to_lowercase()).await.unwrap().code, order.code);
    assert_eq!(refused(shop.client_with_token(None).order(&order.code).await), "unauthenticated");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn the_history_is_paged_newest_first(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 1_000, 99);
    let aygun = shop.shopper(1);
    let mut codes = Vec::new();
    for _ in 0..5 {
        codes.insert(0, aygun.order_one().await.code);
    }
    let mut listed = Vec::new();
    for page in 1..=3 {
        let page = aygun.history(page, 2).await.unwrap();
        // Five orders on pages of two.
        assert_eq!(page.meta.as_ref().map(|meta| (meta.total, meta.last_page)), Some((5, 3)));
        listed.extend(page.orders.into_iter().map(|order| order.code));
    }
    assert_eq!(listed, codes);
    assert_eq!(aygun.history(4, 2).await.unwrap().orders, []);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn reordering_adds_the_available_products(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    for product in 1..=3 {
        shop.catalog.add_offer(product, 1_000, 9);
    }
    let aygun = shop.shopper(1);
    for product in 1..=3 {
        aygun.add((product, None), 3).await.unwrap();
    }
    let order = aygun.order_cart(PaymentMethod::Cash).await;
    shop.catalog.withdraw(1);
    shop.catalog.add_offer(2, 1_000, 2);
    aygun.add((2, None), 1).await.unwrap();
    let reordered = aygun.reorder(&order.code).await.unwrap();
    // One unit of product 2, because the other available one is in the cart, and three units of product 3. Product 1 is
    // missing.
    assert_eq!((reordered.added, reordered.missing), (4, 1));
    assert_eq!(aygun.units().await.unwrap(), 5);
}

//! Tests orders that staff take on the phone.

use chrono::TimeDelta;
use futures::future::join_all;
use insta::assert_snapshot;
use kit::Language;
use proto::{
    auth::PhoneOwner,
    order::{
        CheckedCart, CheckedPhoneOrder, CreatePaymentLinkRequest, Order, OrderStatus, PaymentMethod, PaymentStatus,
        PhoneOrderAddress, PhoneOrderDraft, PhoneOrderLine, PhoneOrderRecipient, PlacePhoneOrderRequest, PlacedOrder,
        RecipientType,
    },
};
use sqlx::PgPool;
use testkit::database::announced;
use tonic::Status;

use crate::{
    ordering::{assert_all_settled, changes, new_key},
    paying::{GOOD_CARD, NO_FUNDS},
    promos::insert_promo,
    scripted_auth::{HOME_CITY, HOME_DISTRICT},
    shop::{Shopper, TestShop, refused},
};

/// The phone number of account 1.
const AYGUN: &str = "+994501234567";
const GUEST: &str = "+994557654321";
const SLOT: &str = "baku-2026-09-22-10";

/// One unit of product 1, to be delivered in Baku.
fn draft(phone: &str) -> PhoneOrderDraft {
    PhoneOrderDraft {
        customer_phone: Some(phone.to_owned()),
        lines: vec![PhoneOrderLine { product_id: 1, size_id: None, count: 1 }],
        city_id: Some(HOME_CITY),
        district_id: Some(HOME_DISTRICT),
        payment_method: Some(PaymentMethod::Cash.into()),
        ..PhoneOrderDraft::default()
    }
}

fn request(quote: &str, draft: PhoneOrderDraft) -> PlacePhoneOrderRequest {
    PlacePhoneOrderRequest {
        quote: quote.to_owned(),
        draft: Some(draft),
        language: "ru".to_owned(),
        recipient_type: RecipientType::Self_.into(),
        recipient: Some(PhoneOrderRecipient {
            first_name: "Aygün".to_owned(),
            last_name: "Məmmədova".to_owned(),
            phone_number: None,
        }),
        address: Some(PhoneOrderAddress {
            street: "Nizami küçəsi".to_owned(),
            building: "203".to_owned(),
            apartment: Some("14".to_owned()),
            ..PhoneOrderAddress::default()
        }),
        idempotency_key: new_key(),
        ..PlacePhoneOrderRequest::default()
    }
}

/// Returns for example `promo_not_applicable needs_account`.
fn problems(cart: &CheckedCart) -> String {
    let words = cart.problems.iter().map(|problem| match &problem.reason {
        Some(reason) => format!("{} {reason}", problem.code),
        None => problem.code.clone(),
    });
    words.collect::<Vec<_>>().join("; ")
}

impl Shopper {
    async fn check_by_phone(&self, draft: PhoneOrderDraft) -> Result<CheckedPhoneOrder, Status> {
        Ok(self.phone_desk.clone().check(self.context.sign(draft)).await?.into_inner())
    }

    async fn checked_cart(&self, draft: PhoneOrderDraft) -> CheckedCart {
        let checked = self.check_by_phone(draft).await.expect("the draft can be checked");
        checked.cart.expect("a check returns a bill")
    }

    async fn phone_quote(&self, draft: PhoneOrderDraft) -> String {
        let cart = self.checked_cart(draft).await;
        assert_eq!(cart.problems, [], "the draft can be ordered");
        cart.quote
    }

    async fn place_by_phone(&self, request: PlacePhoneOrderRequest) -> Result<PlacedOrder, Status> {
        Ok(self.phone_desk.clone().place(self.context.sign(request)).await?.into_inner())
    }

    /// Checks the draft, and orders it.
    async fn order_by_phone(&self, draft: PhoneOrderDraft) -> Order {
        let quote = self.phone_quote(draft.clone()).await;
        let placed = self.place_by_phone(request(&quote, draft)).await.expect("the order is accepted");
        placed.order.expect("nothing has changed since the quote")
    }

    /// Checks an order with the phone number of an account.
    pub async fn check_number_of(&self, shop: &TestShop, account: i64) -> Result<CheckedPhoneOrder, Status> {
        shop.auth.set_owner(AYGUN, PhoneOwner { account_id: Some(account), ..PhoneOwner::default() });
        self.check_by_phone(draft(AYGUN)).await
    }

    /// Orders one unit of product 1 for a customer without an account.
    pub async fn order_for_guest(&self) -> Order {
        self.order_by_phone(draft(GUEST)).await
    }

    pub async fn order_for_guest_by_card(&self) -> Order {
        self.order_by_phone(PhoneOrderDraft { payment_method: Some(PaymentMethod::Card.into()), ..draft(GUEST) }).await
    }

    pub async fn create_payment_link(&self, code: &str, key: &str) -> Result<PlacedOrder, Status> {
        let request = CreatePaymentLinkRequest { code: code.to_owned(), idempotency_key: format!("{key:-<8}") };
        Ok(self.phone_desk.clone().create_payment_link(self.context.sign(request)).await?.into_inner())
    }
}

/// Product 1 is for sale, and [`AYGUN`] has account 1.
async fn phone_shop(pool: &PgPool) -> TestShop {
    let shop = TestShop::start(pool.clone()).await;
    shop.catalog.add_offer(1, 1_990, 9);
    shop.auth.set_owner(AYGUN, PhoneOwner { account_id: Some(1), ..PhoneOwner::default() });
    shop
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_order_belongs_to_the_account_with_the_phone_number_and_leaves_its_cart(pool: PgPool) {
    let shop = phone_shop(&pool).await;
    let (aygun, operator) = (shop.shopper(1), shop.operator(9));
    aygun.add((1, None), 1).await.unwrap();
    let checked = operator.check_by_phone(draft("050 123 45 67")).await.unwrap();
    assert!(checked.has_account);

    let order =
        operator.order_by_phone(PhoneOrderDraft { delivery_slot: Some(SLOT.to_owned()), ..draft("050 123 45 67") });
    let order = order.await;
    let amounts = order.amounts.as_ref().unwrap();
    assert_eq!((amounts.subtotal, amounts.total), (1_990, 1_990 + amounts.delivery_fee));
    assert_eq!(amounts.total, checked.cart.unwrap().total);
    let recipient = order.recipient.as_ref().unwrap();
    assert_eq!((&*recipient.first_name, &*recipient.phone_number), ("Aygün", AYGUN));
    let address = order.address.as_ref().unwrap();
    let place = (&*address.city, address.district.as_deref(), &*address.street, address.apartment.as_deref());
    assert_eq!(place, ("City 1", Some("District 106"), "Nizami küçəsi", Some("14")));
    assert_eq!(address.phone_number, None);
    assert_eq!((order.status(), order.payment_status()), (OrderStatus::Waiting, PaymentStatus::Unpaid));

    assert_eq!(aygun.order(&order.code).await.unwrap().code, order.code);
    assert_eq!(aygun.units().await.unwrap(), 1, "the cart is kept");
    assert_eq!(shop.desk_history(&order.code).await, "waiting by 9");
    shop.run_due_jobs().await;
    assert_eq!(announced(&pool).await, ["order_moved"]);
    assert_all_settled(&shop).await;
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_customer_without_an_account_orders_but_has_neither_promo_codes_nor_bonuses(pool: PgPool) {
    let shop = phone_shop(&pool).await;
    insert_promo(&pool, "SOVQAT15", "percent", "value", "15").await;
    let operator = shop.operator(9);
    let with_promo = |phone| PhoneOrderDraft { promo_code: Some("SOVQAT15".to_owned()), ..draft(phone) };
    let checked = operator.check_by_phone(with_promo(GUEST)).await.unwrap();
    assert!(!checked.has_account);
    let cart = checked.cart.unwrap();
    assert_eq!((problems(&cart).as_str(), cart.quote.as_str()), ("promo_not_applicable needs_account", ""));
    let quote = operator.phone_quote(draft(GUEST)).await;
    let placed = operator.place_by_phone(request(&quote, with_promo(GUEST))).await.unwrap();
    assert_eq!(changes(&placed), "promo: ? → 0");

    let order = operator.order_for_guest().await;
    shop.deliver(&order.code).await;
    let bonuses: i64 =
        sqlx::query_scalar("select sum(bonus)::bigint from purchase_line").fetch_one(&pool).await.unwrap();
    assert_eq!(bonuses, 0);
    assert_eq!(announced(&pool).await, [] as [String; 0], "nobody can be notified");

    let discounted = operator.order_by_phone(with_promo(AYGUN)).await.amounts.unwrap();
    assert_eq!(discounted.promo_discount, 299);
    shop.run_due_jobs().await;
    assert_all_settled(&shop).await;
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_gift_keeps_the_recipient_and_the_customers_number_for_the_courier(pool: PgPool) {
    let shop = phone_shop(&pool).await;
    let operator = shop.operator(9);
    let quote = operator.phone_quote(draft(GUEST)).await;
    let gift = PlacePhoneOrderRequest {
        recipient_type: RecipientType::Other.into(),
        recipient: Some(PhoneOrderRecipient {
            first_name: "Nənə".to_owned(),
            last_name: "Quliyeva".to_owned(),
            phone_number: Some("070 111 22 33".to_owned()),
        }),
        card_text: Some("Ad günün mübarək!".to_owned()),
        note: Some("Zəng edin".to_owned()),
        ..request(&quote, draft(GUEST))
    };
    let order = operator.place_by_phone(gift).await.unwrap().order.unwrap();
    assert_eq!(order.recipient.as_ref().unwrap().phone_number, "+994701112233");
    assert_eq!(order.address.as_ref().unwrap().phone_number.as_deref(), Some(GUEST));
    assert_eq!((order.card_text.as_deref(), order.note.as_deref()), (Some("Ad günün mübarək!"), Some("Zəng edin")));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_card_order_waits_for_the_payment_at_the_bank(pool: PgPool) {
    let shop = phone_shop(&pool).await;
    let operator = shop.operator(9);
    let card = PhoneOrderDraft { payment_method: Some(PaymentMethod::Card.into()), ..draft(AYGUN) };
    let quote = operator.phone_quote(card.clone()).await;
    let placed = operator.place_by_phone(request(&quote, card)).await.unwrap();
    assert!(placed.payment.unwrap().redirect_url.is_some());
    let order = placed.order.unwrap();
    assert_eq!(order.payment_status(), PaymentStatus::Pending);
    assert!(order.pay_until.is_some());
    // The customer can also pay in the shop.
    assert!(shop.shopper(1).order(&order.code).await.unwrap().can_pay);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_link_begins_another_payment_until_the_order_is_paid(pool: PgPool) {
    let shop = phone_shop(&pool).await;
    let operator = shop.operator(9);
    let code = operator.order_for_guest_by_card().await.code;
    let link = async |key| {
        let payment = operator.create_payment_link(&code, key).await.unwrap().payment.unwrap();
        payment.redirect_url.expect("the bank has opened a page")
    };
    let page = link("first").await;
    assert_eq!(link("first").await, page, "a repeated request returns the same page");
    shop.bank.pay(&page, NO_FUNDS).await;
    shop.deliver_callback(1).await;
    let page = link("second").await;
    shop.bank.pay(&page, GOOD_CARD).await;
    shop.deliver_callback(2).await;
    assert_eq!(refused(operator.create_payment_link(&code, "third").await), "order_already_paid");
    let log: Vec<String> = sqlx::query_scalar(
        "select action from audit where subject = $1 and action <> 'phone_order_taken' order by audit_id",
    )
    .bind(&code)
    .fetch_all(&pool)
    .await
    .unwrap();
    assert_eq!(log, ["payment_link_created", "customer_data_read", "payment_link_created"]);
    let cash = operator.order_for_guest().await.code;
    assert_eq!(refused(operator.create_payment_link(&cash, "cash").await), "order_not_payable");
    assert_eq!(refused(operator.create_payment_link("SQ-0000-00", "none").await), "order_not_found");
    shop.run_due_jobs().await;
    assert_all_settled(&shop).await;
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_wholesale_order_has_no_payment_link_of_staff(pool: PgPool) {
    let shop = TestShop::for_wholesale(pool).await;
    let (_, code) = shop.accept_by_transfer(&shop.guest()).await;
    // A change to card would refuse the customer's transfer.
    assert_eq!(refused(shop.any_operator().create_payment_link(&code, "transfer").await), "order_not_payable");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn staff_take_no_orders_of_their_own(pool: PgPool) {
    let shop = phone_shop(&pool).await;
    let operator = shop.operator(1);
    assert_eq!(refused(operator.check_by_phone(draft(AYGUN)).await), "conflict_of_interest");
    let quote = operator.phone_quote(draft(GUEST)).await;
    assert_eq!(refused(operator.place_by_phone(request(&quote, draft(AYGUN))).await), "conflict_of_interest");
    let card = PhoneOrderDraft { payment_method: Some(PaymentMethod::Card.into()), ..draft(AYGUN) };
    let code = shop.operator(9).order_by_phone(card).await.code;
    assert_eq!(refused(operator.create_payment_link(&code, "own").await), "conflict_of_interest");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_customer_without_an_account_is_erased_a_year_later(pool: PgPool) {
    let shop = phone_shop(&pool).await;
    let operator = shop.operator(9);
    let code = operator.order_for_guest().await.code;
    operator.add_note(&code, "Axşam zəng edin").await.unwrap();
    shop.run_due_jobs().await;
    shop.deliver(&code).await;
    shop.clock.advance(TimeDelta::days(364));
    assert_eq!(order::mask_guests(&shop.app).await.unwrap(), 0);
    shop.clock.advance(TimeDelta::days(2));
    assert_eq!(order::mask_guests(&shop.app).await.unwrap(), 1);
    assert_eq!(order::mask_guests(&shop.app).await.unwrap(), 0);
    let order = shop.operator(9).order_as_operator(&code).await.unwrap();
    assert_eq!(order.recipient.unwrap_or_default().phone_number, "");
    assert_eq!(order.address.unwrap_or_default().street, "");
    assert_eq!(shop.operator(9).notes(&code).await.unwrap(), []);
    assert_eq!(refused(shop.operator(9).add_note(&code, "Qeyd").await), "customer_not_found");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_repeated_request_returns_the_first_order(pool: PgPool) {
    let shop = phone_shop(&pool).await;
    for phone in [AYGUN, GUEST] {
        let operator = shop.operator(9);
        let quote = operator.phone_quote(draft(phone)).await;
        let wanted = request(&quote, draft(phone));
        let placed = join_all((0..5).map(|_| operator.place_by_phone(wanted.clone()))).await;
        let codes: Vec<_> = placed.into_iter().map(|placed| placed.unwrap().order.unwrap().code).collect();
        assert!(codes.iter().all(|code| *code == codes[0]), "{codes:?}");
        let other = PlacePhoneOrderRequest { note: Some("Tez".to_owned()), ..wanted };
        assert_eq!(refused(operator.place_by_phone(other).await), "idempotency_key_reused");
    }
    let orders: i64 = sqlx::query_scalar("select count(*) from purchase").fetch_one(&pool).await.unwrap();
    assert_eq!(orders, 2);
    shop.run_due_jobs().await;
    assert_all_settled(&shop).await;
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn nothing_is_ordered_if_something_changed_since_the_quote(pool: PgPool) {
    let shop = phone_shop(&pool).await;
    let operator = shop.operator(9);
    let quote = operator.phone_quote(draft(GUEST)).await;
    shop.catalog.set_discounted_price(1, 1_490);
    let placed = operator.place_by_phone(request(&quote, draft(GUEST))).await.unwrap();
    assert_snapshot!(changes(&placed), @"price of 1: 1990 → 1490; total: 2290 → 1790");

    let quote = operator.phone_quote(draft(GUEST)).await;
    let refusal = refused(shop.operator(8).place_by_phone(request(&quote, draft(GUEST))).await);
    assert_eq!(refusal, "validation_failed quote: invalid", "the quote was given to another operator");

    // The check still sees the catalog's stock. Only the reservation finds none.
    shop.stock.set_count(1, 0);
    let wanted = request(&quote, draft(GUEST));
    for _ in 0..2 {
        let placed = operator.place_by_phone(wanted.clone()).await.unwrap();
        assert_eq!(changes(&placed), "stock of 1: 1 → 0");
    }
    shop.run_due_jobs().await;
    assert_all_settled(&shop).await;
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_check_lists_what_is_missing_for_an_order(pool: PgPool) {
    let shop = phone_shop(&pool).await;
    let operator = shop.operator(9);
    let without_place = PhoneOrderDraft { customer_phone: None, city_id: None, district_id: None, ..draft(GUEST) };
    assert_eq!(problems(&operator.checked_cart(without_place).await), "address_required");
    let without_district = PhoneOrderDraft { district_id: None, ..draft(GUEST) };
    assert_eq!(problems(&operator.checked_cart(without_district).await), "address_required");
    let elsewhere = PhoneOrderDraft { city_id: Some(9_999), district_id: None, ..draft(GUEST) };
    assert_eq!(problems(&operator.checked_cart(elsewhere).await), "address_not_found");

    let line = |product_id| PhoneOrderLine { product_id, size_id: None, count: 10 };
    let too_many = PhoneOrderDraft { lines: vec![line(1), line(2)], ..draft(GUEST) };
    assert_eq!(problems(&operator.checked_cart(too_many).await), "not_enough_stock; product_not_found");

    let blocked = PhoneOwner { account_id: Some(1), is_blocked: true, ..PhoneOwner::default() };
    shop.auth.set_owner(AYGUN, blocked);
    assert_eq!(problems(&operator.checked_cart(draft(AYGUN)).await), "customer_blocked");
    let quote = operator.phone_quote(draft(GUEST)).await;
    assert_eq!(refused(operator.place_by_phone(request(&quote, draft(AYGUN))).await), "customer_blocked");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_invalid_form_is_refused_with_every_field(pool: PgPool) {
    let shop = phone_shop(&pool).await;
    let operator = shop.operator(9);
    let nothing = PlacePhoneOrderRequest::default();
    assert_snapshot!(refused(operator.place_by_phone(nothing).await), @"validation_failed idempotencyKey: required draft.customerPhone: required draft.paymentMethod: required draft.lines: required language: required recipientType: required recipient.firstName: required recipient.lastName: required address.street: required address.building: required quote: required");
    let wrong = PlacePhoneOrderRequest {
        draft: Some(PhoneOrderDraft {
            customer_phone: Some("12".to_owned()),
            lines: vec![
                PhoneOrderLine { product_id: 1, size_id: Some(-1), count: 1_000 },
                PhoneOrderLine { product_id: 2, size_id: None, count: 1 },
                PhoneOrderLine { product_id: 2, size_id: None, count: 1 },
            ],
            payment_method: Some(PaymentMethod::Installment.into()),
            ..draft(GUEST)
        }),
        language: "de".to_owned(),
        address: Some(PhoneOrderAddress {
            street: "k".repeat(151),
            entrance: Some("1".repeat(21)),
            ..PhoneOrderAddress::default()
        }),
        note: Some("n".repeat(501)),
        ..request("e30", draft(GUEST))
    };
    assert_snapshot!(refused(operator.place_by_phone(wrong).await), @"validation_failed draft.customerPhone: invalid_phone draft.lines[0].sizeId: invalid draft.lines[0].count: out_of_range draft.lines[2].productId: duplicate draft.paymentMethod: unknown_value language: unknown_value address.street: too_long address.building: required address.entrance: too_long note: too_long");
    assert_eq!(refused(shop.shopper(1).check_by_phone(draft(GUEST)).await), "forbidden");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn the_order_has_names_in_the_customers_language(pool: PgPool) {
    let shop = phone_shop(&pool).await;
    let order = shop.operator(9).order_by_phone(draft(AYGUN)).await;
    let language: String = sqlx::query_scalar("select language from purchase").fetch_one(&pool).await.unwrap();
    assert_eq!(language, "ru");
    let read = shop.shopper(1).order_in(Language::Ru, &order.code).await.unwrap();
    assert_eq!(read.lines[0].name, "Product 1 (ru)");
}

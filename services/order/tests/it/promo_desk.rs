//! Tests how operators manage promo codes, also while shoppers use them.

use chrono::TimeDelta;
use futures::{StreamExt as _, future::join_all, stream};
use proto::{
    json::{to_name, to_timestamp},
    order::{
        CreatePromoRequest, GetPromoRequest, PaymentMethod, PlaceOrderRequest, Promo, PromoIds, PromoKind,
        PromoListRequest, PromoRules, PromoStatus, UpdatePromoRequest,
    },
};
use sqlx::PgPool;
use testkit::audit::changes;
use tonic::Status;

use crate::{
    ordering::{new_key, order_request},
    shop::{Shopper, TestShop, refused},
};

/// Ten per cent off everything, without conditions.
pub fn rules(code: &str) -> PromoRules {
    PromoRules {
        code: Some(code.to_owned()),
        kind: PromoKind::Percent.into(),
        value: Some(10),
        minimum: Some(0),
        is_for_reduced: Some(true),
        category_ids: Some(PromoIds::default()),
        store_ids: Some(PromoIds::default()),
        ..PromoRules::default()
    }
}

impl Shopper {
    pub async fn create_promo(&self, rules: PromoRules) -> Result<Promo, Status> {
        let request = CreatePromoRequest { rules: Some(rules) };
        Ok(self.promos.clone().create(self.context.sign(request)).await?.into_inner())
    }

    /// The change is refused if the code has changed since `promo` was read.
    pub async fn update_promo(&self, promo: &Promo, rules: PromoRules) -> Result<Promo, Status> {
        let request = UpdatePromoRequest { id: promo.id, version: Some(promo.version), rules: Some(rules) };
        Ok(self.promos.clone().update(self.context.sign(request)).await?.into_inner())
    }

    pub async fn pause_promo(&self, id: i64) -> Result<Promo, Status> {
        Ok(self.promos.clone().pause(self.context.sign(GetPromoRequest { id })).await?.into_inner())
    }

    pub async fn resume_promo(&self, id: i64) -> Result<Promo, Status> {
        Ok(self.promos.clone().resume(self.context.sign(GetPromoRequest { id })).await?.into_inner())
    }

    async fn read_promo(&self, id: i64) -> Result<Promo, Status> {
        Ok(self.promos.clone().get(self.context.sign(GetPromoRequest { id })).await?.into_inner())
    }

    /// Returns the codes newest first, for example `BAHAR27 scheduled`.
    async fn list_promos(&self, status: PromoStatus, code: Option<&str>) -> Vec<String> {
        let request = PromoListRequest { status: status.into(), code: code.map(str::to_owned), page: 1, per_page: 50 };
        let page =
            self.promos.clone().list(self.context.sign(request)).await.expect("the codes can be listed").into_inner();
        assert_eq!(page.meta.expect("a page has a total").total, page.promos.len() as i64);
        page.promos.iter().map(|promo| format!("{} {}", promo.code, to_name(promo.status()))).collect()
    }

    /// Orders one unit of product 1, and returns the code of the order.
    pub async fn order_with_promo(&self, code: &str) -> String {
        let request = self.request_with(code).await;
        self.place_until_answered(request).await.order.expect("the code can be used").code
    }

    /// Returns a request for one unit of product 1. The quote is valid and includes the discount.
    async fn request_with(&self, code: &str) -> PlaceOrderRequest {
        self.add((1, None), 1).await.expect("product 1 is for sale");
        let quote = self.quote_with(code).await;
        PlaceOrderRequest {
            promo_code: Some(code.to_owned()),
            ..order_request(&quote, PaymentMethod::Cash, &new_key())
        }
    }
}

/// The delivery slots have places for any number of orders.
async fn shop_with_goods(pool: &PgPool) -> TestShop {
    let shop = TestShop::start(pool.clone()).await;
    shop.catalog.add_offer(1, 1_000, 999);
    sqlx::query("update zone_window set capacity = 999").execute(pool).await.expect("the capacity can be set");
    shop
}

/// The quotes are made before any order, so that only the orders compete for the code.
async fn all_requests(shoppers: &[Shopper], code: &str) -> Vec<PlaceOrderRequest> {
    stream::iter(shoppers).map(|shopper| shopper.request_with(code)).buffered(4).collect().await
}

/// Returns the counter of the only code, and the number of recorded uses.
async fn uses(pool: &PgPool) -> (i64, i64) {
    sqlx::query_as("select used, (select count(*) from promo_use) from promo")
        .fetch_one(pool)
        .await
        .expect("there is one code")
}

/// Returns accounts and actions, oldest first.
async fn audited(pool: &PgPool) -> Vec<(i64, String)> {
    changes(pool).await.into_iter().map(|(operator, action, _)| (operator, action)).collect()
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_code_is_created_changed_paused_and_resumed_and_every_change_is_audited(pool: PgPool) {
    let shop = shop_with_goods(&pool).await;
    let (aygun, desk) = (shop.shopper(1), shop.operator(9));
    let created = desk.create_promo(rules("Bahar-27")).await.unwrap();
    assert_eq!((created.status(), created.version, created.created_by), (PromoStatus::Active, 1, Some(9)));
    aygun.order_with_promo("bahar-27").await;

    let limited = PromoRules { total_limit: Some(5), minimum: Some(500), ..rules("Bahar-27") };
    let changed = desk.update_promo(&created, limited.clone()).await.unwrap();
    assert_eq!((changed.total_limit, changed.used, changed.version), (Some(5), 1, 2));
    assert_eq!(desk.update_promo(&changed, limited).await.unwrap().version, 2, "the same rules again change nothing");

    let paused = desk.pause_promo(created.id).await.unwrap();
    assert_eq!((paused.status(), paused.is_paused, paused.version), (PromoStatus::Paused, true, 3));
    assert_eq!(desk.pause_promo(created.id).await.unwrap().version, 3, "pausing again changes nothing");
    let colleague = shop.operator(10);
    assert_eq!(colleague.resume_promo(created.id).await.unwrap().status(), PromoStatus::Active);
    assert_eq!(colleague.resume_promo(created.id).await.unwrap().version, 4, "resuming again changes nothing");

    let read = desk.read_promo(created.id).await.unwrap();
    let changes = read
        .changes
        .iter()
        .map(|change| format!("{} {} {}", to_name(change.action()), change.operator_id, change.fields.join(" ")));
    assert_eq!(
        changes.collect::<Vec<_>>(),
        [
            "resumed 10 ",
            "paused 9 ",
            "changed 9 minimum totalLimit",
            "created 9 categoryIds code isForReduced kind minimum storeIds value"
        ]
    );
    let expected = [(9, "promo_created"), (9, "promo_changed"), (9, "promo_paused"), (10, "promo_resumed")];
    assert_eq!(audited(&pool).await, expected.map(|(operator, action)| (operator, action.to_owned())));
    let changed_fields: serde_json::Value =
        sqlx::query_scalar("select fields from promo_change where version = 2").fetch_one(&pool).await.unwrap();
    assert_eq!(changed_fields, serde_json::json!({"minimum": [0, 500], "totalLimit": [null, 5]}));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn invalid_codes_are_refused_by_field(pool: PgPool) {
    let shop = shop_with_goods(&pool).await;
    let (aygun, desk) = (shop.shopper(1), shop.operator(9));
    assert_eq!(
        refused(desk.create_promo(PromoRules::default()).await),
        "validation_failed code: required kind: required minimum: required isForReduced: required categoryIds: required \
         storeIds: required"
    );
    let past = to_timestamp(shop.app.clock.now() - TimeDelta::seconds(1));
    let with_past_end = PromoRules { ends_at: Some(past), ..rules("BAHAR27") };
    assert_eq!(refused(desk.create_promo(with_past_end.clone()).await), "validation_failed endsAt: in_the_past");
    let created = desk.create_promo(rules("BAHAR27")).await.unwrap();
    assert_eq!(refused(desk.create_promo(rules("bahar27")).await), "validation_failed code: duplicate");
    let other = desk.create_promo(rules("PAYIZ27")).await.unwrap();
    assert_eq!(refused(desk.update_promo(&other, rules("Bahar27")).await), "validation_failed code: duplicate");

    aygun.order_with_promo("BAHAR27").await;
    aygun.order_with_promo("BAHAR27").await;
    let fixed =
        PromoRules { kind: PromoKind::Fixed.into(), value: Some(500), total_limit: Some(1), ..rules("YAZ2027") };
    assert_eq!(
        refused(desk.update_promo(&created, fixed).await),
        "validation_failed code: fixed_once_used kind: fixed_once_used value: fixed_once_used totalLimit: below_used"
    );
    let read = desk.read_promo(created.id).await.unwrap();
    assert_eq!((read.version, read.used, read.code.as_str(), read.value), (1, 2, "BAHAR27", Some(10)));
    let ended = desk.update_promo(&read, with_past_end).await.unwrap();
    assert_eq!(ended.status(), PromoStatus::Ended, "a code with an end in the past has ended");

    let without_version = UpdatePromoRequest { id: created.id, version: None, rules: Some(rules("BAHAR27")) };
    let answer = desk.promos.clone().update(desk.context.sign(without_version)).await;
    assert_eq!(refused(answer), "validation_failed version: required");
    for id in [0, -1, i64::MAX] {
        assert_eq!(refused(desk.read_promo(id).await), "promo_not_found");
        assert_eq!(refused(desk.pause_promo(id).await), "promo_not_found");
    }
    for unauthorized in [aygun, shop.client_with_token(None)] {
        let refusals = [
            unauthorized.create_promo(rules("MINE-27")).await,
            unauthorized.pause_promo(created.id).await,
            unauthorized.read_promo(created.id).await,
        ];
        for refusal in refusals {
            assert!(["forbidden", "unauthenticated"].contains(&&*refused(refusal)));
        }
    }
    assert_eq!(audited(&pool).await.len(), 3, "two were created, one was changed");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn codes_are_listed_by_status_and_prefix(pool: PgPool) {
    let shop = shop_with_goods(&pool).await;
    let (aygun, desk) = (shop.shopper(1), shop.operator(9));
    let tomorrow = Some(to_timestamp(shop.app.clock.now() + TimeDelta::days(1)));
    // The codes mean "tomorrow", "today", "only one" and "later".
    desk.create_promo(PromoRules { starts_at: tomorrow, ..rules("SABAH27") }).await.unwrap();
    desk.create_promo(PromoRules { ends_at: tomorrow, ..rules("BUGÜN27") }).await.unwrap();
    desk.create_promo(PromoRules { total_limit: Some(1), ..rules("BIRCƏ27") }).await.unwrap();
    let paused = desk.create_promo(rules("SONRA27")).await.unwrap();
    desk.pause_promo(paused.id).await.unwrap();
    aygun.order_with_promo("BIRCE27").await;
    assert_eq!(
        desk.list_promos(PromoStatus::Unspecified, None).await,
        ["SONRA27 paused", "BIRCƏ27 used_up", "BUGÜN27 active", "SABAH27 scheduled"]
    );
    assert_eq!(desk.list_promos(PromoStatus::UsedUp, None).await, ["BIRCƏ27 used_up"]);
    assert_eq!(desk.list_promos(PromoStatus::Unspecified, Some(" s ")).await, ["SONRA27 paused", "SABAH27 scheduled"]);
    assert_eq!(desk.list_promos(PromoStatus::Unspecified, Some("bugun")).await, ["BUGÜN27 active"]);
    assert_eq!(desk.list_promos(PromoStatus::Active, Some("%")).await, Vec::<String>::new());
    shop.clock.advance(TimeDelta::days(2));
    let desk = shop.operator(9);
    assert_eq!(desk.list_promos(PromoStatus::Ended, None).await, ["BUGÜN27 ended"]);
    assert_eq!(desk.list_promos(PromoStatus::Active, None).await, ["SABAH27 active"]);
    assert_eq!(desk.list_promos(PromoStatus::Scheduled, None).await, Vec::<String>::new());
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn one_of_twenty_edits_of_the_same_version_succeeds(pool: PgPool) {
    let shop = shop_with_goods(&pool).await;
    let created = shop.operator(9).create_promo(rules("BAHAR27")).await.unwrap();
    let editors: Vec<_> = (1..=20).map(|editor| shop.operator(editor)).collect();
    let edits = editors.iter().zip(1..).map(|(editor, limit)| {
        editor.update_promo(&created, PromoRules { user_limit: Some(limit), ..rules("BAHAR27") })
    });
    let (accepted, refusals): (Vec<_>, Vec<_>) = join_all(edits).await.into_iter().partition(Result::is_ok);
    assert_eq!((accepted.len(), refusals.len()), (1, 19));
    for refusal in refusals {
        assert_eq!(refused(refusal), "promo_changed");
    }
    let changed = accepted.into_iter().next().unwrap().unwrap();
    let read = shop.operator(9).read_promo(created.id).await.unwrap();
    assert_eq!((read.user_limit, read.version), (changed.user_limit, 2));
    assert_eq!(audited(&pool).await.len(), 2);
}

/// Either the limit is kept, or the operator's change is refused.
#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_limit_that_is_lowered_during_ordering_never_falls_below_the_uses(pool: PgPool) {
    let shop = shop_with_goods(&pool).await;
    let desk = shop.operator(9);
    let created = desk.create_promo(rules("BAHAR27")).await.unwrap();
    let shoppers: Vec<_> = (1..=30).map(|account| shop.shopper(account)).collect();
    let requests = all_requests(&shoppers, "BAHAR27").await;
    let orders =
        join_all(shoppers.iter().zip(requests).map(|(shopper, request)| shopper.place_until_answered(request)));
    let limited = PromoRules { total_limit: Some(10), ..rules("BAHAR27") };
    let (placed, changed) = tokio::join!(orders, desk.update_promo(&created, limited));
    let ordered = placed.iter().filter(|placed| placed.order.is_some()).count() as i64;
    match changed {
        Ok(_) => assert!(ordered <= 10, "{ordered}"),
        refusal => {
            assert_eq!(refused(refusal), "validation_failed totalLimit: below_used");
            assert_eq!(ordered, 30);
        }
    }
    assert_eq!(uses(&pool).await, (ordered, ordered));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_order_placed_after_a_pause_does_not_take_the_code(pool: PgPool) {
    let shop = shop_with_goods(&pool).await;
    let (aygun, desk) = (shop.shopper(1), shop.operator(9));
    let created = desk.create_promo(rules("BAHAR27")).await.unwrap();
    let request = aygun.request_with("BAHAR27").await;
    desk.pause_promo(created.id).await.unwrap();
    let placed = aygun.place(request).await.unwrap();
    let changes = placed.changes.iter().map(|change| (&*change.code, change.was, change.is));
    let expected = [("promo", Some(100), Some(0)), ("total", Some(1_200), Some(1_300))];
    assert_eq!((placed.order, changes.collect::<Vec<_>>()), (None, expected.to_vec()));
    desk.resume_promo(created.id).await.unwrap();
    let quote = aygun.quote_with("BAHAR27").await;
    let second_request = PlaceOrderRequest {
        promo_code: Some("BAHAR27".to_owned()),
        ..order_request(&quote, PaymentMethod::Cash, &new_key())
    };
    assert!(aygun.place(second_request).await.unwrap().order.is_some());
    assert_eq!(uses(&pool).await, (1, 1));
}

/// Each order has used the code before the pause, or was refused.
#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_code_is_paused_while_orders_take_it(pool: PgPool) {
    let shop = shop_with_goods(&pool).await;
    let desk = shop.operator(9);
    let created = desk.create_promo(rules("BAHAR27")).await.unwrap();
    let shoppers: Vec<_> = (1..=40).map(|account| shop.shopper(account)).collect();
    let requests = all_requests(&shoppers, "BAHAR27").await;
    let orders =
        join_all(shoppers.iter().zip(requests).map(|(shopper, request)| shopper.place_until_answered(request)));
    let pause = async {
        desk.pause_promo(created.id).await.unwrap();
        uses(&pool).await.0
    };
    let (placed, used_when_paused) = tokio::join!(orders, pause);
    let ordered = placed.iter().filter(|placed| placed.order.is_some()).count() as i64;
    for refused in placed.iter().filter(|placed| placed.order.is_none()) {
        assert!(refused.changes.iter().any(|change| change.code == "promo"), "{refused:?}");
    }
    assert_eq!(uses(&pool).await, (ordered, ordered));
    assert_eq!(used_when_paused, ordered, "no order took the code after the pause");
}

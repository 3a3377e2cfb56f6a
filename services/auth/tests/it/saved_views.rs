//! Saved views of lists in the back office.

use chrono::TimeDelta;
use futures::future::join_all;
use kit::permission::Role;
use proto::auth::{
    DeleteViewRequest, ListSavedViewsRequest, SaveViewRequest, SavedView, saved_views_client::SavedViewsClient,
};
use sqlx::PgPool;
use tonic::Status;

use crate::{
    owner::Owner,
    test_auth::{PASSWORD, TestAuth, refusal},
};

const MAX_VIEWS: usize = 20;

impl Owner {
    async fn views(&self) -> Result<Vec<SavedView>, Status> {
        Ok(self.saved_views().list(self.credentials.sign(ListSavedViewsRequest {})).await?.into_inner().views)
    }

    async fn save_view(&self, request: SaveViewRequest) -> Result<SavedView, Status> {
        Ok(self.saved_views().save(self.credentials.sign(request)).await?.into_inner())
    }

    async fn delete_view(&self, list: &str, name: &str) -> Result<(), Status> {
        let request = DeleteViewRequest { list: list.to_owned(), name: name.to_owned() };
        self.saved_views().delete(self.credentials.sign(request)).await.map(drop)
    }

    /// Names with their queries, `*` after the default, by list.
    async fn summary(&self) -> Vec<String> {
        let views = self.views().await.expect("a member of staff").into_iter();
        views
            .map(|view| format!("{}/{}?{}{}", view.list, view.name, view.query, if view.is_default { "*" } else { "" }))
            .collect()
    }

    fn saved_views(&self) -> SavedViewsClient<kit::client::Channel> {
        SavedViewsClient::new(self.channel.clone())
    }
}

fn view(list: &str, name: &str, query: &str) -> SaveViewRequest {
    SaveViewRequest { list: list.to_owned(), name: name.to_owned(), query: query.to_owned(), ..Default::default() }
}

fn default_view(list: &str, name: &str, query: &str) -> SaveViewRequest {
    SaveViewRequest { is_default: true, ..view(list, name, query) }
}

fn renamed(from: &str, request: SaveViewRequest) -> SaveViewRequest {
    SaveViewRequest { previous_name: Some(from.to_owned()), ..request }
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn views_are_listed_replaced_and_deleted_by_name(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let operator = auth.operator(1).await;
    assert_eq!(operator.views().await.unwrap(), []);
    let saved = operator.save_view(view("orders", "  Gözləyən ", "status=waiting")).await.unwrap();
    assert_eq!((saved.name.as_str(), saved.query.as_str(), saved.is_default), ("Gözləyən", "status=waiting", false));
    operator.save_view(view("stores", "Açıq", "state=open")).await.unwrap();
    operator.save_view(view("orders", "Bakı", "city=1")).await.unwrap();
    operator.save_view(view("orders", "Gözləyən", "status=waiting&store=3")).await.unwrap();
    let all = ["orders/Gözləyən?status=waiting&store=3", "orders/Bakı?city=1", "stores/Açıq?state=open"];
    assert_eq!(operator.summary().await, all);

    operator.delete_view("orders", "Gözləyən").await.unwrap();
    // Unknown and malformed names are ignored.
    for (list, name) in [("orders", "Gözləyən"), ("orders", "Açıq"), ("Orders!", "Bakı"), ("orders", "\0")] {
        operator.delete_view(list, name).await.unwrap();
    }
    assert_eq!(operator.summary().await, all[1..]);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_renamed_view_keeps_its_place_and_takes_no_other_name(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let operator = auth.operator(1).await;
    for name in ["a", "b"] {
        operator.save_view(view("orders", name, "q=1")).await.unwrap();
    }
    let request = renamed("a", view("orders", "c", "q=2"));
    // Sending it again changes nothing.
    for _ in 0..2 {
        operator.save_view(request.clone()).await.unwrap();
        assert_eq!(operator.summary().await, ["orders/c?q=2", "orders/b?q=1"]);
    }
    let refused = operator.save_view(renamed("b", view("orders", "c", "q=1"))).await;
    assert_eq!(refusal(refused), "InvalidArgument validation_failed name=duplicate");
    operator.save_view(renamed("c", view("orders", "c", "q=3"))).await.unwrap();
    assert_eq!(operator.summary().await, ["orders/c?q=3", "orders/b?q=1"]);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_list_has_one_default_at_most(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let operator = auth.operator(1).await;
    operator.save_view(default_view("orders", "a", "q=1")).await.unwrap();
    operator.save_view(default_view("stores", "a", "q=1")).await.unwrap();
    operator.save_view(default_view("orders", "b", "q=1")).await.unwrap();
    assert_eq!(operator.summary().await, ["orders/a?q=1", "orders/b?q=1*", "stores/a?q=1*"]);
    operator.save_view(view("orders", "b", "q=1")).await.unwrap();
    assert_eq!(operator.summary().await, ["orders/a?q=1", "orders/b?q=1", "stores/a?q=1*"]);
    let names: Vec<_> = (0..10).map(|number| number.to_string()).collect();
    for saved in join_all(names.iter().map(|name| operator.save_view(default_view("audit", name, "q=1")))).await {
        saved.unwrap();
    }
    let defaults = operator.views().await.unwrap().into_iter().filter(|view| view.list == "audit" && view.is_default);
    assert_eq!(defaults.count(), 1);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_list_has_at_most_20_views_when_30_are_saved_at_once(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let operator = auth.operator(1).await;
    let names: Vec<_> = (0..30).map(|number| number.to_string()).collect();
    let outcomes = join_all(names.iter().map(|name| operator.save_view(view("orders", name, "q=1")))).await;
    let (saved, refused): (Vec<_>, Vec<_>) = outcomes.into_iter().partition(Result::is_ok);
    assert_eq!(saved.len(), MAX_VIEWS);
    assert!(refused.into_iter().all(|outcome| refusal(outcome) == "FailedPrecondition too_many_views"));
    assert_eq!(operator.views().await.unwrap().len(), MAX_VIEWS);

    let full = operator.views().await.unwrap();
    operator.save_view(view("orders", &full[0].name, "q=2")).await.unwrap();
    operator.save_view(renamed(&full[1].name, view("orders", "another", "q=2"))).await.unwrap();
    operator.save_view(view("stores", "a", "q=1")).await.unwrap();
    let refused = operator.save_view(view("orders", "one more", "q=1")).await;
    assert_eq!(refusal(refused), "FailedPrecondition too_many_views");
    assert_eq!(operator.views().await.unwrap().len(), MAX_VIEWS + 1);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn each_broken_rule_names_its_field(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let operator = auth.operator(1).await;
    let (long_name, long_query) = ("ə".repeat(61), "q".repeat(2_001));
    for (request, fields) in [
        (view("", "", ""), "list=required name=required query=required"),
        (view("Orders", "a", "q=1"), "list=invalid"),
        (view(&"a".repeat(41), "a", "q=1"), "list=invalid"),
        (view("orders", &long_name, &long_query), "name=too_long query=too_long"),
        (view("orders", "a\nb", "q=\0"), "name=invalid_characters query=invalid_characters"),
        (renamed(&long_name, view("orders", "a", "q=1")), "previousName=too_long"),
    ] {
        let refused = refusal(operator.save_view(request).await);
        assert_eq!(refused, format!("InvalidArgument validation_failed {fields}"));
    }
    assert_eq!(operator.views().await.unwrap(), []);
    operator.save_view(view(&"a".repeat(40), &"ə".repeat(60), &"q".repeat(2_000))).await.unwrap();
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn views_belong_to_one_member_of_staff(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (operator, colleague, shopper) = (auth.operator(1).await, auth.operator(2).await, auth.owner(3).await);
    operator.save_view(view("orders", "a", "q=1")).await.unwrap();
    assert_eq!(colleague.views().await.unwrap(), []);
    colleague.delete_view("orders", "a").await.unwrap();
    colleague.save_view(default_view("orders", "a", "q=2")).await.unwrap();
    assert_eq!(operator.summary().await, ["orders/a?q=1"]);
    assert_eq!(refusal(shopper.views().await), "PermissionDenied forbidden");
    assert_eq!(refusal(shopper.save_view(view("orders", "a", "q=1")).await), "PermissionDenied forbidden");
    assert_eq!(refusal(shopper.delete_view("orders", "a").await), "PermissionDenied forbidden");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn views_are_exported_and_erased_with_the_account(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (operator, leaving) = (auth.operator(1).await, auth.operator(2).await);
    operator.save_view(view("orders", "a", "q=1")).await.unwrap();
    let saved = leaving.save_view(view("orders", "b", "q=2")).await.unwrap();
    operator.withdraw(leaving.account(), Role::Owner).await.unwrap();
    let customer = auth.signed_in_again(2).await;
    assert_eq!(customer.export().await.unwrap().saved_views, [saved]);
    customer.request_deletion(PASSWORD).await.unwrap();
    auth.clock.advance(TimeDelta::days(30));
    auth::erase_due(&auth.app).await.unwrap();
    assert_eq!(auth.count("select count(*) from saved_view where name = 'a'").await, 1);
    assert_eq!(auth.count("select count(*) from saved_view").await, 1);
}

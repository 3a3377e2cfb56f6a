//! What staff read and change is logged, without personal data.

use kit::permission::Role;
use proto::{
    audit::{SearchAuditRequest, audit_client::AuditClient},
    auth::{
        ApplicationStatus, CancelInvitationRequest, InviteRequest, ListStaffRequest, ResetSecondFactorsRequest,
        WithdrawRoleRequest, staff_client::StaffClient,
    },
};
use serde_json::json;
use sqlx::PgPool;
use testkit::audit::{check_append_only, check_reads, check_writes, entries, personal_data};

use crate::{
    owner::apply_request,
    test_auth::{TestAuth, demo_account, email, load_demo, phone},
};

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn every_read_and_decision_of_applications_is_logged(pool: PgPool) {
    let auth = TestAuth::start(pool.clone()).await;
    let (aygun, operator) = (auth.owner(1).await, auth.operator(9).await);
    let application = aygun.apply(apply_request()).await.unwrap().id;
    check_reads(&pool, "sovqat.auth.v1.Influencers/", async |path| match path {
        "/sovqat.auth.v1.Influencers/List" => operator.applications(ApplicationStatus::Pending).await.map(drop),
        path => panic!("{path} needs a call here"),
    })
    .await;
    check_writes(&pool, "sovqat.auth.v1.Influencers/", async |path| match path {
        "/sovqat.auth.v1.Influencers/Decide" => {
            operator.approve(application).await.unwrap();
            "application_approved"
        }
        path => panic!("{path} needs a call here"),
    })
    .await;
    let logged = entries(&pool).await;
    for entry in &logged {
        assert_eq!((entry.account_id, &*entry.subject_kind), (operator.account(), "application"));
    }
    let list = json!({"filters": ["status"], "count": 1, "shown": [application.to_string()]});
    assert_eq!((&logged[0].before, &logged[0].after), (&None, &Some(list)));
    assert_eq!(logged[1].before, Some(json!({"status": "pending"})));
    assert_eq!(logged[1].after, Some(json!({"status": "approved"})));
    assert_eq!(personal_data(&pool, &[&phone(1), &email(1)]).await, [] as [String; 0]);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn every_change_of_the_staff_is_logged(pool: PgPool) {
    let auth = TestAuth::start(pool.clone()).await;
    let operator = auth.operator(9).await;
    let mut support = demo_account(2);
    support["roles"] = json!(["support"]);
    load_demo(&auth.app, &[support]).await.unwrap();
    let member: i64 =
        sqlx::query_scalar("select account_id from account where roles = '{support}'").fetch_one(&pool).await.unwrap();
    let staff = || StaffClient::new(auth.channel());
    let invite = async |number| {
        let request = InviteRequest { phone_number: phone(number), role: Role::Support.key().to_owned() };
        staff().invite(operator.credentials.sign(request)).await.unwrap();
    };
    check_writes(&pool, "sovqat.auth.v1.Staff/", async |path| match path {
        "/sovqat.auth.v1.Staff/Invite" => {
            invite(3).await;
            "staff_invited"
        }
        "/sovqat.auth.v1.Staff/CancelInvitation" => {
            invite(4).await;
            let list = staff().list(operator.credentials.sign(ListStaffRequest {})).await.unwrap().into_inner();
            let request = CancelInvitationRequest { id: list.invitations[0].id };
            staff().cancel_invitation(operator.credentials.sign(request)).await.unwrap();
            "staff_invitation_cancelled"
        }
        "/sovqat.auth.v1.Staff/ResetSecondFactors" => {
            let request = ResetSecondFactorsRequest { account_id: member };
            staff().reset_second_factors(operator.credentials.sign(request)).await.unwrap();
            "second_factors_reset"
        }
        "/sovqat.auth.v1.Staff/Withdraw" => {
            let request = WithdrawRoleRequest { account_id: member, role: Role::Support.key().to_owned() };
            staff().withdraw(operator.credentials.sign(request)).await.unwrap();
            "role_withdrawn"
        }
        path => panic!("{path} needs a call here"),
    })
    .await;
    let logged = entries(&pool).await;
    let withdrawn = logged.iter().find(|entry| entry.action == "role_withdrawn").unwrap();
    assert_eq!((&*withdrawn.subject_kind, &*withdrawn.subject), ("account", &*member.to_string()));
    assert_eq!((&withdrawn.before, &withdrawn.after), (&Some(json!({"role": "support"})), &None));
    assert_eq!(personal_data(&pool, &[&phone(2), &phone(3), &phone(4)]).await, [] as [String; 0]);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_log_is_searched_and_cannot_be_changed(pool: PgPool) {
    let auth = TestAuth::start(pool.clone()).await;
    let operator = auth.operator(9).await;
    operator.applications(ApplicationStatus::Unspecified).await.unwrap();
    let request = SearchAuditRequest { limit: 10, ..SearchAuditRequest::default() };
    let mut client = AuditClient::new(auth.channel());
    let entries = client.search(operator.credentials.sign(request)).await.unwrap().into_inner().entries;
    let summaries: Vec<_> = entries.iter().map(|entry| (&*entry.service, &*entry.action, &*entry.subject)).collect();
    assert_eq!(summaries, [("auth", "customer_data_read", "list")]);
    check_append_only(&pool).await;
}

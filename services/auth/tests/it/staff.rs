//! Roles of staff, invitations to them, and lost second factors.

use chrono::TimeDelta;
use kit::permission::Role;
use proto::auth::{
    AcceptInvitationRequest, CancelInvitationRequest, InviteRequest, ListStaffRequest, ResetSecondFactorsRequest,
    StaffNamesRequest, WithdrawRoleRequest, staff_client::StaffClient,
};
use sqlx::PgPool;
use testkit::clock::TestClock;
use tonic::{Code, Status};

use crate::{
    owner::Owner,
    test_auth::{TestAuth, phone},
};

#[derive(Debug, PartialEq)]
struct Listed {
    roles_of_members: Vec<Vec<String>>,
    invited_phones: Vec<String>,
}

impl Owner {
    fn staff(&self) -> StaffClient<kit::client::Channel> {
        StaffClient::new(self.channel.clone())
    }

    async fn invite(&self, number: u8, role: Role) -> Result<String, Status> {
        let request = InviteRequest { phone_number: phone(number), role: role.key().to_owned() };
        let invitation = self.staff().invite(self.credentials.sign(request)).await?.into_inner();
        Ok(token_of(&invitation.url))
    }

    async fn accept(&self, token: &str) -> Result<String, Status> {
        let request = AcceptInvitationRequest { token: token.to_owned() };
        Ok(self.staff().accept(self.credentials.sign(request)).await?.into_inner().role)
    }

    pub async fn withdraw(&self, account: i64, role: Role) -> Result<(), Status> {
        let request = WithdrawRoleRequest { account_id: account, role: role.key().to_owned() };
        self.staff().withdraw(self.credentials.sign(request)).await.map(drop)
    }

    async fn reset_second_factors(&self, account_id: i64) -> Result<(), Status> {
        let request = ResetSecondFactorsRequest { account_id };
        self.staff().reset_second_factors(self.credentials.sign(request)).await.map(drop)
    }

    async fn list(&self) -> Result<Listed, Status> {
        let list = self.staff().list(self.credentials.sign(ListStaffRequest {})).await?.into_inner();
        Ok(Listed {
            roles_of_members: list.members.into_iter().map(|member| member.roles).collect(),
            invited_phones: list.invitations.into_iter().map(|invitation| invitation.phone_number).collect(),
        })
    }

    async fn names(&self) -> Result<Vec<(i64, Vec<String>)>, Status> {
        let names = self.staff().names(self.credentials.sign(StaffNamesRequest {})).await?.into_inner().staff;
        let mut names: Vec<_> = names.into_iter().map(|name| (name.account_id, name.roles)).collect();
        names.sort();
        Ok(names)
    }
}

fn token_of(url: &str) -> String {
    url.rsplit('/').next().expect("the link ends with the token").to_owned()
}

#[track_caller]
fn refused_code<T: std::fmt::Debug>(result: Result<T, Status>) -> Code {
    result.expect_err("the request is refused").code()
}

#[track_caller]
fn refused_message<T: std::fmt::Debug>(result: Result<T, Status>) -> String {
    result.expect_err("the request is refused").message().to_owned()
}

async fn count(pool: &PgPool, sql: &'static str) -> i64 {
    sqlx::query_scalar(sql).fetch_one(pool).await.expect("the query selects a number")
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_command_line_makes_the_first_owner_who_invites_others(pool: PgPool) {
    let auth = TestAuth::start(pool.clone()).await;
    let [first, second] = [auth.owner(1).await, auth.owner(2).await];
    let url = auth::invite_owner(&auth.app, &phone(1)).await.unwrap();
    assert_eq!(first.accept(&token_of(&url)).await.unwrap(), "owner");
    // The role is in the tokens of the next staff session.
    let first = auth.staff(1).await;
    let token = first.invite(2, Role::Support).await.unwrap();
    let listed = Listed { roles_of_members: vec![vec!["owner".to_owned()]], invited_phones: vec![phone(2)] };
    assert_eq!(first.list().await.unwrap(), listed);
    assert_eq!(second.accept(&token).await.unwrap(), "support");
    let second = auth.staff(2).await;
    assert_eq!(refused_code(second.invite(3, Role::Owner).await), Code::PermissionDenied);
    // Support reads orders, which name the staff who changed them, but not the list with phone numbers.
    assert_eq!(refused_code(second.list().await), Code::PermissionDenied);
    let mut roles = [(first.account(), vec!["owner".to_owned()]), (second.account(), vec!["support".to_owned()])];
    roles.sort();
    assert_eq!(second.names().await.unwrap(), roles);
    assert_eq!(first.list().await.unwrap().invited_phones, [] as [String; 0]);
    first.withdraw(second.account(), Role::Support).await.unwrap();
    // An invitation, two roles granted, and one withdrawn.
    assert_eq!(count(&pool, "select count(*) from audit").await, 4);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_link_works_once_in_time_and_for_its_number(pool: PgPool) {
    let clock = TestClock::new();
    let auth = TestAuth::start_with(pool.clone(), &clock, &[]).await;
    let (owner, invited, other) = (auth.operator(1).await, auth.owner(2).await, auth.owner(3).await);
    let token = owner.invite(2, Role::Finance).await.unwrap();
    assert_eq!(refused_message(other.accept(&token).await), "invitation_of_another");
    invited.accept(&token).await.unwrap();
    // Accepting the role revoked earlier tokens.
    let invited = auth.signed_in_again(2).await;
    assert_eq!(refused_message(invited.accept(&token).await), "invitation_used");
    assert_eq!(refused_message(invited.accept(&"A".repeat(43)).await), "invitation_not_found");
    let late = token_of(&auth::invite_owner(&auth.app, &phone(3)).await.unwrap());
    clock.advance(TimeDelta::minutes(15));
    assert_eq!(refused_message(auth.signed_in_again(3).await.accept(&late).await), "invitation_expired");
    assert_eq!(count(&pool, "select count(*) from account where roles <> '{}'").await, 2);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_cancelled_invitation_cannot_be_accepted(pool: PgPool) {
    let auth = TestAuth::start(pool.clone()).await;
    let (owner, invited) = (auth.operator(1).await, auth.owner(2).await);
    let token = owner.invite(2, Role::Manager).await.unwrap();
    let id = count(&pool, "select max(invitation_id) from staff_invitation").await;
    let cancel = || owner.credentials.sign(CancelInvitationRequest { id });
    owner.staff().cancel_invitation(cancel()).await.unwrap();
    assert_eq!(refused_message(owner.staff().cancel_invitation(cancel()).await), "invitation_not_found");
    assert_eq!(refused_message(invited.accept(&token).await), "invitation_not_found");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_last_owner_stays_even_when_two_remove_each_other(pool: PgPool) {
    let auth = TestAuth::start(pool.clone()).await;
    let first_owner = auth.operator(1).await;
    assert_eq!(refused_message(first_owner.withdraw(first_owner.account(), Role::Owner).await), "last_owner");
    auth.operator(2).await;
    for _ in 0..10 {
        let (first_owner, second_owner) = (auth.staff(1).await, auth.staff(2).await);
        let (first, second) = tokio::join!(
            first_owner.withdraw(second_owner.account(), Role::Owner),
            second_owner.withdraw(first_owner.account(), Role::Owner),
        );
        assert_ne!(first.is_ok(), second.is_ok(), "{first:?}, {second:?}");
        assert_eq!(count(&pool, "select count(*) from account where 'owner' = any (roles)").await, 1);
        sqlx::query("update account set roles = '{owner}'").execute(&pool).await.unwrap();
    }
    let deleted =
        sqlx::query("delete from account where account_id = $1").bind(first_owner.account()).execute(&pool).await;
    assert_eq!(deleted.unwrap().rows_affected(), 1);
    sqlx::query("delete from account").execute(&pool).await.unwrap_err();
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_link_accepted_ten_times_at_once_is_accepted_once(pool: PgPool) {
    let auth = TestAuth::start(pool.clone()).await;
    let (owner, invited) = (auth.operator(1).await, auth.owner(2).await);
    let token = owner.invite(2, Role::Orders).await.unwrap();
    let accepted = futures::future::join_all((0..10).map(|_| invited.accept(&token))).await;
    assert_eq!(accepted.iter().filter(|result| result.is_ok()).count(), 1);
    assert_eq!(count(&pool, "select cardinality(roles)::bigint from account where roles <> '{owner}'").await, 1);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_owner_resets_the_second_factors_of_a_colleague_who_keeps_the_roles(pool: PgPool) {
    let auth = TestAuth::start(pool.clone()).await;
    let (owner, colleague, customer) = (auth.operator(1).await, auth.operator(2).await, auth.owner(3).await);
    assert_eq!(refused_message(owner.reset_second_factors(owner.account()).await), "own_account");
    assert_eq!(refused_message(owner.reset_second_factors(customer.account()).await), "role_not_found");
    assert!(auth.begin_staff(2).await.first_factor.is_none(), "the colleague has a passkey");

    owner.reset_second_factors(colleague.account()).await.unwrap();
    assert!(colleague.list().await.is_err(), "the session has ended");
    let challenge = auth.begin_staff(2).await;
    assert!(challenge.first_factor.is_some() && !challenge.has_recovery_codes, "a new factor is set up");
    assert_eq!(auth.staff(2).await.list().await.unwrap().roles_of_members, vec![vec!["owner".to_owned()]; 2]);
    assert_eq!(count(&pool, "select count(*) from audit where action = 'second_factors_reset'").await, 1);
    // The first factor of each, the reset, and the new factor.
    let notices = "select count(*) from security_event where kind = 'second_factor_changed'";
    assert_eq!(count(&pool, notices).await, 4);

    auth.register_staff(&[4], "support").await;
    let support = auth.staff(4).await;
    let refused = support.reset_second_factors(owner.account()).await;
    assert_eq!(refused_code(refused), Code::PermissionDenied, "only owners may do this");
}

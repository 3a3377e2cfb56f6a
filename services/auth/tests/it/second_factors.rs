use chrono::TimeDelta;
use proto::auth::{
    BeginTotpRequest, ConfirmTotpRequest, ListSecondFactorsRequest, RecoveryCodes, RemovePasskeyRequest,
    RemoveTotpRequest, RenewRecoveryCodesRequest, SecondFactorList, TotpSecret, passkeys_client::PasskeysClient,
    second_factors_client::SecondFactorsClient,
};
use sqlx::PgPool;
use tonic::Status;

use crate::{
    authenticator::{with_code, with_recovery_code},
    fake_notification::FakeNotification,
    test_auth::{PASSWORD, TestAuth, email, phone, refusal, with_token},
};

const REFUSED: &str = "FailedPrecondition second_factor_refused";
const LAST: &str = "FailedPrecondition last_second_factor";
const STEP_UP: &str = "PermissionDenied step_up_required";
const COUNT_FACTORS: &str = "select (select count(*) from passkey) + (select count(*) from totp)";

impl TestAuth {
    fn second_factors(&self) -> SecondFactorsClient<kit::client::Channel> {
        SecondFactorsClient::new(self.channel())
    }

    async fn list_factors(&self, access: &str) -> Result<SecondFactorList, Status> {
        let request = with_token(access).sign(ListSecondFactorsRequest {});
        Ok(self.second_factors().list(request).await?.into_inner())
    }

    async fn begin_totp(&self, access: &str) -> Result<TotpSecret, Status> {
        Ok(self.second_factors().begin_totp(with_token(access).sign(BeginTotpRequest {})).await?.into_inner())
    }

    async fn confirm_totp(&self, access: &str, code: &str) -> Result<SecondFactorList, Status> {
        let request = ConfirmTotpRequest { totp_code: code.to_owned() };
        Ok(self.second_factors().confirm_totp(with_token(access).sign(request)).await?.into_inner())
    }

    async fn remove_totp(&self, access: &str) -> Result<SecondFactorList, Status> {
        Ok(self.second_factors().remove_totp(with_token(access).sign(RemoveTotpRequest {})).await?.into_inner())
    }

    async fn renew_codes(&self, access: &str) -> Result<RecoveryCodes, Status> {
        let request = with_token(access).sign(RenewRecoveryCodesRequest {});
        Ok(self.second_factors().renew_recovery_codes(request).await?.into_inner())
    }
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_confirmed_app_replaces_the_previous_one_and_the_owner_is_notified(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    auth.register_staff(&[1], "owner").await;
    let (before, session) = auth.enrol_totp(1).await;
    let access = session.access_token;
    let drafted = auth.begin_totp(&access).await.unwrap();
    assert_eq!(refusal(auth.confirm_totp(&access, "000000").await), REFUSED);
    assert_eq!(refusal(auth.confirm_totp(&access, " ").await), "InvalidArgument validation_failed totpCode=required");
    assert_eq!(refusal(auth.confirm_totp(&access, &auth.code(&before)).await), REFUSED, "of the previous app");

    let code = auth.code(&drafted.secret);
    let list = auth.confirm_totp(&access, &code).await.unwrap();
    assert_eq!((list.has_totp, list.recovery_codes_left), (true, 10));
    assert_eq!(
        notification.templates_to(&email(1)).await,
        ["second_factor_changed"; 2],
        "for the first app and for the second"
    );
    let challenge = auth.begin_staff(1).await;
    assert_eq!(
        refusal(auth.open_staff(with_code(&challenge, &code)).await),
        REFUSED,
        "the code was used to confirm the app"
    );
    // Codes of one time step are accepted once, so the next step is needed.
    assert_eq!(refusal(auth.open_staff(with_code(&challenge, &auth.code(&before))).await), REFUSED);
    auth.clock.advance(TimeDelta::seconds(30));
    assert!(auth.open_staff(with_code(&challenge, &auth.code(&drafted.secret))).await.is_ok());
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_unconfirmed_app_expires_after_ten_minutes(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.register_staff(&[1], "owner").await;
    let (confirmed_secret, session) = auth.enrol_totp(1).await;
    let drafted = auth.begin_totp(&session.access_token).await.unwrap();
    auth.clock.advance(TimeDelta::minutes(9));
    let challenge = auth.begin_staff(1).await;
    let session = auth.open_staff(with_code(&challenge, &auth.code(&confirmed_secret))).await.unwrap();
    auth.clock.advance(TimeDelta::minutes(1));
    let confirmed = auth.confirm_totp(&session.access_token, &auth.code(&drafted.secret)).await;
    assert_eq!(refusal(confirmed), "FailedPrecondition challenge_expired");
    auth.clock.advance(TimeDelta::minutes(5));
    auth::delete_expired_rows(&auth.app).await.unwrap();
    assert_eq!(auth.count("select (select count(*) from totp_draft) + (select count(*) from challenge)").await, 0);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn new_recovery_codes_replace_the_old_ones(pool: PgPool) {
    let auth = TestAuth::start(pool.clone()).await;
    auth.register_staff(&[1], "owner").await;
    let (_, session) = auth.enrol_totp(1).await;
    let renewed = auth.renew_codes(&session.access_token).await.unwrap().codes;
    assert_eq!(renewed.len(), 10);
    let challenge = auth.begin_staff(1).await;
    let old = with_recovery_code(&challenge, &session.recovery_codes[0]);
    assert_eq!(refusal(auth.open_staff(old).await), REFUSED);
    assert!(auth.open_staff(with_recovery_code(&challenge, &renewed[0])).await.is_ok());
    assert_eq!(auth.list_factors(&session.access_token).await.unwrap().recovery_codes_left, 9);

    let stored = "select concat_ws(' ', (select string_agg(t::text, ' ') from recovery_code t),
                                        (select string_agg(t::text, ' ') from totp t))";
    let stored: String = sqlx::query_scalar(stored).fetch_one(&pool).await.unwrap();
    for code in renewed.iter().chain(&session.recovery_codes) {
        let plain = code.replace('-', "");
        let hex = plain.bytes().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"));
        assert!(!stored.contains(&plain), "codes are stored as hashes");
        assert!(!stored.contains(&hex), "codes are stored as hashes");
    }
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn changes_need_a_session_of_staff_with_a_recent_second_factor(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.register_staff(&[1], "owner").await;
    let (_, session) = auth.enrol_totp(1).await;
    let customer = auth.sign_in(&phone(1), PASSWORD).await.unwrap().access_token;
    let required = "PermissionDenied second_factor_required";
    assert_eq!(refusal(auth.list_factors(&customer).await), required);
    assert_eq!(refusal(auth.begin_totp(&customer).await), required);
    assert_eq!(refusal(auth.remove_totp(&customer).await), required);
    assert_eq!(refusal(auth.renew_codes(&customer).await), required);

    auth.begin_totp(&session.access_token).await.unwrap();
    // A second factor is recent for ten minutes.
    auth.clock.advance(TimeDelta::minutes(10) + TimeDelta::seconds(1));
    let access = auth.refresh_staff(&session.refresh_token).await.unwrap().access_token;
    assert_eq!(refusal(auth.begin_totp(&access).await), STEP_UP);
    assert_eq!(refusal(auth.confirm_totp(&access, "000000").await), STEP_UP);
    assert_eq!(refusal(auth.remove_totp(&access).await), STEP_UP);
    assert_eq!(refusal(auth.renew_codes(&access).await), STEP_UP);
    assert!(auth.list_factors(&access).await.is_ok());
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_last_factor_stays_even_when_both_are_removed_at_once(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.register_staff(&[1], "owner").await;
    let access = auth.sign_in_staff(1).await.access_token;
    assert!(!auth.remove_totp(&access).await.unwrap().has_totp, "there is no app to remove");
    assert_eq!(auth.count("select count(*) from message").await, 1, "only the notice about the first factor");
    for _ in 0..5 {
        let secret = auth.begin_totp(&access).await.unwrap().secret;
        auth.confirm_totp(&access, &auth.code(&secret)).await.unwrap();
        let id = auth.count("select passkey_id from passkey").await;
        let passkey = RemovePasskeyRequest { id, password: Some(PASSWORD.to_owned()) };
        let mut passkeys = PasskeysClient::new(auth.channel());
        let (totp, passkey) =
            tokio::join!(auth.remove_totp(&access), passkeys.remove(with_token(&access).sign(passkey)));
        let refused = match (totp, passkey) {
            (Ok(_), refused @ Err(_)) => refusal(refused),
            (refused @ Err(_), Ok(_)) => refusal(refused),
            (totp, passkey) => panic!("one of two must be removed: {totp:?} {passkey:?}"),
        };
        assert_eq!(refused, LAST);
        if auth.count("select count(*) from passkey").await == 0 {
            break;
        }
        auth.clock.advance(TimeDelta::seconds(30));
    }
    assert_eq!(auth.count(COUNT_FACTORS).await, 1);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_factors_of_a_deleted_account_are_deleted(pool: PgPool) {
    let auth = TestAuth::start(pool.clone()).await;
    // The shop keeps an owner.
    auth.register_staff(&[1, 2], "owner").await;
    auth.sign_in_staff(1).await;
    assert_eq!(auth.count(COUNT_FACTORS).await, 1);
    sqlx::query("delete from account where account_id = 1").execute(&pool).await.unwrap();
    assert_eq!(auth.count(COUNT_FACTORS).await, 0);
}

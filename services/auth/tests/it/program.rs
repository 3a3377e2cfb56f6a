//! Runs the binary: production refuses default secrets and demo accounts, and the log contains no personal data.

use std::{
    path::Path,
    process::{Output, Stdio},
    time::Duration,
};

use kit::client::{Channel, Connector};
use proto::auth::{
    ContactsRequest, ForgetPasswordRequest, MeRequest, RefreshRequest, SendCodeRequest, Session, SignInRequest, Tokens,
    User, accounts_client::AccountsClient, codes_client::CodesClient, contacts_client::ContactsClient,
    passwords_client::PasswordsClient, sessions_client::SessionsClient,
};
use serde_json::Value;
use sqlx::{ConnectOptions as _, PgPool};
use testkit::authority;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader},
    process::{ChildStdout, Command},
    sync::oneshot,
    task::JoinHandle,
};
use tonic::Code;

use crate::test_auth::{TestAuth, with_token};

/// A valid secret other than that of local mode.
const A_SECRET: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const SECRET_OF_LOCAL_MODE: &str = "c292cWF0LWxvY2FsLW9ubHktbm90LWEtc2VjcmV0LTE=";
/// Counts as unset.
const NO_SECRET: &str = "";
const WRONG_PASSWORD: &str = "wrong-password";
const DELIVERY_FAILED: &str = "Delivery of message";

fn demo() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/local/demo"))
}

fn program(pool: &PgPool, mode: &str, secret: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sovqat-auth"));
    command
        .env("AUTH_DATABASE_URL", pool.connect_options().to_url_lossy().as_str())
        .env("AUTH_KEY_SECRET", secret)
        .args(["--mode", mode, "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--log", "trace"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    command
}

async fn run_to_end(command: &mut Command) -> Output {
    tokio::time::timeout(Duration::from_mins(1), command.output())
        .await
        .expect("the program ends")
        .expect("the program starts")
}

async fn error_of(command: &mut Command) -> String {
    let output = run_to_end(command).await;
    assert!(!output.status.success());
    String::from_utf8(output.stderr).expect("UTF-8").trim().to_owned()
}

/// Returns the address, and the output so far.
async fn address(log: &mut BufReader<ChildStdout>) -> (String, String) {
    let mut output = String::new();
    loop {
        let from = output.len();
        assert_ne!(log.read_line(&mut output).await.expect("readable output"), 0, "the program ended: {output}");
        if let Some((_, address)) = output[from..].split_once("auth serves on ") {
            return (format!("http://{}", address.trim()), output);
        }
    }
}

async fn terminate(process: u32) {
    let status = Command::new("kill").args(["-TERM", &process.to_string()]).status().await;
    assert!(status.expect("there is a `kill`").success());
}

/// Reads the rest of the log all the time, because the program would block if the pipe were full.
struct LogReader {
    output: JoinHandle<String>,
    has_failed_delivery: oneshot::Receiver<()>,
}

impl LogReader {
    fn start(mut log: BufReader<ChildStdout>) -> Self {
        let (failed, has_failed_delivery) = oneshot::channel();
        let output = tokio::spawn(async move {
            let (mut output, mut failed) = (String::new(), Some(failed));
            loop {
                let start = output.len();
                if log.read_line(&mut output).await.expect("readable output") == 0 {
                    return output;
                }
                if output[start..].contains(DELIVERY_FAILED) {
                    let _ = failed.take().map(|sender| sender.send(()));
                }
            }
        });
        Self { output, has_failed_delivery }
    }
}

/// Requests a code and a password reset, and signs in. Returns what must not be logged.
async fn use_account(channel: &Channel, person: &Value) -> Vec<String> {
    let text = |field: &str| person[field].as_str().expect("a text").to_owned();
    let send_code = SendCodeRequest { phone_number: text("phoneNumber"), device: None };
    CodesClient::new(channel.clone()).send(send_code).await.expect("a code is sent");
    let forget = ForgetPasswordRequest { email: text("email") };
    PasswordsClient::new(channel.clone()).forget(forget).await.expect("a link is sent");

    let mut secrets = ["phoneNumber", "email", "password", "firstName", "lastName"].map(text).to_vec();
    for login in [text("phoneNumber"), text("email")] {
        let (session, tokens) = sign_in_and_refresh(channel, &login, &text("password")).await;
        let user = me(channel, &tokens.access_token).await;
        assert_eq!((&user.first_name, user.email.as_ref()), (&text("firstName"), Some(&text("email"))));
        secrets.extend([session.refresh_token, session.access_token, tokens.refresh_token, tokens.access_token]);
    }
    secrets
}

async fn sign_in_and_refresh(channel: &Channel, login: &str, password: &str) -> (Session, Tokens) {
    let mut sessions = SessionsClient::new(channel.clone());
    let correct = SignInRequest { login: login.to_owned(), password: password.to_owned(), device: None };
    let wrong = SignInRequest { password: WRONG_PASSWORD.to_owned(), ..correct.clone() };
    let session = sessions.sign_in(correct).await.expect("the correct password").into_inner();
    sessions.sign_in(wrong).await.expect_err("a wrong password");
    let refresh = RefreshRequest { refresh_token: session.refresh_token.clone() };
    let tokens = sessions.refresh(refresh).await.expect("a fresh token").into_inner();
    (session, tokens)
}

async fn me(channel: &Channel, access_token: &str) -> User {
    let request = with_token(access_token).sign(MeRequest {});
    AccountsClient::new(channel.clone()).me(request).await.expect("a valid token").into_inner()
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn production_refuses_default_secrets_and_demo_accounts(pool: PgPool) {
    let errors = [
        error_of(&mut program(&pool, "production", NO_SECRET)).await,
        error_of(&mut program(&pool, "production", SECRET_OF_LOCAL_MODE)).await,
        error_of(&mut program(&pool, "production", A_SECRET)).await,
        error_of(program(&pool, "production", A_SECRET).arg("load").arg(demo())).await,
    ];
    insta::assert_debug_snapshot!(errors, @r#"
    [
        "auth: AUTH_KEY_SECRET is not set; make one by `openssl rand -base64 32`",
        "auth: AUTH_KEY_SECRET is a secret of local mode, which everybody knows; production needs one of its own",
        "auth: TLS_CERT_FILE, TLS_KEY_FILE and TLS_CA_FILE are needed together; only local mode works without them",
        "auth: demo accounts have published passwords, so they are loaded only in local mode",
    ]
    "#);
    // Migrations are a separate step of a deployment and need no secret.
    assert!(run_to_end(program(&pool, "production", NO_SECRET).arg("migrate")).await.status.success());

    assert!(run_to_end(program(&pool, "local", NO_SECRET).arg("load").arg(demo())).await.status.success());
    let error = error_of(&mut program(&pool, "production", A_SECRET)).await;
    insta::assert_snapshot!(error, @"auth: this database contains demo accounts, whose passwords are published: production refuses to use it");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_codes_of_the_demos_staff_are_printed_in_local_mode_only(pool: PgPool) {
    let output = run_to_end(program(&pool, "local", NO_SECRET).arg("totp").arg(demo())).await;
    let text = String::from_utf8(output.stdout).unwrap();
    // The numbers of the demo's seven members of staff begin like this.
    let lines: Vec<_> = text.lines().filter(|line| line.contains(" +99470")).collect();
    assert_eq!(lines.len(), 7, "{text}");
    for line in lines {
        let code = line.rsplit(' ').next().unwrap();
        assert_eq!(code.len(), 6, "{line}");
        assert!(code.bytes().all(|byte| byte.is_ascii_digit()), "{line}");
    }
    let error = error_of(program(&pool, "production", A_SECRET).arg("totp").arg(demo())).await;
    insta::assert_snapshot!(error, @"auth: the demo's second factors are published, so they exist only in local mode");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn production_serves_only_the_programs_that_the_contract_names(pool: PgPool) {
    let folder = tempfile::tempdir().unwrap();
    let flags = authority::flags(folder.path(), "auth");
    let mut serving = program(&pool, "production", A_SECRET).args(flags).spawn().unwrap();
    let mut log = BufReader::new(serving.stdout.take().unwrap());
    let (url, _) = address(&mut log).await;
    // The log is JSON in production: a quotation mark ends the address.
    let url = url.split('"').next().unwrap().replace("http://", "https://");
    tokio::spawn(async move { tokio::io::copy(&mut log, &mut tokio::io::sink()).await });
    let contacts = async |name: &str| {
        let mut client = ContactsClient::new(authority::connector(name).connect(&url).unwrap());
        client.of(ContactsRequest { account_ids: vec![1] }).await.map(drop).map_err(|status| status.code())
    };
    assert_eq!(contacts("notification").await, Ok(()));
    assert_eq!(contacts("order").await, Err(Code::PermissionDenied));
    assert_eq!(contacts("bank").await, Err(Code::PermissionDenied));
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn demo_accounts_sign_in_and_the_log_contains_no_personal_data(pool: PgPool) {
    assert!(run_to_end(program(&pool, "local", NO_SECRET).arg("load").arg(demo())).await.status.success());
    let mut serving = program(&pool, "local", NO_SECRET).spawn().unwrap();
    let mut log = BufReader::new(serving.stdout.take().unwrap());
    let (url, mut output) = address(&mut log).await;
    let log = LogReader::start(log);

    let channel = Connector::default().connect(&url).unwrap();
    let people: Vec<Value> = serde_json::from_slice(&std::fs::read(demo().join("accounts.json")).unwrap()).unwrap();
    let mut secrets = vec![WRONG_PASSWORD.to_owned(), SECRET_OF_LOCAL_MODE.to_owned()];
    for person in &people {
        secrets.extend(use_account(&channel, person).await);
    }

    // The failure must be logged without the message's content.
    let has_failed = tokio::time::timeout(Duration::from_mins(1), log.has_failed_delivery).await;
    has_failed.expect("a failed delivery in the log").unwrap();
    terminate(serving.id().unwrap()).await;
    let ended = tokio::time::timeout(Duration::from_mins(1), serving.wait()).await.expect("the program stops").unwrap();
    assert!(ended.success());
    output.push_str(&log.output.await.unwrap());
    serving.stderr.take().unwrap().read_to_string(&mut output).await.unwrap();
    for part in ["signed in", DELIVERY_FAILED, "insert into refresh_token"] {
        assert!(output.contains(part), "the log must contain {part:?}, or the test proves nothing");
    }
    let leaked: Vec<_> = secrets.iter().filter(|secret| output.contains(secret.as_str())).collect();
    assert!(leaked.is_empty(), "{leaked:?}");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_demo_has_a_shopper_a_blogger_and_an_owner(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let args = kit::config::LoadArgs { folder: demo().to_owned(), pictures: None, sample: 1 };
    auth::load(&auth.app, &args).await.unwrap();
    let mut users = Vec::new();
    for (login, password) in [
        ("050 000 00 01", "sovqat-alici-2026"),
        ("leyla@sovqat.example", "sovqat-blogger-2026"),
        ("+994 (70) 000-00-03", "sovqat-operator-2026"),
    ] {
        let user = auth.sign_in(login, password).await.unwrap().user.unwrap();
        users.push((user.first_name, user.code, user.is_blogger, user.roles));
    }
    insta::assert_debug_snapshot!(users, @r#"
    [
        (
            "Aygün",
            "49364249",
            false,
            [],
        ),
        (
            "Leyla",
            "81307125",
            true,
            [],
        ),
        (
            "Rəşad",
            "97299887",
            false,
            [
                "owner",
            ],
        ),
    ]
    "#);
}

//! The program itself: what production refuses, and what its log never says.

use std::{
    path::Path,
    process::{Output, Stdio},
    time::Duration,
};

use proto::auth::{
    ForgetPasswordRequest, MeRequest, RefreshRequest, SendCodeRequest, SignInRequest, accounts_client::AccountsClient,
    codes_client::CodesClient, passwords_client::PasswordsClient, sessions_client::SessionsClient,
};
use serde_json::Value;
use sqlx::{ConnectOptions as _, PgPool};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader},
    process::{ChildStdout, Command},
    sync::oneshot,
};

use crate::house::TestAuth;

const A_SECRET: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const SECRET_OF_LOCAL_MODE: &str = "c292cWF0LWxvY2FsLW9ubHktbm90LWEtc2VjcmV0LTE=";
const NO_SECRET: &str = "";
/// In the log of a letter that nobody accepted.
const NOT_TAKEN: &str = "was not taken";

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

async fn end_of(command: &mut Command) -> Output {
    tokio::time::timeout(Duration::from_mins(1), command.output()).await.expect("it ends").expect("it starts")
}

/// What it says at the end, having failed.
async fn complaint(command: &mut Command) -> String {
    let output = end_of(command).await;
    assert!(!output.status.success());
    String::from_utf8(output.stderr).expect("it speaks UTF-8").trim().to_owned()
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn production_refuses_what_local_mode_offers(pool: PgPool) {
    let told = [
        complaint(&mut program(&pool, "production", NO_SECRET)).await,
        complaint(&mut program(&pool, "production", SECRET_OF_LOCAL_MODE)).await,
        complaint(program(&pool, "production", A_SECRET).arg("load").arg(demo())).await,
    ];
    insta::assert_debug_snapshot!(told, @r#"
    [
        "auth: AUTH_KEY_SECRET is not set; make one by `openssl rand -base64 32`",
        "auth: AUTH_KEY_SECRET is the one of local mode, which everybody knows; make one by `openssl rand -base64 32`",
        "auth: the demo's accounts have passwords everybody knows: they are loaded in local mode only",
    ]
    "#);
    // Without a secret it still brings the database up to date: that is a step of its own in a deployment.
    assert!(end_of(program(&pool, "production", NO_SECRET).arg("migrate")).await.status.success());

    assert!(end_of(program(&pool, "local", NO_SECRET).arg("load").arg(demo())).await.status.success());
    let told = complaint(&mut program(&pool, "production", A_SECRET)).await;
    insta::assert_snapshot!(told, @"auth: this database holds demo accounts, whose passwords everybody knows: production does not serve it");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_demo_signs_in_and_the_log_names_no_one(pool: PgPool) {
    assert!(end_of(program(&pool, "local", NO_SECRET).arg("load").arg(demo())).await.status.success());
    let mut serving = program(&pool, "local", NO_SECRET).spawn().unwrap();
    let mut log = BufReader::new(serving.stdout.take().unwrap());
    let (url, mut said) = address(&mut log).await;
    // Its log must be read on, or it would stand still when the pipe is full.
    let (not_taken, is_not_taken) = oneshot::channel();
    let rest = tokio::spawn(async move {
        let (mut rest, mut not_taken) = (String::new(), Some(not_taken));
        loop {
            let start = rest.len();
            if log.read_line(&mut rest).await.unwrap() == 0 {
                return rest;
            }
            if rest[start..].contains(NOT_TAKEN) {
                let _ = not_taken.take().map(|sender| sender.send(()));
            }
        }
    });

    let channel = kit::client::connect(&url).unwrap();
    let (mut sessions, mut accounts) = (SessionsClient::new(channel.clone()), AccountsClient::new(channel.clone()));
    let (mut codes, mut passwords) = (CodesClient::new(channel.clone()), PasswordsClient::new(channel));
    let people: Vec<Value> = serde_json::from_slice(&std::fs::read(demo().join("accounts.json")).unwrap()).unwrap();
    let mut secrets = Vec::new();
    for person in &people {
        let text = |field: &str| person[field].as_str().unwrap().to_owned();
        secrets.extend(["phoneNumber", "email", "password", "firstName", "lastName"].map(text));
        codes.send(SendCodeRequest { phone_number: text("phoneNumber") }).await.unwrap();
        passwords.forget(ForgetPasswordRequest { email: text("email") }).await.unwrap();
        for login in [text("phoneNumber"), text("email")] {
            let request = SignInRequest { login: login.clone(), password: text("password"), device: None };
            let session = sessions.sign_in(request).await.unwrap().into_inner();
            let wrong = SignInRequest { login, password: "wrong-password".to_owned(), device: None };
            sessions.sign_in(wrong).await.unwrap_err();
            let refresh_token = session.refresh_token.clone();
            let tokens = sessions.refresh(RefreshRequest { refresh_token }).await.unwrap().into_inner();
            let caller =
                kit::client::OnBehalf { token: Some(tokens.access_token.as_str().into()), ..Default::default() };
            let user = accounts.me(caller.sign(MeRequest {})).await.unwrap().into_inner();
            assert_eq!((&user.first_name, user.email.as_ref()), (&text("firstName"), Some(&text("email"))));
            secrets.extend([session.refresh_token, session.access_token, tokens.refresh_token, tokens.access_token]);
        }
    }
    secrets.extend(["wrong-password".to_owned(), SECRET_OF_LOCAL_MODE.to_owned()]);

    // Nobody takes its letters here; that is told without their words.
    tokio::time::timeout(Duration::from_mins(1), is_not_taken).await.expect("it is told").unwrap();
    terminate(serving.id().unwrap()).await;
    let ended = tokio::time::timeout(Duration::from_mins(1), serving.wait()).await.expect("it stops").unwrap();
    assert!(ended.success());
    said.push_str(&rest.await.unwrap());
    serving.stderr.take().unwrap().read_to_string(&mut said).await.unwrap();
    assert!(
        said.contains("signed in") && said.contains(NOT_TAKEN) && said.contains("insert into refresh_token"),
        "the log was listened to"
    );
    let leaked: Vec<_> = secrets.iter().filter(|secret| said.contains(secret.as_str())).collect();
    assert!(leaked.is_empty(), "{leaked:?}");
}

/// Where it serves, which it says, and what it said until then.
async fn address(log: &mut BufReader<ChildStdout>) -> (String, String) {
    let mut said = String::new();
    loop {
        let from = said.len();
        assert_ne!(log.read_line(&mut said).await.expect("it can be heard"), 0, "it ended: {said}");
        if let Some((_, address)) = said[from..].split_once("auth serves on ") {
            return (format!("http://{}", address.trim()), said);
        }
    }
}

async fn terminate(process: u32) {
    let asked = Command::new("kill").args(["-TERM", &process.to_string()]).status().await;
    assert!(asked.expect("there is a `kill`").success());
}

/// The door in the tests and the door in earnest answer alike.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_demo_has_a_shopper_a_blogger_and_an_operator(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let args = kit::config::LoadArgs { folder: demo().to_owned(), pictures: None, sample: 1 };
    auth::load(&auth.app, &args).await.unwrap();
    let mut seen = Vec::new();
    for (login, password) in [
        ("050 000 00 01", "sovqat-alici-2026"),
        ("leyla@sovqat.example", "sovqat-blogger-2026"),
        ("+994 (70) 000-00-03", "sovqat-operator-2026"),
    ] {
        let user = auth.sign_in(login, password).await.unwrap().user.unwrap();
        seen.push((user.first_name, user.code, user.is_blogger, user.roles));
    }
    insta::assert_debug_snapshot!(seen, @r#"
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
                "operator",
            ],
        ),
    ]
    "#);
}

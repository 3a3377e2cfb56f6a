//! Nothing that is secret, and nobody's address, stands in a log, whatever goes wrong.

use std::{
    io::Write,
    sync::{Arc, Mutex, PoisonError},
};

use notification::Post;
use sqlx::PgPool;
use testkit::{clock::TestClock, tokens::TestKeys};
use tracing_subscriber::fmt::MakeWriter;

use crate::{
    office::{Office, config},
    provider::{
        Provider,
        Temper::{Fails, Says},
    },
    smtp::{Mood, Smtp},
};

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn logs_tell_of_deliveries_and_not_of_people(pool: PgPool) {
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(log.clone())
        .with_ansi(false)
        // A moment may have the digits of the code in it.
        .without_time()
        .finish();
    // The test's runtime has one thread, and so everything it does is heard.
    // While there is only one, threads without a subscriber may turn off what it listens to.
    let _another = tracing::Dispatch::new(tracing_subscriber::registry());
    let _listening = tracing::subscriber::set_default(subscriber);

    let (smtp, lsim, msm) = (Smtp::start().await, Provider::start(Fails(500)).await, Provider::start(Says("!")).await);
    let mail = format!("smtp://shop:hunter2@{}", smtp.address);
    let (lsim_account, msm_account) = (lsim.account(), msm.account());
    let flags = ["--mode", "local", "--smtp-url", &mail, "--sms-providers", "lsim,msm"];
    let accounts = ["--sms-lsim-url", &lsim_account, "--sms-msm-url", &msm_account];
    let office = Office::open(pool, &[&flags[..], &accounts[..]].concat()).await;
    smtp.will(Mood::Answers("RCPT", "450 aygun@example.com is busy"));
    office.take(office.code(1)).await.unwrap();
    office.take(office.reset(2)).await.unwrap();
    office.carry().await;
    office.a_minute_passes();
    office.carry().await;

    let log = log.text();
    assert!(log.contains("was not taken by lsim") && log.contains("smtp_450"), "nothing was logged:\n{log}");
    let code = log.lines().find(|line| line.split(|sign: char| !sign.is_ascii_digit()).any(|number| number == "4821"));
    assert!(code.is_none(), "the code is in the log: {code:?}");
    for secret in ["verysecrettoken", "hunter2", "501234567", "aygun@", "ea39d8"] {
        let line = log.lines().find(|line| line.contains(secret));
        assert!(line.is_none(), "`{secret}` is in the log: {line:?}");
    }
}

#[test]
fn a_printed_configuration_keeps_its_secrets() {
    let flags = [
        "--key-secret=hunter2",
        "--smtp-url=smtps://shop:hunter2@mail",
        "--sms-lsim-url=https://a:hunter2@b",
        "--sms-atl-url=https://a:hunter2@b",
        "--sms-msm-url=https://a:hunter2@b",
        "--sms-poct-goyercini-url=https://a:hunter2@b",
    ];
    let printed = format!("{:?}", config(&flags));
    assert_eq!(printed.matches("***").count(), flags.len());
    assert!(!printed.contains("hunter2"), "{printed}");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn production_does_not_start_with_half_a_configuration(pool: PgPool) {
    let key = "--key-secret=MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI=";
    let local_key = "--key-secret=c292cWF0LWxvY2FsLW9ubHktbm90LWEtc2VjcmV0LTI=";
    let mail = "--smtp-url=smtps://shop:hunter2@mail:465";
    let (sms, msm) = ("--sms-providers=msm", "--sms-msm-url=https://shop:hunter2@api.msm.az?sender=Sovqat");
    let cases: [(&[&str], &str); 10] = [
        (&[key, sms, msm], "SMTP_URL is not set"),
        (&[key, "--smtp-url= ", sms, msm], "SMTP_URL is not set"),
        (&[key, "--smtp-url=hunter2", sms, msm], "SMTP_URL is not an address"),
        (&[key, "--smtp-url=smtp://shop:hunter2@mail:587", sms, msm], "for everybody to read"),
        (&[key, mail], "SMS_PROVIDERS is not set"),
        (&[key, mail, sms], "SMS_MSM_URL is not set"),
        (&[key, mail, sms, "--sms-msm-url=https://shop:hunter2@api.msm.az"], "SMS_MSM_URL cannot be read"),
        (&[mail, sms, msm], "NOTIFICATION_KEY_SECRET is not set"),
        (&[local_key, mail, sms, msm], "everybody knows"),
        (&["--key-secret=short", mail, sms, msm], "not 32 bytes"),
    ];
    let clock = TestClock::new();
    let app = notification::App::open(pool, TestKeys::new(&clock).identity(), clock.clock());
    for (flags, complaint) in cases {
        let error = Post::new(&config(flags), app.clone()).err().expect(complaint);
        let error = format!("{error:#}");
        assert!(error.contains(complaint) && !error.contains("hunter2"), "{error}");
    }
    assert!(Post::new(&config(&[key, mail, sms, msm]), app).is_ok());
}

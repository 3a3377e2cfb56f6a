//! Logs and errors contain no secrets and no personal data.

use std::{
    io::Write,
    sync::{Arc, Mutex, PoisonError},
};

use notification::Sender;
use sqlx::PgPool;
use testkit::{clock::TestClock, tokens::TestKeys};
use tracing_subscriber::fmt::MakeWriter;

use crate::{
    fake_sms_provider::{
        FakeSmsProvider,
        ProviderBehaviour::{Fails, Responds},
    },
    fake_smtp_server::{FakeSmtpServer, SmtpBehaviour},
    test_delivery_service::{TestDeliveryService, config},
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
async fn logs_contain_no_personal_data(pool: PgPool) {
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(log.clone())
        .with_ansi(false)
        // A time may contain the digits of the code.
        .without_time()
        .finish();
    // With only one dispatcher, threads without a subscriber may disable tracing's call sites for good.
    let _second = tracing::Dispatch::new(tracing_subscriber::registry());
    let _guard = tracing::subscriber::set_default(subscriber);

    // All of these failures are logged.
    let (smtp, lsim, msm) = (
        FakeSmtpServer::start().await,
        FakeSmsProvider::start(Fails(500)).await,
        FakeSmsProvider::start(Responds("!")).await,
    );
    let mail = format!("smtp://shop:hunter2@{}", smtp.address);
    let (lsim_account, msm_account) = (lsim.account(), msm.account());
    let flags = ["--mode", "local", "--smtp-url", &mail, "--sms-providers", "lsim,msm"];
    let accounts = ["--sms-lsim-url", &lsim_account, "--sms-msm-url", &msm_account];
    let service = TestDeliveryService::open(pool, &[&flags[..], &accounts[..]].concat()).await;
    smtp.queue_behaviour(SmtpBehaviour::ReplyTo("RCPT", "450 aygun@example.com is busy"));
    service.submit(service.code(1)).await.unwrap();
    service.submit(service.password_reset(2)).await.unwrap();
    service.deliver_due().await;
    service.advance_a_minute();
    service.deliver_due().await;

    let log = log.text();
    assert!(log.contains("Carrier lsim did not accept") && log.contains("smtp_450"), "nothing was logged:\n{log}");
    let has_code = |line: &&str| line.split(|c: char| !c.is_ascii_digit()).any(|number| number == "4821");
    let line = log.lines().find(has_code);
    assert!(line.is_none(), "the code is in the log: {line:?}");
    let signature = signature(&lsim.requests()[0]);
    // A link's token, the password of all accounts, the recipients, and the SMS's signature.
    for secret in ["verysecrettoken", "hunter2", "501234567", "aygun@", &signature] {
        let line = log.lines().find(|line| line.contains(secret));
        assert!(line.is_none(), "`{secret}` is in the log: {line:?}");
    }
}

fn signature(request: &str) -> String {
    let (_, rest) = request.split_once(r#""key":""#).expect("a signed request");
    rest.chars().take_while(char::is_ascii_hexdigit).collect()
}

#[test]
fn debug_output_of_configuration_hides_secrets() {
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
async fn incomplete_configuration_is_rejected_in_production(pool: PgPool) {
    let random_key = "--key-secret=MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI=";
    // The key of local mode is public.
    let local_key = "--key-secret=c292cWF0LWxvY2FsLW9ubHktbm90LWEtc2VjcmV0LTI=";
    let mail = "--smtp-url=smtps://shop:hunter2@mail:465";
    let (sms, msm) = ("--sms-providers=msm", "--sms-msm-url=https://shop:hunter2@api.msm.az?sender=Sovqat");
    let cases: [(&[&str], &str); 11] = [
        (&[random_key, sms, msm], "SMTP_URL is not set"),
        (&[random_key, "--smtp-url= ", sms, msm], "SMTP_URL is not set"),
        (&[random_key, "--smtp-url=hunter2", sms, msm], "SMTP_URL is not an address"),
        (&[random_key, "--smtp-url=smtp://shop:hunter2@mail:587", sms, msm], "password unencrypted"),
        (&[random_key, mail], "SMS_PROVIDERS is not set"),
        (&[random_key, mail, sms], "SMS_MSM_URL is not set"),
        (&[random_key, mail, sms, "--sms-msm-url=https://shop:hunter2@api.msm.az"], "SMS_MSM_URL is invalid"),
        (&[random_key, mail, sms, "--sms-msm-url=http://shop:hunter2@api.msm.az?sender=Sovqat"], "codes unencrypted"),
        (&[mail, sms, msm], "NOTIFICATION_KEY_SECRET is not set"),
        (&[local_key, mail, sms, msm], "everybody knows"),
        (&["--key-secret=short", mail, sms, msm], "not 32 bytes"),
    ];
    let clock = TestClock::new();
    let app = notification::App::open(pool, TestKeys::new(&clock).identity(), clock.clock());
    for (flags, expected) in cases {
        let error = Sender::new(&config(flags), app.clone()).err().expect(expected);
        let error = format!("{error:#}");
        assert!(error.contains(expected), "{error}");
        assert!(!error.contains("hunter2"), "{error}");
    }
    assert!(Sender::new(&config(&[random_key, mail, sms, msm]), app).is_ok());
}

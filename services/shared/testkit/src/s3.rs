//! Starts the third-party S3 server `moto_server` (PyPI).

pub mod proxy;

use std::{
    net::TcpListener,
    process::{Child, Command, Stdio},
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

/// `cargo verify` sets this variable.
const PROGRAM: &str = "MOTO_SERVER";
const DEFAULT_PROGRAM: &str = "moto_server";
const ADVICE: &str = "moto_server is missing: pip install -r deploy/requirements-s3.txt, and name it in MOTO_SERVER";
const REGION: &str = "eu-central-1";

pub struct S3Server {
    process: Child,
    pub port: u16,
}

#[derive(Debug, Clone)]
pub struct Keys {
    pub id: String,
    pub secret: String,
}

impl Keys {
    /// For a server without [`S3Server::require_keys`].
    pub fn any() -> Self {
        Self { id: "any".to_owned(), secret: "any".to_owned() }
    }
}

impl S3Server {
    /// The server accepts all keys.
    pub async fn start() -> Self {
        let port = TcpListener::bind("127.0.0.1:0").expect("a free port").local_addr().expect("an address").port();
        let program = std::env::var(PROGRAM).unwrap_or(DEFAULT_PROGRAM.to_owned());
        let mut command = Command::new(program);
        command.args(["-H", "127.0.0.1", "-p", &port.to_string()]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut server = Self { process: command.spawn().expect(ADVICE), port };
        while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
            let exited = server.process.try_wait().expect("a status");
            assert!(exited.is_none(), "moto_server does not start: {exited:?}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        server
    }

    pub async fn create_bucket(&self, name: &str) {
        let location = format!(
            "<CreateBucketConfiguration><LocationConstraint>{REGION}</LocationConstraint></CreateBucketConfiguration>"
        );
        let response = self.request(&format!("PUT /{name}"), "s3", "application/xml", &location).await;
        assert!(response.starts_with("HTTP/1.1 200"), "{response}");
    }

    /// From now on, all other keys are refused.
    pub async fn require_keys(&self) -> Keys {
        let policy = r#"{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"s3:*","Resource":"*"}]}"#;
        let call = async |action: &str| {
            let form = format!("Version=2010-05-08&UserName=shop&{action}");
            let response = self.request("POST /", "iam", "application/x-www-form-urlencoded", &form).await;
            assert!(response.starts_with("HTTP/1.1 200"), "{response}");
            response
        };
        call("Action=CreateUser").await;
        call(&format!("Action=PutUserPolicy&PolicyName=all&PolicyDocument={policy}")).await;
        let created = call("Action=CreateAccessKey").await;
        let member = |name: &str| {
            let (_, from_value) = created.split_once(&format!("<{name}>")).expect("the element of a key");
            from_value.split_once('<').expect("the end of the element").0.to_owned()
        };
        let requests_without_check = "0";
        let response = self.request("POST /moto-api/reset-auth", "moto", "text/plain", requests_without_check).await;
        assert!(response.starts_with("HTTP/1.1 200"), "{response}");
        Keys { id: member("AccessKeyId"), secret: member("SecretAccessKey") }
    }

    /// The server only reads the service's name in the invalid signature.
    async fn request(&self, line: &str, service: &str, content_type: &str, body: &str) -> String {
        let signature = format!(
            "AWS4-HMAC-SHA256 Credential=any/20260101/{REGION}/{service}/aws4_request, SignedHeaders=host, Signature=0"
        );
        let length = body.len();
        let text = format!(
            "{line} HTTP/1.1\r\nhost: 127.0.0.1:{}\r\nauthorization: {signature}\r\ncontent-type: {content_type}\r\n\
             content-length: {length}\r\nconnection: close\r\n\r\n{body}",
            self.port
        );
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).await.expect("a connection");
        stream.write_all(text.as_bytes()).await.expect("a request");
        let mut response = String::new();
        stream.read_to_string(&mut response).await.expect("a response");
        response
    }
}

impl Drop for S3Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub fn variables(port: u16, keys: &Keys) -> Vec<(String, String)> {
    let variables = [
        ("AWS_ENDPOINT", format!("http://127.0.0.1:{port}")),
        ("AWS_ALLOW_HTTP", "true".to_owned()),
        ("AWS_REGION", REGION.to_owned()),
        ("AWS_ACCESS_KEY_ID", keys.id.clone()),
        ("AWS_SECRET_ACCESS_KEY", keys.secret.clone()),
    ];
    variables.map(|(name, value)| (name.to_owned(), value)).into()
}

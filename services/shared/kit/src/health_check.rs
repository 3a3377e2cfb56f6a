//! The option `--check-health`, for containers without another program that could ask.

use std::{
    io::{self, Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    time::Duration,
};

use anyhow::Context as _;

/// Longer than a readiness check takes.
const TIMEOUT: Duration = Duration::from_secs(3);

pub fn check(admin: SocketAddr) -> anyhow::Result<()> {
    anyhow::ensure!(is_ready(admin).with_context(|| format!("{admin} does not answer"))?, "not ready");
    Ok(())
}

fn is_ready(admin: SocketAddr) -> io::Result<bool> {
    let mut stream = TcpStream::connect_timeout(&admin, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    stream.write_all(b"GET /health/ready HTTP/1.0\r\n\r\n")?;
    let mut response = String::new();
    stream.read_to_string(&mut response)?;
    Ok(response.split(' ').nth(1) == Some("200"))
}

#[cfg(test)]
mod tests {
    use std::{net::TcpListener, thread};

    use super::*;

    fn checked(response: &'static str) -> anyhow::Result<()> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let admin = listener.local_addr().unwrap();
        let server = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = [0; 64];
            let length = stream.read(&mut request).unwrap();
            assert!(request[..length].starts_with(b"GET /health/ready HTTP/1.0\r\n"));
            stream.write_all(response.as_bytes()).unwrap();
        });
        let result = check(admin);
        server.join().unwrap();
        result
    }

    #[test]
    fn only_the_answer_200_means_ready() {
        checked("HTTP/1.0 200 OK\r\ncontent-length: 5\r\n\r\nready").unwrap();
        let refused = checked("HTTP/1.0 503 Service Unavailable\r\ncontent-length: 9\r\n\r\nnot ready").unwrap_err();
        assert_eq!(refused.to_string(), "not ready");
        assert!(checked("").is_err(), "an empty answer");
        let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        assert_eq!(check(closed).unwrap_err().to_string(), format!("{closed} does not answer"));
    }
}

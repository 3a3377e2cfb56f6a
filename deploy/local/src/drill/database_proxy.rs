//! A TCP proxy that lets a drill replace a database server without reconfiguring services.

use anyhow::{Context as _, Result};
use std::net::Ipv4Addr;
use std::time::Duration;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

const PAUSE_AFTER_FAILURE: Duration = Duration::from_millis(50);

/// Dropping it closes the port.
#[derive(Debug)]
pub struct DatabaseProxy {
    pub port: u16,
    /// `None` closes every connection.
    server_port: watch::Sender<Option<u16>>,
    task: JoinHandle<()>,
}

impl DatabaseProxy {
    pub async fn open(server_port: u16) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.context("cannot open a port")?;
        let port = listener.local_addr()?.port();
        let server_port = watch::Sender::new(Some(server_port));
        let task = tokio::spawn(accept(listener, server_port.subscribe()));
        Ok(Self { port, server_port, task })
    }

    pub fn disconnect(&self) {
        self.server_port.send_replace(None);
    }

    pub fn switch_to(&self, server_port: u16) {
        self.server_port.send_replace(Some(server_port));
    }
}

impl Drop for DatabaseProxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn accept(listener: TcpListener, server_port: watch::Receiver<Option<u16>>) {
    loop {
        match listener.accept().await {
            Ok((client, _)) => {
                tokio::spawn(forward(client, server_port.clone()));
            }
            Err(_) => tokio::time::sleep(PAUSE_AFTER_FAILURE).await,
        }
    }
}

async fn forward(mut client: TcpStream, mut server_port: watch::Receiver<Option<u16>>) {
    let Some(port) = *server_port.borrow_and_update() else { return };
    let Ok(mut server) = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await else { return };
    client.set_nodelay(true).ok();
    server.set_nodelay(true).ok();
    tokio::select! {
        _ = copy_bidirectional(&mut client, &mut server) => {}
        _ = server_port.changed() => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    async fn start_server(name: &'static str) -> u16 {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(async move {
            while let Ok((mut client, _)) = listener.accept().await {
                tokio::spawn(async move {
                    client.write_all(name.as_bytes()).await.unwrap();
                    client.read(&mut [0]).await
                });
            }
        });
        port
    }

    async fn connect(proxy: &DatabaseProxy) -> (TcpStream, String) {
        let mut client = TcpStream::connect((Ipv4Addr::LOCALHOST, proxy.port)).await.unwrap();
        let mut greeting = vec![0; 3];
        let read = client.read(&mut greeting).await.unwrap();
        (client, String::from_utf8_lossy(&greeting[..read]).into_owned())
    }

    #[tokio::test]
    async fn switching_closes_old_connections_and_forwards_new_ones_to_the_other_server() {
        let (old, new) = (start_server("old").await, start_server("new").await);
        let proxy = DatabaseProxy::open(old).await.unwrap();
        let (mut client, greeting) = connect(&proxy).await;
        assert_eq!(greeting, "old");
        proxy.disconnect();
        assert_eq!(client.read(&mut [0]).await.unwrap_or_default(), 0, "the old connection is closed");
        assert_eq!(connect(&proxy).await.1, "", "a new connection is closed without any data");
        proxy.switch_to(new);
        assert_eq!(connect(&proxy).await.1, "new");
    }
}

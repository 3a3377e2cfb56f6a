//! The address of a database, as a load balancer or a floating IP keeps it: a port whose connections go to the server
//! that is the present one. The services never learn that the server was replaced.

use anyhow::{Context as _, Result};
use std::net::Ipv4Addr;
use std::time::Duration;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

const PAUSE_AFTER_FAILURE: Duration = Duration::from_millis(50);

#[derive(Debug)]
pub struct Address {
    pub port: u16,
    /// The port of the present server; `None` closes every connection.
    server: watch::Sender<Option<u16>>,
    task: JoinHandle<()>,
}

impl Address {
    pub async fn open(server: u16) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.context("cannot open a port")?;
        let port = listener.local_addr()?.port();
        let server = watch::Sender::new(Some(server));
        let task = tokio::spawn(accept(listener, server.subscribe()));
        Ok(Self { port, server, task })
    }

    /// Closes all connections and accepts none.
    pub fn close(&self) {
        self.server.send_replace(None);
    }

    /// Sends new connections to another server, and closes those to the previous one.
    pub fn switch_to(&self, server: u16) {
        self.server.send_replace(Some(server));
    }
}

impl Drop for Address {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn accept(listener: TcpListener, server: watch::Receiver<Option<u16>>) {
    loop {
        match listener.accept().await {
            Ok((client, _)) => {
                tokio::spawn(forward(client, server.clone()));
            }
            // For example too many open files.
            Err(_) => tokio::time::sleep(PAUSE_AFTER_FAILURE).await,
        }
    }
}

/// Copies both directions until one side closes or the server is replaced.
async fn forward(mut client: TcpStream, mut server: watch::Receiver<Option<u16>>) {
    let Some(port) = *server.borrow_and_update() else { return };
    let Ok(mut connection) = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await else { return };
    client.set_nodelay(true).ok();
    connection.set_nodelay(true).ok();
    tokio::select! {
        _ = copy_bidirectional(&mut client, &mut connection) => {}
        _ = server.changed() => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    /// Starts a server that sends `name` to each client and then waits.
    async fn server(name: &'static str) -> u16 {
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

    async fn connect(address: &Address) -> (TcpStream, String) {
        let mut client = TcpStream::connect((Ipv4Addr::LOCALHOST, address.port)).await.unwrap();
        let mut greeting = vec![0; 3];
        let read = client.read(&mut greeting).await.unwrap();
        (client, String::from_utf8_lossy(&greeting[..read]).into_owned())
    }

    #[tokio::test]
    async fn a_switch_closes_old_connections_and_leads_new_ones_to_the_other_server() {
        let (old, new) = (server("old").await, server("new").await);
        let address = Address::open(old).await.unwrap();
        let (mut client, greeting) = connect(&address).await;
        assert_eq!(greeting, "old");
        address.close();
        assert_eq!(client.read(&mut [0]).await.unwrap_or_default(), 0, "the old connection is closed");
        assert_eq!(connect(&address).await.1, "", "a closed address accepts nobody");
        address.switch_to(new);
        assert_eq!(connect(&address).await.1, "new");
    }
}

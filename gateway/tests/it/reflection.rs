//! gRPC reflection, which describes the services to developers. Only local mode has it.

use kit::{config::Mode, serve::Routes};
use sqlx::PgPool;
use testkit::{authority::connector, server::TestServer};
use tokio_stream::StreamExt as _;
use tonic::{Code, Status};
use tonic_reflection::pb::v1::{
    ServerReflectionRequest, server_reflection_client::ServerReflectionClient,
    server_reflection_request::MessageRequest, server_reflection_response::MessageResponse,
};

use crate::test_shop::TestShop;

const COMMON: [&str; 5] = [
    "grpc.health.v1.Health",
    "grpc.reflection.v1.ServerReflection",
    "sovqat.audit.v1.Audit",
    "sovqat.feed.v1.Feed",
    "sovqat.system.v1.SystemDesk",
];

async fn reflect(url: &str, request: MessageRequest) -> Result<MessageResponse, Status> {
    let mut client = ServerReflectionClient::new(connector("gateway").connect(url).expect("an address"));
    let request = ServerReflectionRequest { host: String::new(), message_request: Some(request) };
    let mut responses =
        client.server_reflection_info(tokio_stream::once(request)).await.expect("reflection").into_inner();
    let response = responses.next().await.expect("a response")?;
    Ok(response.message_response.expect("a message"))
}

async fn services(url: &str) -> Vec<String> {
    match reflect(url, MessageRequest::ListServices(String::new())).await {
        Ok(MessageResponse::ListServicesResponse(list)) => {
            list.service.into_iter().map(|service| service.name).collect()
        }
        other => panic!("{other:?}"),
    }
}

async fn knows(url: &str, symbol: &str) -> bool {
    match reflect(url, MessageRequest::FileContainingSymbol(symbol.to_owned())).await {
        Ok(response) => matches!(response, MessageResponse::FileDescriptorResponse(_)),
        Err(status) => {
            assert_eq!(status.code(), Code::NotFound, "{status}");
            false
        }
    }
}

#[sqlx::test(migrations = false)]
async fn reflection_of_each_port_lists_only_its_services(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let name_of = |flag: &String| flag.strip_prefix("--")?.strip_suffix("-url").map(str::to_owned);
    let ports: Vec<_> = shop.gateway_flags.chunks(2).filter_map(|pair| Some((name_of(&pair[0])?, &pair[1]))).collect();
    assert_eq!(ports.len(), 6);
    for (name, url) in ports {
        let package = format!("sovqat.{name}.v1.");
        let (own, common): (Vec<_>, Vec<_>) =
            services(url).await.into_iter().partition(|service| service.starts_with(&package));
        assert!(!own.is_empty(), "{name}");
        assert!(knows(url, &own[0]).await, "{name}: {own:?}");
        assert!(common.iter().all(|service| COMMON.contains(&service.as_str())), "{name}: {common:?}");
        let foreign = if name == "auth" { "sovqat.catalog.v1.Products" } else { "sovqat.auth.v1.Sessions" };
        assert!(!knows(url, foreign).await, "{name} describes {foreign}");
    }
}

#[tokio::test]
async fn only_local_mode_has_reflection() {
    for (mode, expected) in [(Mode::Local, Code::Ok), (Mode::Production, Code::Unimplemented)] {
        let server = TestServer::start_in(mode, Routes::default()).await;
        let mut client = ServerReflectionClient::new(server.channel());
        let call = client.server_reflection_info(tokio_stream::empty()).await;
        assert_eq!(call.map_or_else(|status| status.code(), |_| Code::Ok), expected, "{mode:?}");
    }
}

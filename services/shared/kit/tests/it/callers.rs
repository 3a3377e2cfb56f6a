//! Calls every method as every program, and compares the outcome with the contract (`proto/`).

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use axum::Router;
use bytes::Bytes;
use kit::client::Connector;
use prost_reflect::{DescriptorPool, Value};
use testkit::{authority, server::TestServer};
use tonic::{
    Code, Request,
    body::Body,
    client::{Grpc, GrpcService},
    transport::{Certificate, ClientTlsConfig, Endpoint},
};
use tonic_prost::ProstCodec;

const HEALTH: &str = "/grpc.health.v1.Health/Check";
const REFLECTION: &str = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo";

fn workloads(pool: &DescriptorPool) -> BTreeMap<i32, String> {
    let workloads = pool.get_enum_by_name("sovqat.common.v1.Workload").unwrap();
    let name = |name: &str| name.trim_start_matches("WORKLOAD_").to_lowercase();
    workloads.values().filter(|value| value.number() != 0).map(|value| (value.number(), name(value.name()))).collect()
}

/// Programs that may call each method, by path.
fn declared(pool: &DescriptorPool) -> BTreeMap<String, BTreeSet<String>> {
    let option = pool.get_extension_by_name("sovqat.common.v1.callers").unwrap();
    let workloads = workloads(pool);
    let callers = |method: prost_reflect::MethodDescriptor| {
        let numbers = method.options().get_extension(&option).into_owned();
        let numbers = numbers.as_list().unwrap().iter().filter_map(Value::as_enum_number);
        let names = numbers.map(|number| workloads[&number].clone()).collect();
        (format!("/{}/{}", method.parent_service().full_name(), method.name()), names)
    };
    pool.services().flat_map(|service| service.methods().map(callers).collect::<Vec<_>>()).collect()
}

fn pool() -> DescriptorPool {
    DescriptorPool::decode(proto::DESCRIPTORS).unwrap()
}

async fn server() -> (TestServer, Arc<AtomicUsize>) {
    let calls = Arc::new(AtomicUsize::new(0));
    let reached = calls.clone();
    let answer = move || {
        reached.fetch_add(1, Ordering::Relaxed);
        std::future::ready([("content-type", "application/grpc"), ("grpc-status", "0")])
    };
    let routes = tonic::service::Routes::from(Router::new().fallback(answer));
    (TestServer::start_as("auth", routes).await, calls)
}

async fn call<T>(channel: &T, path: &str) -> Code
where
    T: GrpcService<Body> + Clone,
    T::Error: std::fmt::Debug,
    T::ResponseBody: http_body::Body<Data = Bytes> + Send + 'static,
    <T::ResponseBody as http_body::Body>::Error: Into<Box<dyn std::error::Error + Send + Sync>> + Send,
{
    let mut client = Grpc::new(channel.clone());
    client.ready().await.unwrap();
    let codec = ProstCodec::<(), ()>::default();
    let called = client.server_streaming(Request::new(()), path.parse().unwrap(), codec).await;
    called.map_or_else(|status| status.code(), |_| Code::Ok)
}

#[test]
fn every_method_declares_its_callers() {
    let declared = declared(&pool());
    let missing: Vec<_> = declared.iter().filter(|(_, callers)| callers.is_empty()).map(|(path, _)| path).collect();
    assert!(missing.is_empty(), "these methods need `option (sovqat.common.v1.callers)`: {missing:?}");
    // Notices when the contract is not read completely.
    assert!(declared.len() >= 218);
}

#[tokio::test]
async fn only_declared_callers_reach_a_method() {
    let ((server, calls), pool) = (server().await, pool());
    let (declared, workloads) = (declared(&pool), workloads(&pool));
    assert_eq!(workloads.len(), 7);
    let mut allowed = 0;
    // `bank` has a certificate of the shop's authority, but may call nothing.
    for name in workloads.values().map(String::as_str).chain(["bank"]) {
        let channel = server.channel_as(name);
        for (path, callers) in &declared {
            let expected = if callers.contains(name) { Code::Ok } else { Code::PermissionDenied };
            assert_eq!(call(&channel, path).await, expected, "{name} calls {path}");
            allowed += usize::from(expected == Code::Ok);
        }
        let expected = if name == "bank" { Code::PermissionDenied } else { Code::Ok };
        for path in [HEALTH, REFLECTION] {
            assert_eq!(call(&channel, path).await, expected, "{name} calls {path}");
        }
        assert_eq!(call(&channel, "/sovqat.auth.v1.Contacts/Unknown").await, Code::PermissionDenied);
    }
    assert_eq!(calls.load(Ordering::Relaxed), allowed);
}

#[tokio::test]
async fn callers_without_a_certificate_of_the_authority_reach_no_method() {
    let (server, calls) = server().await;
    let foreign = Connector::new(Some(authority::foreign_tls("notification"))).connect(&server.url).unwrap();
    let trusting = ClientTlsConfig::new().ca_certificate(Certificate::from_pem(authority::certificate()));
    let anonymous = Endpoint::from_shared(server.url.clone()).unwrap().tls_config(trusting).unwrap().connect_lazy();
    let plain = Connector::default().connect(&server.url.replace("https", "http")).unwrap();
    for path in declared(&pool()).keys().map(String::as_str).chain([HEALTH, REFLECTION]) {
        assert_ne!(call(&foreign, path).await, Code::Ok, "a foreign certificate calls {path}");
        assert_ne!(call(&anonymous, path).await, Code::Ok, "a client without a certificate calls {path}");
        assert_ne!(call(&plain, path).await, Code::Ok, "a client without TLS calls {path}");
    }
    assert_eq!(calls.load(Ordering::Relaxed), 0);
    assert_eq!(call(&server.channel_as("notification"), "/sovqat.auth.v1.Contacts/Of").await, Code::Ok);
}

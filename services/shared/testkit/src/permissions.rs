//! Calls every method as every role, as a customer and without a token.

use kit::{client::Channel, permission::Role};
use proto::common::Permission;
use tonic::{Code, Request, client::Grpc, codec::Streaming, metadata::MetadataValue};

/// `package` is a prefix such as `sovqat.order.`. Messages are empty, so permitted calls may fail for other reasons.
pub async fn check(channel: &Channel, package: &str, token_of: impl Fn(Option<Role>) -> String) {
    let mut methods = proto::PERMISSIONS.iter().filter(|(path, _)| path[1..].starts_with(package)).peekable();
    assert!(methods.peek().is_some(), "no method of {package} needs a permission");
    for (path, number) in methods {
        let permission = Permission::try_from(*number).expect("the number of a permission");
        assert_eq!(call(channel, path, None).await, Code::Unauthenticated, "{path} without a token");
        let customer = call(channel, path, Some(&token_of(None))).await;
        assert_eq!(customer, Code::PermissionDenied, "{path} as a customer");
        for role in Role::ALL {
            let code = call(channel, path, Some(&token_of(Some(*role)))).await;
            let is_refused = matches!(code, Code::PermissionDenied | Code::Unauthenticated);
            let is_permitted = role.permissions().contains(&permission)
                && (!role.is_of_store() || proto::STORE_SCOPE.binary_search(path).is_ok());
            assert_eq!(is_refused, !is_permitted, "{path} as {role:?}: {code:?}");
        }
    }
}

async fn call(channel: &Channel, path: &str, token: Option<&str>) -> Code {
    let mut client = Grpc::new(channel.clone());
    client.ready().await.expect("the test server is reachable");
    let mut request = Request::new(tokio_stream::iter([()]));
    if let Some(token) = token {
        let value = MetadataValue::try_from(format!("Bearer {token}")).expect("a token is ASCII");
        request.metadata_mut().insert("authorization", value);
    }
    let path = path.parse().expect("the path of a method");
    let codec = tonic_prost::ProstCodec::<(), ()>::default();
    match client.streaming(request, path, codec).await {
        Err(status) => status.code(),
        Ok(response) => status_of_first(response.into_inner()).await,
    }
}

async fn status_of_first(mut responses: Streaming<()>) -> Code {
    match responses.message().await {
        Ok(_) => Code::Ok,
        Err(status) => status.code(),
    }
}

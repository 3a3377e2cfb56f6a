//! The access requirements of operations. The document replaces the gRPC method of a route (`x-rpc`) by the
//! requirements of its contract: `x-permission`, `x-step-up` and `x-store-scope`.

use std::collections::BTreeMap;

use proto::{common::Permission, json::to_name};
use serde_json::Value;
use utoipa::openapi::{
    OpenApi as Document,
    path::Operation,
    security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme},
};

use crate::{
    admin_site::{ADMIN_ROUTES, STAFF_ROUTES},
    staff_cookies,
};

/// The extension in which a route declares its gRPC method.
const RPC: &str = "x-rpc";
/// The operation that banks call.
const PAYMENT_CALLBACK: &str = "receivePaymentCallback";
const BEARER: &str = "bearer";
const STAFF: &str = "staff";
const STAFF_BEARER: &str = "staffBearer";

/// Returns the security schemes: the ways in which a request can carry a token.
pub fn schemes() -> Vec<(&'static str, SecurityScheme)> {
    let bearer = |format: &str, about: &str| {
        let scheme = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format(format);
        SecurityScheme::Http(scheme.description(Some(about)).build())
    };
    let cookie =
        |name: &str, about: &str| SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::with_description(name, about)));
    vec![
        (BEARER, bearer("JWT", "The access token of a session")),
        ("refresh", bearer("opaque", "The refresh token of a session")),
        (
            STAFF,
            cookie(
                staff_cookies::ACCESS,
                "The access token of a staff session. Requests other than GET also need its `csrfToken` as `X-CSRF-Token`.",
            ),
        ),
        (STAFF_BEARER, bearer("JWT", "The access token of a staff session, for programs")),
        ("staffRefresh", cookie(staff_cookies::REFRESH, "The refresh token of a staff session")),
    ]
}

pub fn declared_methods(routes: &Document) -> BTreeMap<String, String> {
    let items = routes.paths.paths.values();
    let operations = items.flat_map(|item| [&item.get, &item.post, &item.put, &item.delete, &item.patch]).flatten();
    operations.filter_map(|operation| Some((operation.operation_id.clone()?, method_of(operation)?))).collect()
}

/// Returns the full name of the declared method, for example `/sovqat.order.v1.Desk/List`.
fn method_of(operation: &Operation) -> Option<String> {
    let rpc = operation.extensions.as_ref()?.get(RPC)?.as_str()?;
    Some(format!("/sovqat.{rpc}"))
}

/// Replaces the declared method by what its contract requires, and declares the security of the operation.
pub fn declare(path: &str, operation: &mut Operation) {
    let method = method_of(operation);
    let extensions = operation.extensions.get_or_insert_default();
    extensions.remove(RPC);
    if let Some(method) = method {
        extensions.extend(permission(&method).map(|name| ("x-permission".to_owned(), Value::from(name))));
        for (name, methods) in [("x-step-up", proto::STEP_UP), ("x-store-scope", proto::STORE_SCOPE)] {
            let applies = methods.binary_search(&method.as_str()).is_ok();
            extensions.extend(applies.then(|| (name.to_owned(), Value::from(true))));
        }
    }
    if extensions.is_empty() {
        operation.extensions = None;
    }
    let is_for_staff =
        path.starts_with(ADMIN_ROUTES) || (path.starts_with(STAFF_ROUTES) && has_scheme(operation, STAFF));
    let requirement = |name| SecurityRequirement::new(name, Vec::<String>::new());
    if is_for_staff {
        operation.security = Some(vec![requirement(STAFF), requirement(STAFF_BEARER)]);
    } else if operation.operation_id.as_deref() == Some(PAYMENT_CALLBACK) {
        // Banks sign the request.
        operation.security = Some(Vec::new());
    } else if operation.security.is_none() {
        // A token adds personal fields, such as `isLiked` of a product.
        operation.security = Some(vec![SecurityRequirement::default(), requirement(BEARER)]);
    }
}

fn has_scheme(operation: &Operation, scheme: &str) -> bool {
    let wanted = SecurityRequirement::new(scheme, Vec::<String>::new());
    operation.security.iter().flatten().any(|requirement| *requirement == wanted)
}

/// Returns the permission that the contract of a method requires, for example `orders_read`.
fn permission(method: &str) -> Option<String> {
    let row = proto::PERMISSIONS.binary_search_by(|(name, _)| (*name).cmp(method)).ok()?;
    Permission::try_from(proto::PERMISSIONS[row].1).ok().map(to_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A lower number would mean that the test does not see all operations.
    const MIN_ADMIN_OPERATIONS: usize = 72;

    /// Fails for a route for staff that declares no method, or one that does not exist or needs no permission.
    #[test]
    fn every_operation_for_staff_says_which_permission_it_needs() {
        let document = serde_json::to_value(crate::openapi::document()).unwrap();
        let mut count = 0;
        for (path, item) in document["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                let is_admin = path.starts_with(ADMIN_ROUTES);
                assert_eq!(operation["x-permission"].is_string(), is_admin, "{method} {path}");
                assert!(operation[RPC].is_null(), "{method} {path}: the document does not name gRPC methods");
                count += usize::from(is_admin);
            }
        }
        assert!(count >= MIN_ADMIN_OPERATIONS, "{count}");
    }

    #[test]
    fn step_up_and_store_scope_come_from_the_contract() {
        let document = serde_json::to_value(crate::openapi::document()).unwrap();
        let refund = &document["paths"]["/admin/refunds/{id}/decide"]["post"];
        assert_eq!((&refund["x-permission"], &refund["x-step-up"]), (&"refunds_decide".into(), &true.into()));
        let campaigns = &document["paths"]["/admin/campaigns"]["get"];
        assert_eq!((&campaigns["x-store-scope"], campaigns["x-step-up"].is_null()), (&true.into(), true));
    }
}
